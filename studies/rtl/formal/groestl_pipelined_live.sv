// `groestl_pipelined_shared`, in `groestl_pipelined` and `groestl_aes_pipelined`, never hangs; progress.sv defines
// this.
module groestl_pipelined_live
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter aes_e AES = AES_NONE
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
  aes_state_t ciphertext;
  logic [255:0] digest;
  groestl_pipelined_shared #(.AES(AES)) u_groestl_pipelined (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext('0), .round_key_index(), .round_key_of_b(), .round_key('0),
      .last_round_key('0), .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  progress #(.LIMIT(60)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .wants_plaintext(wants_plaintext & AES != AES_NONE), .plaintext_valid, .plaintext_ready,
      .ciphertext_valid, .ciphertext_ready
  );
endmodule
