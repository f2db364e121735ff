// The round keys of four blocks of AES in `groestl_4aes_ke`: a step of each key expansion.
//
// While X holds the round keys, its S-boxes substitute their last columns. All four steps have the same round constant.
module groestl_keys
  import counterpoint_pkg::*;
(
    input  logic             load,       // the keys of new blocks go in
    input  byte_t            rcon,       // of the step
    input  aes_state_t [3:0] key,        // of the new blocks
    input  aes_state_t [3:0] round_key,
    input  column_t    [3:0] rotated,    // RotWord of SubWord of the last column of each
    output aes_state_t [3:0] next
);
  for (genvar n = 0; n < 4; n++) begin : g_block
    aes_state_t key_with_rcon;
    assign key_with_rcon = round_key[n] ^ 128'(rcon);
    key_schedule u_key_schedule (
        .round_key(key_with_rcon), .rotated(rotated[n]), .load, .key(key[n]), .next(next[n])
    );
  end
endmodule
