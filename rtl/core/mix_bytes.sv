// MixBytes of one column: b = B a with the circulant matrix whose first row is 2 2 3 4 5 3 5 7.
//
// With indices modulo 8 this is b_i = 4 y_(i+3) + 2 z_(i+7) + z_(i+4), where y_i = a_i + a_(i+1) + a_(i+3) + a_(i+4) and
// z_i = y_i + a_(i+2) + a_(i+4) + a_(i+6): 26 look-up tables of four inputs a byte. `y` and `z` are ports, as they also
// give MixColumns (mix_columns_of_groestl).
module mix_bytes
  import counterpoint_pkg::*;
(
    input  groestl_column_t a,
    output groestl_column_t b,
    output groestl_column_t y,
    output groestl_column_t z
);
  for (genvar i = 0; i < 8; i++) begin : g_sum
    assign y[i] = a[i] ^ a[(i+1)%8] ^ a[(i+3)%8] ^ a[(i+4)%8];
    assign z[i] = y[i] ^ a[(i+2)%8] ^ a[(i+4)%8] ^ a[(i+6)%8];
  end
  for (genvar i = 0; i < 8; i++) begin : g_row
    byte_t four, two, one;
    logic carry, carries;
    assign four = y[(i+3)%8];
    assign two = z[(i+7)%8];
    assign one = z[(i+4)%8];
    // What is shifted out above bit 7 comes back by the field's polynomial: once for bit 6 of `four` and bit 7 of `two`,
    // one place higher for bit 7 of `four`.
    assign carry = four[6] ^ two[7];
    assign carries = carry ^ four[7];
    assign b[i] = {
      four[5] ^ two[6] ^ one[7],
      four[4] ^ two[5] ^ one[6],
      four[3] ^ two[4] ^ one[5] ^ four[7],
      four[2] ^ two[3] ^ one[4] ^ carries,
      four[1] ^ two[2] ^ one[3] ^ carry,
      four[0] ^ two[1] ^ one[2] ^ four[7],
      two[0] ^ one[1] ^ carries,
      one[0] ^ carry
    };
  end
endmodule
