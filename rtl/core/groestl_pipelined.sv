// Grøstl-256 in two stages: 20 cycles a block, blocks back to back, at a higher clock; the digest comes 21 cycles after the
// end of the last block.
//
// A register behind SubBytes halves the round. P and Q take turns, one in each stage, so neither waits. Q begins on M; a
// cycle later, when the result of the last block's P is there, P begins on H + M, which is H as it stands + that result + M:
//
//   cycle   0      1      2      ...  19     20 = 0       21 = 1
//   X       Q 0    P 0    Q 1         P 9    Q 0          P 0
//   Y              Q 0    P 0         Q 9    P 9          Q 0          Y = SubBytes(X)
//   mixed          Q 1    P 1         Q end  P end                     mixed = MixBytes(ShiftBytes(Y))
//   H                                        H + Q end    H + Q end + P end
//
// The output transformation is one more such turn with M zero, whose Q is ignored. As in groestl_state, X holds a state
// to which the coming round's constant has been added already.
module groestl_pipelined
  import counterpoint_pkg::*;
  import groestl_pkg::*;
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
  localparam logic [4:0] LAST_STEP = {LAST_ROUND, 1'b1};

  logic [4:0] step;  // stands at the last one where nothing runs
  logic running;
  logic owed;  // the result of P comes in this cycle
  logic full, full_last;  // M holds a block that P has not taken; it is the message's last one
  logic finalizing;  // from the last block's P until the digest is taken
  logic transforming;  // from the output transformation until the digest is taken
  groestl_state_t x, y, h, m;

  logic first, last, load, taken, begins, add;
  logic [4:0] next_step;
  groestl_state_t substituted, shifted, mixed, permutation_input, constant;

  assign first = step == '0;
  assign last = step == LAST_STEP;
  assign message_ready = ~full & ~finalizing;
  assign load = message_valid & message_ready;
  assign taken = digest_valid & digest_ready;
  assign digest = h[7:4];

  assign begins = last & (full | (running & finalizing & ~transforming));
  assign next_step = last ? '0 : step + 5'd1;
  assign add = owed | (last & running & ~transforming);

  sub_bytes #(.BYTES(64), .KIND(SBOX)) u_sub_bytes (.x, .s(substituted));
  shift_bytes #(.FINAL(FINAL)) u_shift_bytes (.q(step[0] & ~owed), .aes(1'b0), .a(y), .b(shifted));
  for (genvar c = 0; c < 8; c++) begin : g_column
    mix_bytes u_mix_bytes (.aes(1'b0), .a(shifted[c]), .b(mixed[c]));
  end
  groestl_constant #(.FINAL(FINAL)) u_constant (.off(1'b0), .q(~next_step[0]), .round(next_step[4:1]), .constant);

  logic mixed_on, input_on;
  assign mixed_on = first ? owed : ~last;
  assign input_on = first | last;
  if (FINAL) begin : g_input_final
    assign permutation_input = (m & {512{input_on}}) ^ (h & {512{first}});
  end else begin : g_input
    assign permutation_input = (m ^ (h & {512{first}})) & {512{input_on}};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      x <= {64{ZERO_AFTER_SUB_BYTES}};
      y <= '0;
    end else begin
      x <= (mixed & {512{mixed_on}}) ^ permutation_input ^ constant;
      y <= substituted;
    end
  end

  always_ff @(posedge clk) begin
    if (rst | taken) h <= INITIAL_VALUE;
    else if (add) h <= h ^ mixed;
  end

  always_ff @(posedge clk) begin
    if (rst | finalizing) m <= '0;
    else if (load) m <= message;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      step <= LAST_STEP;
      running <= 1'b0;
      owed <= 1'b0;
      full <= 1'b0;
      full_last <= 1'b0;
      finalizing <= 1'b0;
      transforming <= 1'b0;
      digest_valid <= 1'b0;
    end else begin
      if (~last | begins) step <= next_step;
      if (last) running <= begins;
      owed <= last & running;
      if (load) begin
        full <= 1'b1;
        full_last <= message_last;
      end else if (first & full) begin
        full <= 1'b0;
        finalizing <= full_last;
      end
      if (last & running & finalizing) transforming <= 1'b1;
      if (owed & transforming & ~running) digest_valid <= 1'b1;
      if (taken) begin
        finalizing <= 1'b0;
        transforming <= 1'b0;
        digest_valid <= 1'b0;
      end
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(513)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
`endif
endmodule
