// mix_bytes with AES in it: while hashing it is the plain one, otherwise MixColumns of the even rows. With one block
// the odd rows are zero; with two, MixColumns applies to them as well.
module mix_bytes_shared_equal
  import counterpoint_pkg::*;
#(
    parameter int unsigned AES_BLOCKS = 1
) (
    input logic aes,
    input groestl_column_t a
);
  groestl_column_t b, plain;
  column_t even, odd, mixed_even, mixed_odd;
  mix_bytes #(.AES_BLOCKS(AES_BLOCKS)) u_mix_bytes (.aes, .a, .b);
  mix_bytes u_plain (.aes(1'b0), .a, .b(plain));
  mix_columns u_mixed_even (.a(even), .b(mixed_even));
  mix_columns u_mixed_odd (.a(odd), .b(mixed_odd));
  always_comb assert (aes | b == plain);
  for (genvar r = 0; r < 4; r++) begin : g_row
    assign even[r] = a[2*r];
    assign odd[r] = a[2*r+1];
    always_comb begin
      assert (~aes | (AES_BLOCKS == 1 & odd != '0) | b[2*r] == mixed_even[r]);
      assert (~aes | AES_BLOCKS == 1 | b[2*r+1] == mixed_odd[r]);
    end
  end
endmodule
