// Grøstl-256 and AES-128 encryption in one datapath; the round keys of AES come from outside. A block of AES every 10
// cycles.
//
// `round_key` is asked for by `round_key_index` in the same cycle, for the block that came last or, with index 0, for
// the one that comes; `last_round_key` is key 10 of the block whose ciphertext is valid. groestl_aes_control shows it
// cycle by cycle. With ROUND_KEY_AT_PORT no register holds the round key: it is asked for a cycle later, and
// `round_key` must be zero where the index is 15.
//
// Between the first block of a message and its digest no plaintext is taken, nor a message before the last ciphertext
// is. A message that waits goes before a plaintext that waits.
module groestl_aes
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the form of round 2
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
