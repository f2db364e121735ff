// MixBytes of one column, b = B a with the circulant matrix whose first row is 2 2 3 4 5 3 5 7; it contains MixColumns.
//
// With indices modulo 8, b_i = 4 y_(i+3) + 2 z_(i+7) + z_(i+4), where y_i = a_i + a_(i+1) + a_(i+3) + a_(i+4) and
// z_i = y_i + a_(i+2) + a_(i+4) + a_(i+6): 26 look-up tables of four inputs a byte.
//
// AES in the even rows, with zero in the odd ones: then z_(2r+7) is a_2r + a_(2r+2), and z_(2r+4) is a_(2r+2) +
// a_(2r+4) + a_(2r+6). So b_2r without 4 y is MixColumns of the four bytes: `aes` only drops 4 y in the even rows.
//
// AES in the even rows and another block in the odd ones: rows of both kinds use each z, without the bytes of the other
// kind. With t_i = a_i + a_(i+2), it is t_i + a_(i+6) for its own kind and t_(i+1) for the other.
module mix_bytes
  import counterpoint_pkg::*;
#(
    parameter int unsigned AES_BLOCKS = 0  // in a column: none, one in the even rows, or two
) (
    input  logic            aes,
    input  groestl_column_t a,
    output groestl_column_t b
);
  logic hash;
  groestl_column_t y, z_other, z_own;  // z for rows of the other kind, and for those of its own kind
  assign hash = ~aes;
  for (genvar i = 0; i < 8; i++) begin : g_sum
    if (AES_BLOCKS == 2) begin : g_two
      byte_t own, other;
      assign own = a[i] ^ a[(i+2)%8] ^ a[(i+6)%8];
      assign other = a[(i+1)%8] ^ a[(i+3)%8];
      assign y[i] = (a[i] ^ a[(i+4)%8] ^ other) & {8{hash}};
      assign z_own[i] = own ^ (other & {8{hash}});
      assign z_other[i] = other ^ (own & {8{hash}});
    end else begin : g_one
      assign y[i] = a[i] ^ a[(i+1)%8] ^ a[(i+3)%8] ^ a[(i+4)%8];
      assign z_own[i] = y[i] ^ a[(i+2)%8] ^ a[(i+4)%8] ^ a[(i+6)%8];
      assign z_other[i] = z_own[i];
    end
  end
  for (genvar i = 0; i < 8; i++) begin : g_row
    // Bits shifted out above bit 7 come back through the field's polynomial: once for bit 6 of `four` and bit 7 of
    // `two`, one place higher for bit 7 of `four`.
    byte_t four, two, one;
    assign two = z_other[(i+7)%8];
    assign one = z_own[(i+4)%8];
    if (AES_BLOCKS == 1 && i % 2 == 0) begin : g_shared
      // The terms of `four` are kept together: each bit is one look-up table with `hash` plus another one.
      logic both;
      assign four = y[(i+3)%8] & {8{hash}};
      assign both = four[6] ^ four[7];
      assign b[i] = {
        four[5] ^ two[6] ^ one[7],
        four[4] ^ two[5] ^ one[6],
        four[3] ^ four[7] ^ two[4] ^ one[5],
        (four[2] ^ four[6] ^ four[7]) ^ two[7] ^ two[3] ^ one[4],
        (four[1] ^ four[6]) ^ two[7] ^ two[2] ^ one[3],
        four[0] ^ four[7] ^ two[1] ^ one[2],
        both ^ two[7] ^ two[0] ^ one[1],
        four[6] ^ two[7] ^ one[0]
      };
    end else begin : g_plain
      logic carry, carries;
      assign four = y[(i+3)%8];
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
  end
  if (AES_BLOCKS == 0) begin : g_unused
    logic unused;
    assign unused = hash;
  end
endmodule
