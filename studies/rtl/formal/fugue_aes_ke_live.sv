// `fugue_aes_ke` never hangs; progress.sv defines this.
module fugue_aes_ke_live
  import counterpoint_pkg::*;
#(
    parameter int unsigned KEY_SBOXES = 0
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
  column_t [7:0] digest;
  fugue_aes_ke #(.KEY_SBOXES(KEY_SBOXES)) u_fugue_aes_ke (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext('0), .key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  progress #(.LIMIT(40)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .wants_plaintext, .plaintext_valid, .plaintext_ready, .ciphertext_valid, .ciphertext_ready
  );
endmodule
