// Decides when the Grøstl cores take a plaintext, encrypt it and output its ciphertext: a block, or four together, in
// 10 cycles.
//
// A plaintext waits in H, and its round key 0 in K, until X is free, which is in the last round of the previous block.
// While it waits, `pending` is 1; while a block is in X, `busy` is 1. groestl_control counts the rounds. Back to back:
//
//   cycle              0          1      2        ...  9        10         11           12
//   plaintext          P                                        P'
//   pending                       1                                        1
//   busy                                 1             1        1          1            1
//   round              9          9      0             7        8          9            0
//   round_key_index    0          1      2             9        0          1            2
//   K                             K0     K1            K8       K9         K'0          K'1
//   X                                    P+K0          round 7  round 8    round 9      P'+K'0
//   ciphertext                                                             of P
//
// With ROUND_KEY_AT_PORT a round key is requested in the cycle in which X takes it, which is a cycle later. In other
// cycles NO_ROUND_KEY is requested.
//
// A prime marks the next block, which waits until the ciphertext is taken. No plaintext is taken while a message is
// hashed or waits to be hashed, and no message block is taken while `open` is 0.
module groestl_aes_control
  import groestl_pkg::*;
#(
    parameter round_key_e ROUND_KEY = ROUND_KEY_IN_K
) (
    input logic clk,
    input logic rst,

    input  logic hashing,
    input  logic message_valid,  // a message takes precedence over a plaintext
    output logic open,           // no block is in H or X: a message may begin
    output logic begins,         // the first round is in the next cycle

    input logic [3:0] round,
    input logic       last_round,
    input logic       round_before_last,

    input  logic plaintext_valid,
    output logic plaintext_ready,
    output logic ciphertext_valid,
    input  logic ciphertext_ready,

    output logic        [3:0] round_key_index,
    output aes_enable_t       enable
);
  logic pending;  // H and K hold a plaintext and its round key 0
  logic busy;     // X holds a block
  logic load, taken, key_8_in_k, key_9_in_k;

  assign open = ~(pending | busy);
  assign plaintext_ready = (last_round | (busy & round_before_last)) & ~pending & ~hashing & ~message_valid;
  assign load = plaintext_valid & plaintext_ready;
  assign ciphertext_valid = busy & last_round;
  assign taken = ciphertext_valid & ciphertext_ready;
  assign begins = last_round & pending & (~busy | ciphertext_ready);
  if (ROUND_KEY == ROUND_KEY_AT_PORT) begin : g_index_at_port
    assign round_key_index = last_round & pending ? 4'd0 : last_round | ~busy ? NO_ROUND_KEY : round + 4'd1;
  end else begin : g_index
    assign round_key_index = last_round ? {3'b0, pending} : round_before_last ? 4'd0 : round + 4'd2;
  end

  assign key_8_in_k = busy & round == LAST_ROUND - 4'd2;
  assign key_9_in_k = busy & round_before_last;

  assign enable.x_begins = begins;
  assign {enable.x_key, enable.h_add, enable.h_clear} = '0;
  assign enable.plaintext = load;
  assign enable.round_key = load | begins | (~open & ~last_round);
  assign enable.clear_key = open & ~load;
  assign enable.last_key_terms = {key_8_in_k, key_9_in_k, key_8_in_k, key_9_in_k, key_9_in_k};

  always_ff @(posedge clk) begin
    if (rst) begin
      pending <= 1'b0;
      busy <= 1'b0;
    end else begin
      pending <= load | (pending & ~begins);
      busy <= begins | (busy & ~taken);
    end
  end
endmodule
