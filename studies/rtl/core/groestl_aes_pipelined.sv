// Grøstl-256 and AES-128 encryption in one datapath of two stages, at a higher clock; the round keys of AES come from
// outside. Two blocks of AES, A and B, take turns as P and Q do: two blocks every 20 cycles, each in 21.
//
// `round_key` is asked for in the same cycle by `round_key_index`. For 1 to 9, `round_key_of_b` says for which block: 1
// the second, 0 the first. Index 0 asks for the key of the block that is being taken; `last_round_key` is key 10 of the
// block whose ciphertext is valid. groestl_pipelined_shared shows it cycle by cycle.
//
// Between the first block of a message and its digest no plaintext is taken, nor a message before the last ciphertext
// is. A message that waits goes before a plaintext that waits.
module groestl_aes_pipelined
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the form of round 2
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
