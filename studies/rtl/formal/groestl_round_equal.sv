// A round with AES in it: while hashing it is the plain round of P and Q, otherwise a round of AES without its round
// key in each block, which stays in place.
module groestl_round_equal
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter bit FINAL = 1'b1,
    parameter int unsigned AES_BLOCKS = 1
) (
    input logic q,
    input groestl_state_t x,
    input aes_state_t [AES_BLOCKS-1:0] blocks
);
  groestl_state_t spread, hashed, encrypted, plain, unused_0, unused_1, unused_2, unused_3, unused_4, unused_5;
  groestl_round #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS)) u_hashed (
      .q, .aes(1'b0), .x, .mixed(hashed), .substituted(unused_0), .shifted(unused_1)
  );
  groestl_round #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS)) u_encrypted (
      .q(1'b0), .aes(1'b1), .x(spread), .mixed(encrypted), .substituted(unused_2), .shifted(unused_3)
  );
  groestl_round #(.FINAL(FINAL)) u_plain (.q, .aes(1'b0), .x, .mixed(plain), .substituted(unused_4), .shifted(unused_5));
  always_comb assert (hashed == plain);

  for (genvar n = AES_BLOCKS; n < 4; n++) begin : g_idle
    for (genvar r = 0; r < 4; r++) begin : g_row
      for (genvar c = 0; c < 4; c++) begin : g_byte
        assign spread[column_of(n, c)][row_of(n, r)] = ZERO_AFTER_SUB_BYTES;
      end
    end
  end
  for (genvar n = 0; n < AES_BLOCKS; n++) begin : g_block
    aes_state_t substituted, shifted, mixed;
    sub_bytes u_sub_bytes (.x(blocks[n]), .s(substituted));
    shift_rows u_shift_rows (.a(substituted), .b(shifted));
    for (genvar c = 0; c < 4; c++) begin : g_column
      mix_columns u_mix_columns (.a(shifted[c]), .b(mixed[c]));
      for (genvar r = 0; r < 4; r++) begin : g_byte
        assign spread[column_of(n, c)][row_of(n, r)] = blocks[n][c][r];
        always_comb assert (encrypted[column_of(n, c)][row_of(n, r)] == mixed[c][r]);
      end
    end
  end
endmodule
