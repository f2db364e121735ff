// MixColumns as FIPS 197 defines it, with multiplication by {02} and {03}.
module mix_columns_equal
  import counterpoint_pkg::*;
(
    input column_t a
);
  column_t b;
  mix_columns u_mix_columns (.a, .b);
  for (genvar r = 0; r < 4; r++) begin : g_row
    always_comb
      assert (b[r] == (multiply(8'h02, a[r]) ^ multiply(8'h03, a[(r+1)%4]) ^ a[(r+2)%4] ^ a[(r+3)%4]));
  end
endmodule
