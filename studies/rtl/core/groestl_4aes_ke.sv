// Grøstl-256, and AES-128 encryption of four blocks at a time with four key expansions, in one datapath, using only its
// 64 S-boxes. Four blocks, each with its own key, take 20 cycles.
//
// One cycle expands the four keys, the next does a round of the four blocks: groestl_keys_control shows this cycle by
// cycle.
//
// No plaintext is taken between the first block of a message and its digest, and no message before the last ciphertext
// is taken. A waiting message takes precedence over a waiting plaintext.
module groestl_4aes_ke
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
    input  aes_state_t [3:0] plaintext,
    input  aes_state_t [3:0] key,

    output logic ciphertext_valid,
    input  logic ciphertext_ready,
    output aes_state_t [3:0] ciphertext
);
  // verilator lint_off PINCONNECTEMPTY
  groestl_shared #(
      .FINAL(FINAL), .AES(groestl_pkg::AES_KEY), .AES_BLOCKS(4), .ROUND_KEY(ROUND_KEY), .SBOX(SBOX)
  ) u_shared (
      .clk, .rst, .message_valid, .message_ready, .message, .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext, .key, .round_key_index(), .round_key('0), .last_round_key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  // verilator lint_on PINCONNECTEMPTY
endmodule
