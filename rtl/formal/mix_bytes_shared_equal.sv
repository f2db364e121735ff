// mix_bytes with AES in it: while hashing it is the plain one, and else MixColumns of the even rows, which with one block
// takes zeros in the odd rows, and with two, of the odd rows as well.
module mix_bytes_shared_equal
  import counterpoint_pkg::*;
#(
    parameter int unsigned AES_BLOCKS = 1
) (
    input groestl_column_t a,
    input column_t even,
    input column_t odd
);
  groestl_column_t spread, hashed, encrypted, b;
  column_t mixed_even, mixed_odd;
  mix_bytes #(.AES_BLOCKS(AES_BLOCKS)) u_hashed (.aes(1'b0), .a, .b(hashed));
  mix_bytes #(.AES_BLOCKS(AES_BLOCKS)) u_encrypted (.aes(1'b1), .a(spread), .b(encrypted));
  mix_bytes u_plain (.aes(1'b0), .a, .b);
  mix_columns u_mixed_even (.a(even), .b(mixed_even));
  mix_columns u_mixed_odd (.a(odd), .b(mixed_odd));
  for (genvar r = 0; r < 4; r++) begin : g_row
    assign spread[2*r] = even[r];
    assign spread[2*r+1] = AES_BLOCKS == 2 ? odd[r] : '0;
    always_comb begin
      assert (encrypted[2*r] == mixed_even[r]);
      assert (AES_BLOCKS == 1 || encrypted[2*r+1] == mixed_odd[r]);
    end
  end
  always_comb assert (hashed == b);
endmodule
