// `fugue_aes_ke` never hangs: with something offered and all results taken, something moves within 40 cycles. A message that has
// begun keeps plaintext out, so until its last word only its words count.
module fugue_aes_ke_live
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
  logic message_valid, message_ready, message_last, message_waits, digest_valid, in_message;
  column_t [7:0] digest;
  logic plaintext_valid, plaintext_ready, plaintext_waits, ciphertext_valid;
  aes_state_t ciphertext;

  // What is offered stays until it is taken.
  assign message_valid = wants_message | message_waits;
  always_ff @(posedge clk) begin
    if (rst | (message_valid & message_ready)) in_message <= ~rst & ~message_last;
    message_waits <= ~rst & message_valid & ~message_ready;
    if (rst | ~message_valid | message_ready) message_last <= wants_last;
    plaintext_waits <= ~rst & plaintext_valid & ~plaintext_ready;
  end
  assign plaintext_valid = wants_plaintext | plaintext_waits;

  fugue_aes_ke u_fugue_aes_ke (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid, .plaintext_ready, .plaintext('0), .key('0),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );
  progress #(.LIMIT(40)) u_progress (
      .clk, .rst,
      .willing((message_valid | (plaintext_valid & ~in_message)) & digest_ready & ciphertext_ready),
      .happens((message_valid & message_ready) | (digest_valid & digest_ready) | (plaintext_valid & plaintext_ready)
          | (ciphertext_valid & ciphertext_ready))
  );
endmodule
