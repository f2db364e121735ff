// The next value of a round-key register: the key of a new block, or one step of the key expansion of AES-128.
//
// Like key_expansion, but each column is made from the finished one before it, which with `load` is another key's and
// unused. So a bit takes one look-up table, which includes the choice.
module key_schedule
  import counterpoint_pkg::*;
(
    input  aes_state_t round_key,  // with the round constant added to its first byte
    input  column_t    rotated,    // RotWord of SubWord of its last column
    input  logic       load,
    input  aes_state_t key,        // the new block's
    output aes_state_t next
);
  assign next[0] = load ? key[0] : round_key[0] ^ rotated;
  for (genvar c = 1; c < 4; c++) begin : g_column
    assign next[c] = load ? key[c] : round_key[c] ^ next[c-1];
  end
endmodule
