// The state of Fugue-256: its registers, the S-boxes after columns 0 to 3, and the steps from fugue_step.
//
// `x` is wiped to {52}, which the S-box maps to zero, so columns 0 to 3 are zero after SMIX, as in the initial state.
// After the last step of a message its digest, S1..S4 and S15..S18, is in s[16..18], s[4] and x, and can be read
// without a multiplexer.
module fugue_state
  import counterpoint_pkg::*;
  import fugue_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic clear,

    input select_t next,    // the step of the next cycle
    input enable_t enable,  // for the step of this cycle
    input column_t message,
    input aes_state_t insert,
    input aes_state_t enter,
    input logic sub_word,   // four S-boxes take the last column of a round key: of `inserted` + `entered`

    output aes_state_t      u,         // SubBytes of x
    output aes_state_t      inserted,  // word 18, words 29, 28, 27
    output aes_state_t      entered,   // word 15, words 26, 25, 24: one step before
    output column_t [7:0]   digest
);
  column_t [29:4] s, s_next;
  aes_state_t x, x_next, to_substitute;
  select_t sel;

  assign to_substitute = sub_word ? with_last_column(x, inserted ^ entered) : x;
  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes (.x(to_substitute), .s(u));
  fugue_step u_step (.sel, .u, .s, .message, .insert, .enter, .x_next, .s_next);

  always_ff @(posedge clk) begin
    if (clear) begin
      x <= {16{8'h52}};
      s <= '0;
      s[29:22] <= IV;
      sel <= TIX;
    end else begin
      sel <= next;
      if (enable.x) x <= x_next;
      if (enable.exchanged) {s[17:16], s[4]} <= {s_next[17:16], s_next[4]};
      if (enable.word15) s[15] <= s_next[15];
      if (enable.shifted) {s[23:19], s[14:5]} <= {s_next[23:19], s_next[14:5]};
      if (enable.word24) s[26:24] <= s_next[26:24];
      if (enable.word18) s[18] <= s_next[18];
      if (enable.word27) s[29:27] <= s_next[29:27];
    end
  end

  assign inserted = {s[18], s[29], s[28], s[27]};
  assign entered = {s[15], s[26], s[25], s[24]};
  assign digest = {x[3], x[2], x[1], x[0], s[4], s[18], s[17], s[16]};
endmodule
