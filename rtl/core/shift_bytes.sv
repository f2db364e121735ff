// ShiftBytes: row r is rotated left by so many columns as P or, where `q` is set, Q of the final form wants.
//
// In round 2's form it is wiring only; the final form costs a choice for every bit.
module shift_bytes
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1
) (
    input  logic           q,
    input  groestl_state_t a,
    output groestl_state_t b
);
  for (genvar c = 0; c < 8; c++) begin : g_column
    for (genvar r = 0; r < 8; r++) begin : g_row
      localparam int unsigned OF_P = (c + groestl_pkg::shift_of_p(r)) % 8;
      localparam int unsigned OF_Q = (c + groestl_pkg::shift_of_q(r)) % 8;
      assign b[c][r] = FINAL & q ? a[OF_Q][r] : a[OF_P][r];
    end
  end
endmodule
