// `keccak` never hangs: with a block offered and the output taken, one or the other moves within 25 cycles.
module keccak_live
  import keccak_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic message_valid,
    input logic message_last,
    input logic digest_ready,
    input logic digest_more
);
  logic message_ready, digest_valid;
  block_t digest;
  keccak u_keccak (.clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .rate_lanes(5'd17), .digest_valid,
                   .digest_ready, .digest_more, .digest);
  progress #(.LIMIT(25)) u_progress (
      .clk, .rst,
      .willing(message_valid & digest_ready),
      .happens((message_valid & message_ready) | (digest_valid & digest_ready))
  );
endmodule
