// Keccak-f[1600] as a sponge, a round a cycle: SHA-3, SHAKE and functions built on them, 24 cycles a block.
//
// A block enters through the first round: round(state ^ block). It already contains the suffix and the padding.
// `rate_lanes` is the number of its lanes that count (17 for SHA3-256, 21 for SHAKE128) and must stay the same in all
// blocks of a message. After the last block the state's first lanes are the digest. If it is taken with `digest_more`,
// another block of output follows 25 cycles later; otherwise the state is cleared for the next message.
module keccak
  import keccak_pkg::*;
(
    input logic clk,
    input logic rst,

    input  logic       message_valid,
    output logic       message_ready,
    input  block_t     message,
    input  logic       message_last,
    input  logic [4:0] rate_lanes,

    output logic   digest_valid,
    input  logic   digest_ready,
    input  logic   digest_more,
    output block_t digest
);
  typedef enum logic [1:0] {
    ABSORB,   // waits for a block
    PERMUTE,
    SQUEEZE   // shows the digest
  } phase_e;

  localparam logic [4:0] LAST_ROUND = 5'(ROUNDS - 1);

  phase_e phase;
  logic last;  // the block being permuted is the message's last, or one of output
  logic [4:0] round;
  state_t state, absorbed, permuted;
  lane_t constant;
  logic load, step;

  assign message_ready = phase == ABSORB;
  assign digest_valid = phase == SQUEEZE;
  for (genvar i = 0; i < MAX_RATE_LANES; i++) begin : g_digest
    assign digest[i] = state[i/5][i%5];
  end
  assign load = message_valid & message_ready;
  assign step = load | (phase == PERMUTE);

  always_comb begin
    absorbed = state;
    for (int i = 0; i < MAX_RATE_LANES; i++) begin
      absorbed[i/5][i%5] = state[i/5][i%5] ^ (message[i] & {64{load & (5'(i) < rate_lanes)}});
    end
  end

  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < ROUNDS; i++) if (round == 5'(i)) constant = IOTA_CONSTANTS[i];
  end

  keccak_round u_round (.a(absorbed), .constant, .b(permuted));

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= ABSORB;
      last <= 1'b0;
      round <= '0;
      state <= '0;
    end else begin
      if (load) last <= message_last;
      if (step) begin
        state <= permuted;
        round <= round == LAST_ROUND ? '0 : round + 5'd1;
        phase <= round != LAST_ROUND ? PERMUTE : last ? SQUEEZE : ABSORB;
      end else if (digest_valid & digest_ready) begin
        phase <= digest_more ? PERMUTE : ABSORB;
        if (!digest_more) state <= '0;
      end
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH($bits(message) + 6)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({rate_lanes, message_last, message})
  );
`endif
endmodule
