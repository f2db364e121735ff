// Grøstl-256: 20 cycles a block, with blocks back to back; the digest comes 11 cycles after the last block's end.
//
// One round a cycle, on one datapath for P and Q: first Q on the block M, then P on H + M. Each result is added to the
// chaining value H at once, so no other register is needed, and the block's register is free for the next block while P
// runs. The output transformation is P on H, with M held at zero. The working register X holds a state to which the
// coming round's constant has been added already:
//
//   X <- (last ? M + (H where P begins) : b) + constant       b = MixBytes(ShiftBytes(SubBytes(X)))
//   H <- H + b at the end of Q, of P and of the output transformation
module groestl
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the form of round 2
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic           message_valid,
    output logic           message_ready,
    input  groestl_state_t message,
    input  logic           message_last,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic        [255:0] digest
);
  typedef enum logic [2:0] {
    WAIT_BLOCK,
    RUN_Q,
    RUN_P,
    START_OUTPUT,
    RUN_OUTPUT,
    GIVE_DIGEST
  } phase_e;

  phase_e phase;
  logic [3:0] round;  // counts from 0; stands at the last one where no permutation runs
  logic full;  // M holds a block that Q and P have not both taken
  logic full_last;  // and that is the message's last one
  logic finishing;  // from the last block's P until the digest is taken
  groestl_state_t x, h, m;

  logic last, load, taken, begin_q, begin_p, add, next_q;
  logic [3:0] next_round;
  groestl_state_t b, v, constant;

  assign last = round == groestl_pkg::LAST_ROUND;
  assign message_ready = ~full & ~finishing;
  assign load = message_valid & message_ready;
  assign digest_valid = phase == GIVE_DIGEST;
  assign taken = digest_valid & digest_ready;
  assign digest = h[7:4];

  assign begin_q = last & full & (phase == WAIT_BLOCK | phase == RUN_P);
  assign begin_p = last & (phase == RUN_Q | phase == START_OUTPUT);
  assign add = last & (phase == RUN_Q | phase == RUN_P | phase == RUN_OUTPUT);
  assign next_q = last ? phase == WAIT_BLOCK | phase == RUN_P : phase == RUN_Q;
  assign next_round = last ? '0 : round + 4'd1;

  groestl_round #(.FINAL(FINAL), .SBOX(SBOX)) u_round (.q(phase == RUN_Q), .x, .b);
  groestl_constant #(.FINAL(FINAL)) u_constant (.q(next_q), .round(next_round), .constant);
  assign v = m ^ (h & {512{begin_p}});

  always_ff @(posedge clk) begin
    x <= (last ? v : b) ^ constant;
    if (rst) x <= '0;
  end

  always_ff @(posedge clk) begin
    if (rst | taken) h <= groestl_pkg::INITIAL_VALUE;
    else if (add) h <= h ^ b;
  end

  always_ff @(posedge clk) begin
    if (rst | finishing) m <= '0;
    else if (load) m <= message;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= WAIT_BLOCK;
      round <= groestl_pkg::LAST_ROUND;
      full <= 1'b0;
      full_last <= 1'b0;
      finishing <= 1'b0;
    end else begin
      if (load) begin
        full <= 1'b1;
        full_last <= message_last;
      end
      if (~last | begin_q | begin_p) round <= next_round;
      if (last) begin
        case (phase)
          RUN_Q: begin
            phase <= RUN_P;
            full <= 1'b0;
            finishing <= full_last;
          end
          RUN_P: phase <= finishing ? START_OUTPUT : full ? RUN_Q : WAIT_BLOCK;
          START_OUTPUT: phase <= RUN_OUTPUT;
          RUN_OUTPUT: phase <= GIVE_DIGEST;
          GIVE_DIGEST: begin
            if (digest_ready) begin
              phase <= WAIT_BLOCK;
              finishing <= 1'b0;
            end
          end
          default: if (full) phase <= RUN_Q;
        endcase
      end
    end
  end
endmodule
