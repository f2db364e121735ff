// `fugue` never hangs: progress.sv says what that is.
module fugue_live
  import counterpoint_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready
);
  logic message_valid, message_ready, message_last, digest_valid;
  column_t [7:0] digest;
  fugue u_fugue (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest
  );
  progress #(.LIMIT(40)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready
  );
endmodule
