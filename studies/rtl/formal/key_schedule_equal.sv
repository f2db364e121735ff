// key_schedule against key_expansion, and against the incoming key.
module key_schedule_equal
  import counterpoint_pkg::*;
(
    input aes_state_t round_key,
    input column_t substituted,
    input byte_t rcon,
    input logic load,
    input aes_state_t key
);
  aes_state_t expanded, next;
  key_expansion u_key_expansion (.key(round_key), .substituted, .rcon, .next(expanded));
  key_schedule u_key_schedule (.round_key(round_key ^ {120'b0, rcon}), .rotated(rot_word(substituted)), .load, .key, .next);
  always_comb assert (next == (load ? key : expanded));
endmodule
