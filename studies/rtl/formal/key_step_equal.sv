// key_step against key_expansion: with `added` on both sides, the key becomes the next one, or stays the added one.
module key_step_equal
  import counterpoint_pkg::*;
(
    input aes_state_t key,
    input aes_state_t added,
    input column_t substituted,
    input byte_t rcon,
    input logic expands
);
  aes_state_t next, sum;
  key_expansion u_key_expansion (.key(key ^ added), .substituted, .rcon, .next);
  key_step u_key_step (.key, .added(added[2:0]), .substituted, .rcon, .expands, .sum);
  always_comb assert ((sum ^ added) == (expands ? next : added));
endmodule
