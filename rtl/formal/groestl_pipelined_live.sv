// `groestl_pipelined` never hangs: progress.sv says what that is.
module groestl_pipelined_live
(
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready
);
  logic message_valid, message_ready, message_last, digest_valid;
  logic [255:0] digest;
  groestl_pipelined u_groestl_pipelined (
      .clk, .rst, .message_valid, .message_ready, .message('0), .message_last, .digest_valid, .digest_ready, .digest
  );
  progress #(.LIMIT(60)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready
  );
endmodule
