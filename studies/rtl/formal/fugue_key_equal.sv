// A step of the key expansion on Fugue's datapath against key_expansion. As in fugue_aes_ke, SMIX's S-boxes take the
// last column of the round key from its place, and the sum of the back words and the inserted ones is the next key.
module fugue_key_equal
  import counterpoint_pkg::*;
  import fugue_pkg::*;
(
    input aes_state_t x,
    input aes_state_t inserted,
    input aes_state_t entered,
    input byte_t rcon
);
  aes_state_t round_key, added, u, sum, next;
  column_t substituted;

  assign added = from_fugue(entered);
  sub_bytes u_sub_bytes (.x(with_last_column(x, inserted ^ entered)), .s(u));
  key_step u_key_step (
      .key(from_fugue(inserted)), .added(added[2:0]), .substituted(last_column(u)), .rcon, .expands(1'b1), .sum
  );

  assign round_key = from_fugue(inserted ^ entered);
  sub_bytes #(.BYTES(4)) u_sub_word (.x(round_key[3]), .s(substituted));
  key_expansion u_key_expansion (.key(round_key), .substituted, .rcon, .next);

  always_comb assert ((in_fugue(sum) ^ entered) == in_fugue(next));
endmodule
