// `fugue_aes` never hangs; progress.sv defines this.
module fugue_aes_live
  import counterpoint_pkg::*;
(
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
  column_t [7:0] digest;
  fugue_aes u_fugue_aes (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext('0), .round_key_index(), .round_key('0), .last_round_key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  progress #(.LIMIT(40)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .wants_plaintext, .plaintext_valid, .plaintext_ready, .ciphertext_valid, .ciphertext_ready
  );
endmodule
