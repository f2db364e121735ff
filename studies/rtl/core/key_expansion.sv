// One step of the key expansion of AES-128: from a round key to the next one.
//
// `substituted` is SubWord of the key's last word, before RotWord, from the caller's S-boxes; `rcon` is {01} for the
// first step and doubles with each.
module key_expansion
  import counterpoint_pkg::*;
(
    input  aes_state_t key,
    input  column_t    substituted,
    input  byte_t      rcon,
    output aes_state_t next
);
  column_t first;
  // The round constant is added to the byte that RotWord moves to row 0.
  assign first = key[0] ^ rot_word({substituted[3:2], substituted[1] ^ rcon, substituted[0]});
  assign next = {
    first ^ key[1] ^ key[2] ^ key[3],
    first ^ key[1] ^ key[2],
    first ^ key[1],
    first
  };
endmodule
