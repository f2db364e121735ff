// The constant that AddRoundConstant of P or, if `q` is set, of Q adds in a round.
//
// Final form: P adds {cr} to row 0, column c, in round r; Q adds {ff} to all bytes and {cr} to row 7. Round-2 form: P
// adds {0r} to the first byte of row 0, and Q adds {0r} + {ff} to that of row 7. No bit depends on more than one bit of
// `round`. With `off` nothing is added.
module groestl_constant
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1
) (
    input  logic           off,
    input  logic           q,
    input  logic     [3:0] round,
    output groestl_state_t constant
);
  logic [3:0] low_p, low_q;
  logic on, q_on;
  assign on = ~off;
  assign q_on = q & on;
  assign low_p = (FINAL ? round | {4{q}} : round & {4{~q}}) & {4{on}};  // the final form's Q complements row 0 too
  assign low_q = ~round & {4{q_on}};
  for (genvar c = 0; c < 8; c++) begin : g_column
    for (genvar r = 0; r < 8; r++) begin : g_row
      if (FINAL && r == 0) begin : g_p
        assign constant[c][r] = {({4{q}} | 4'(c)) & {4{on}}, low_p};
      end else if (FINAL && r == 7) begin : g_q
        assign constant[c][r] = {{4{q_on}} & ~4'(c), low_q};
      end else if (FINAL) begin : g_complement
        assign constant[c][r] = {8{q_on}};
      end else if (r == 0 && c == 0) begin : g_p
        assign constant[c][r] = {4'h0, low_p};
      end else if (r == 7 && c == 0) begin : g_q
        assign constant[c][r] = {{4{q_on}}, low_q};
      end else begin : g_none
        assign constant[c][r] = '0;
      end
    end
  end
endmodule
