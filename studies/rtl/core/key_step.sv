// A step of the key expansion of AES-128 on a round key in two terms, `key` and `added`; the next one is `sum` and
// `added`.
//
// Like key_expansion, but each column is made from the finished one before it. So a bit takes one look-up table, which
// includes `expands`: if that is 0, the sum is zero.
module key_step
  import counterpoint_pkg::*;
(
    input  aes_state_t key,
    input  column_t [2:0] added,
    input  column_t    substituted,  // SubWord of the round key's last column, before RotWord
    input  byte_t      rcon,
    input  logic       expands,
    output aes_state_t sum
);
  column_t first;
  // The round constant is added to the byte that RotWord moves to row 0.
  assign first = rot_word({substituted[3:2], substituted[1] ^ rcon, substituted[0]});
  assign sum[0] = (key[0] ^ first) & {32{expands}};
  for (genvar c = 1; c < 4; c++) begin : g_column
    assign sum[c] = (key[c] ^ sum[c-1] ^ added[c-1]) & {32{expands}};
  end
endmodule
