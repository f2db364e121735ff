// groestl_keys against key_expansion, and against the incoming keys.
module groestl_keys_equal
  import counterpoint_pkg::*;
(
    input logic load,
    input byte_t rcon,
    input aes_state_t [3:0] key,
    input aes_state_t [3:0] round_key,
    input column_t [3:0] substituted  // SubWord of the last column of each
);
  column_t [3:0] rotated;
  aes_state_t [3:0] expanded, next;
  groestl_keys u_keys (.load, .rcon, .key, .round_key, .rotated, .next);
  for (genvar n = 0; n < 4; n++) begin : g_block
    assign rotated[n] = rot_word(substituted[n]);
    key_expansion u_key_expansion (
        .key(round_key[n]), .substituted(substituted[n]), .rcon, .next(expanded[n])
    );
    always_comb assert (next[n] == (load ? key[n] : expanded[n]));
  end
endmodule
