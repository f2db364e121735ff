// Fugue-256 with a word a cycle: both steps of a word in one cycle, with two SMIX and so 32 S-boxes, and 19 cycles from
// the last word to the digest. Ports and words are those of `fugue`.
//
// The final round also does two steps a cycle. EXCHANGE leaves most words where they are, and the following BACK moves
// all by one place, so a bit of these words has two sources, as in `fugue`. The digest is the result of a last EXCHANGE
// and is read before the second step.
module fugue_unrolled
  import counterpoint_pkg::*;
  import fugue_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic    message_valid,
    output logic    message_ready,
    input  column_t message,
    input  logic    message_last,

    output logic          digest_valid,
    input  logic          digest_ready,
    output column_t [7:0] digest
);
  phase_t phase;
  logic go, clear;
  aes_state_t x, x_between, x_next, u_first, u_second;
  column_t [29:4] s, s_moved, s_between, s_next;

  assign message_ready = phase.tix;
  assign digest_valid = phase.ended;
  assign go = phase.tix ? message_valid : ~phase.ended | digest_ready;
  assign clear = rst | (digest_valid & digest_ready);

  // verilator lint_off PINCONNECTEMPTY
  fugue_phases u_phases (.clk, .rst, .ends(go), .last_word(message_last), .phase, .phase_next());
  // verilator lint_on PINCONNECTEMPTY

  always_comb begin
    s_between = s_moved;
    if (phase.turns) {s_between[29:19], s_between[14:5]} = {s[29:19], s[14:5]};
  end

  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes_first (.x, .s(u_first));
  fugue_step u_step_first (
      .sel(first_step(phase.turns, phase.tix)), .u(u_first), .s, .message, .insert('0), .enter('0),
      .x_next(x_between), .s_next(s_moved)
  );
  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes_second (.x(x_between), .s(u_second));
  fugue_step u_step_second (
      .sel(second_step(phase.turns)), .u(u_second), .s(s_between), .message('0), .insert('0), .enter('0),
      .x_next, .s_next
  );

  always_ff @(posedge clk) begin
    if (clear) begin
      x <= {16{8'h52}};
      s <= '0;
      s[29:22] <= IV;
    end else if (go) begin
      x <= x_next;
      s <= s_next;
    end
  end

  assign digest = {x_between, s_between[4], s_between[18:16]};

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
`endif
endmodule
