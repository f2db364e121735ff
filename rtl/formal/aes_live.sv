// `aes` never hangs: with a block offered and the ciphertext taken, one or the other moves within 10 cycles.
module aes_live
  import counterpoint_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic plaintext_valid,
    input logic ciphertext_ready
);
  logic plaintext_ready, ciphertext_valid;
  aes_state_t ciphertext;
  aes u_aes (.clk, .rst, .plaintext_valid, .plaintext_ready, .plaintext('0), .key('0), .ciphertext_valid, .ciphertext_ready,
             .ciphertext);
  progress #(.LIMIT(10)) u_progress (
      .clk, .rst,
      .willing(plaintext_valid & ciphertext_ready),
      .happens((plaintext_valid & plaintext_ready) | (ciphertext_valid & ciphertext_ready))
  );
endmodule
