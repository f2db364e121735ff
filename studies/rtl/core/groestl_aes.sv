// Grøstl-256 and AES-128 encryption in one datapath; the round keys of AES come from outside. A block of AES takes 10
// cycles.
//
// `round_key` must arrive in the cycle of its `round_key_index`: a key of the block taken last or, for index 0, of the
// one being taken. `last_round_key` is key 10 of the block whose ciphertext is valid. groestl_aes_control shows this
// cycle by cycle. With ROUND_KEY_AT_PORT no register holds the round key: it is requested a cycle later, and
// `round_key` must be zero while the index is 15.
//
// No plaintext is taken between the first block of a message and its digest, and no message before the last ciphertext
// is taken. A waiting message takes precedence over a waiting plaintext.
module groestl_aes
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

    output logic [3:0] round_key_index,
    input  aes_state_t round_key,
    input  aes_state_t last_round_key,

    output logic ciphertext_valid,
    input  logic ciphertext_ready,
    output aes_state_t ciphertext
);
  groestl_shared #(.FINAL(FINAL), .AES(groestl_pkg::AES_ROUND_KEYS), .ROUND_KEY(ROUND_KEY), .SBOX(SBOX)) u_shared (
      .clk, .rst, .message_valid, .message_ready, .message, .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext, .key('0), .round_key_index, .round_key, .last_round_key,
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
endmodule
