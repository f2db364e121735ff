// Decides when Grøstl-256 takes a message block, runs Q and P on it, and transforms the chaining value into the digest.
//
// Q of a block runs before P. Each permutation begins in the cycle before its first round, which is the last round of
// the previous permutation if there is one. So blocks that arrive in time follow each other without a pause, every 20
// cycles:
//
//   cycle     0           1           2 .. 11   12 .. 21   22            23 .. 32    33
//   phase     WAIT_BLOCK  WAIT_BLOCK  RUN_Q     RUN_P      START_OUTPUT  RUN_OUTPUT  GIVE_DIGEST
//   round     9           9           0 .. 9    0 .. 9     9             0 .. 9      9
//   message   ready                             ready
//
// Cycle 0 takes the only block of a message, and a digest waits from cycle 33 on until it is taken. After a block that
// is not the last one, the core is ready for the next block from cycle 12 on. If that block is taken by cycle 20, RUN_Q
// follows in cycle 22; otherwise the core waits for it in WAIT_BLOCK.
//
// `round` also counts for AES, which starts its rounds with `count_for_aes` while the phase remains WAIT_BLOCK.
module groestl_control
  import groestl_pkg::*;
(
    input logic clk,
    input logic rst,

    input  logic open,           // a message block may be taken: AES does not use the state
    output logic hashing,        // a message has begun, and its digest is not yet taken
    input  logic count_for_aes,  // the first round of AES is in the next cycle

    input  logic message_valid,
    output logic message_ready,
    input  logic message_last,

    output logic digest_valid,
    input  logic digest_ready,

    output logic [3:0] round,        // counts from 0, and stays at the last one while nothing runs
    output logic       last_round, 
    output logic       round_before_last,
    output select_t    select,
    output enable_t    enable
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
  logic full;         // M holds a block that has not yet been the input of both Q and P
  logic full_last;    // that block is the last one of its message
  logic finalizing;   // from the P of the last block until the digest is taken
  logic last;         // round == LAST_ROUND, in a register, because it steers every bit of the state
  logic begin_q, begin_p, load, taken;

  assign last_round = last;
  assign round_before_last = round == LAST_ROUND - 4'd1;
  assign message_ready = ~full & ~finalizing & open;
  assign load = message_valid & message_ready;
  assign digest_valid = phase == GIVE_DIGEST;
  assign taken = digest_valid & digest_ready;

  assign begin_q = last & full & (phase == WAIT_BLOCK | phase == RUN_P);
  assign begin_p = last & (phase == RUN_Q | phase == START_OUTPUT);

  assign select.q = phase == RUN_Q;
  assign select.q_next = last ? phase == WAIT_BLOCK | phase == RUN_P : phase == RUN_Q;
  assign select.round_next = last ? '0 : round + 4'd1;
  assign select.begins = last;
  assign select.begins_on_h = begin_p;

  assign enable.h_add = last & (phase == RUN_Q | phase == RUN_P | phase == RUN_OUTPUT);
  assign enable.h_initial = rst | taken | (load & ~hashing);
  assign enable.m_load = load;
  assign enable.m_clear = rst | finalizing;

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= WAIT_BLOCK;
      round <= LAST_ROUND;
      last <= 1'b1;
      full <= 1'b0;
      full_last <= 1'b0;
      finalizing <= 1'b0;
      hashing <= 1'b0;
    end else begin
      if (load) begin
        full <= 1'b1;
        full_last <= message_last;
        hashing <= 1'b1;
      end
      if (~last | begin_q | begin_p | count_for_aes) begin
        round <= select.round_next;
        last <= ~last & round_before_last;
      end
      if (last) begin
        case (phase)
          RUN_Q: begin
            phase <= RUN_P;
            full <= 1'b0;
            finalizing <= full_last;
          end
          RUN_P: phase <= finalizing ? START_OUTPUT : full ? RUN_Q : WAIT_BLOCK;
          START_OUTPUT: phase <= RUN_OUTPUT;
          RUN_OUTPUT: phase <= GIVE_DIGEST;
          GIVE_DIGEST: begin
            if (digest_ready) begin
              phase <= WAIT_BLOCK;
              finalizing <= 1'b0;
              hashing <= 1'b0;
            end
          end
          default: if (full) phase <= RUN_Q;
        endcase
      end
    end
  end
endmodule
