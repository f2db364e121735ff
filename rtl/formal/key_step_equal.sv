// key_step against key_expansion, and against the plain sum.
module key_step_equal
  import counterpoint_pkg::*;
(
    input aes_state_t key,
    input column_t substituted,
    input byte_t rcon,
    input aes_state_t plaintext,
    input logic expands
);
  aes_state_t next, sum;
  key_expansion u_key_expansion (.key, .substituted, .rcon, .next);
  key_step u_key_step (.key, .substituted, .rcon, .plaintext, .expands, .sum);
  always_comb assert (sum == (expands ? next : key ^ plaintext));
endmodule
