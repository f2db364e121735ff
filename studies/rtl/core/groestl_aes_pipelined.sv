// Grøstl-256 and AES-128 encryption in one datapath of two stages, at a higher clock; the round keys of AES come from
// outside. Two blocks of AES, A and B, alternate like P and Q: two blocks every 20 cycles, each with a latency of 21.
//
// `round_key` must arrive in the cycle of its `round_key_index`. For 1 to 9, `round_key_of_b` selects the block: 0 the
// first, 1 the second. Index 0 requests the key of the block being taken. `last_round_key` is key 10 of the block whose
// ciphertext is valid. groestl_pipelined_shared shows this cycle by cycle.
//
// No plaintext is taken between the first block of a message and its digest, and no message before the last ciphertext
// is taken. A waiting message takes precedence over a waiting plaintext.
module groestl_aes_pipelined
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the round-2 form
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

    input  logic       plaintext_valid,
    output logic       plaintext_ready,
    input  aes_state_t plaintext,

    output logic [3:0] round_key_index,
    output logic       round_key_of_b,
    input  aes_state_t round_key,
    input  aes_state_t last_round_key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  groestl_pipelined_shared #(.FINAL(FINAL), .AES(groestl_pkg::AES_ROUND_KEYS), .SBOX(SBOX)) u_shared (
      .clk, .rst, .message_valid, .message_ready, .message, .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext, .round_key_index, .round_key_of_b, .round_key, .last_round_key,
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
endmodule
