// `fugue` never hangs: with a word offered and all results taken, something moves within 40 cycles.
module fugue_live
  import counterpoint_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready
);
  logic message_valid, message_ready, message_last, message_waits, digest_valid;
  column_t [7:0] digest;

  // What is offered stays until it is taken.
  assign message_valid = wants_message | message_waits;
  always_ff @(posedge clk) begin
    message_waits <= ~rst & message_valid & ~message_ready;
    if (rst | ~message_valid | message_ready) message_last <= wants_last;
  end

  fugue u_fugue (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest
  );
  progress #(.LIMIT(40)) u_progress (
      .clk, .rst,
      .willing(message_valid & digest_ready),
      .happens((message_valid & message_ready) | (digest_valid & digest_ready))
  );
endmodule
