// A round key plus what comes to it: one step of the key expansion of AES-128, or a block.
//
// Like key_expansion, but each column of the next key is made from the finished one before it: then the choice between
// that column and the block's has a place in the same look-up table.
module key_step
  import counterpoint_pkg::*;
(
    input  aes_state_t key,
    input  column_t    substituted,  // SubWord of key[3], before RotWord
    input  byte_t      rcon,
    input  aes_state_t plaintext,
    input  logic       expands,      // else the block is added
    output aes_state_t sum
);
  column_t first;
  always_comb begin
    // The round constant is added to the byte that RotWord brings to row 0.
    first = rot_word({substituted[3:2], substituted[1] ^ rcon, substituted[0]});
    sum[0] = key[0] ^ (expands ? first : plaintext[0]);
    sum[1] = key[1] ^ (expands ? sum[0] : plaintext[1]);
    sum[2] = key[2] ^ (expands ? sum[1] : plaintext[2]);
    sum[3] = key[3] ^ (expands ? sum[2] : plaintext[3]);
  end
endmodule
