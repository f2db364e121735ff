// Grøstl-256 and AES-128 encryption with key expansion in one datapath. A block of AES, each with its own key, takes 10
// cycles.
//
// Four of the S-boxes that AES leaves idle expand the key: four bytes of X hold a copy of K's last word. Key 10 is
// needed in a cycle in which K already holds the next block's key, so idle words of H keep its parts, whose sum goes
// into the ciphertext. No plaintext is taken between the first block of a message and its digest, and no message before
// the last ciphertext is taken. A waiting message takes precedence over a waiting plaintext.
module groestl_aes_ke
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the round-2 form
    parameter groestl_pkg::round_key_e ROUND_KEY = groestl_pkg::ROUND_KEY_IN_K,
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic           message_valid,
    output logic           message_ready,
    input  groestl_state_t message,
    input  logic           message_last,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic        [255:0] digest,

    input  logic plaintext_valid,
    output logic plaintext_ready,
    input  aes_state_t plaintext,
    input  aes_state_t key,

    output logic ciphertext_valid,
    input  logic ciphertext_ready,
    output aes_state_t ciphertext
);
  // verilator lint_off PINCONNECTEMPTY
  groestl_shared #(.FINAL(FINAL), .AES(groestl_pkg::AES_KEY), .ROUND_KEY(ROUND_KEY), .SBOX(SBOX)) u_shared (
      .clk, .rst, .message_valid, .message_ready, .message, .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext, .key, .round_key_index(), .round_key('0), .last_round_key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  // verilator lint_on PINCONNECTEMPTY
endmodule
