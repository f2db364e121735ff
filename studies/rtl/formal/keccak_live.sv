// `keccak` never hangs; progress.sv defines this.
module keccak_live
  import keccak_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready,
    input logic digest_more
);
  logic message_valid, message_ready, message_last, digest_valid;
  block_t digest;
  keccak u_keccak (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest,
      .rate_lanes(5'd17), .digest_more
  );
  progress #(.LIMIT(25)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready
  );
endmodule
