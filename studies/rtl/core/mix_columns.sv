// MixColumns of one column: b_r = 2 a_r + 3 a_(r+1) + a_(r+2) + a_(r+3).
//
// With t_r = a_r + a_(r+1) that is b_r = 2 t_r + t_(r+2) + a_(r+1): one doubling a byte.
module mix_columns
  import counterpoint_pkg::*;
(
    input  column_t a,
    output column_t b
);
  column_t t;
  for (genvar r = 0; r < 4; r++) begin : g_row
    assign t[r] = a[r] ^ a[(r+1)%4];
    assign b[r] = double(t[r]) ^ t[(r+2)%4] ^ a[(r+1)%4];
  end
endmodule
