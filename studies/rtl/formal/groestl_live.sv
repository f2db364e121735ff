// `groestl` never hangs; progress.sv defines this.
module groestl_live
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter aes_e AES = AES_NONE,
    parameter int unsigned AES_BLOCKS = AES == AES_NONE ? 0 : 1,
    parameter round_key_e ROUND_KEY = ROUND_KEY_IN_K
) (
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready,
    input logic wants_plaintext,
    input logic ciphertext_ready
);
  logic message_valid, message_ready, message_last, digest_valid;
  logic plaintext_valid, plaintext_ready, ciphertext_valid;
  aes_state_t [(AES_BLOCKS == 0 ? 1 : AES_BLOCKS)-1:0] ciphertext;
  logic [255:0] digest;
  groestl_shared #(.AES(AES), .AES_BLOCKS(AES_BLOCKS), .ROUND_KEY(ROUND_KEY)) u_groestl (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext('0), .key('0), .round_key_index(), .round_key('0), .last_round_key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  progress #(.LIMIT(42)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .wants_plaintext(wants_plaintext & AES != AES_NONE), .plaintext_valid, .plaintext_ready, .ciphertext_valid, .ciphertext_ready
  );
endmodule
