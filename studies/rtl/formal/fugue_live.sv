// `fugue`, `fugue_unrolled` and `fugue_pipelined` never hang; progress.sv defines this.
module fugue_live
  import counterpoint_pkg::*;
#(
    parameter int unsigned FORM = 0,  // 0: fugue, 1: fugue_unrolled, 2: fugue_pipelined
    localparam int unsigned LIMIT = FORM == 2 ? 77 : FORM == 1 ? 20 : 40
) (
    input logic clk,
    input logic rst,
    input logic wants_message,
    input logic wants_last,
    input logic digest_ready
);
  logic message_valid, message_ready, message_last, last, digest_valid;
  column_t [7:0] digest;
  if (FORM == 2) begin : g_pipelined
    logic of_b, last_of_a;  // the second message ends with the first one
    assign last = of_b ? last_of_a : message_last;
    always_ff @(posedge clk) begin
      if (rst) of_b <= 1'b0;
      else if (message_valid & message_ready) begin
        of_b <= ~of_b;
        last_of_a <= last;
      end
    end
    fugue_pipelined u_fugue (
        .clk, .rst, .message_valid, .message_ready, .message('0), .message_last(last),
        .digest_valid, .digest_ready, .digest
    );
  end else begin : g_other
    assign last = message_last;
    if (FORM == 1) begin : g_unrolled
      fugue_unrolled u_fugue (
          .clk, .rst, .message_valid, .message_ready, .message('0), .message_last(last),
          .digest_valid, .digest_ready, .digest
      );
    end else begin : g_plain
      fugue u_fugue (
          .clk, .rst, .message_valid, .message_ready, .message('0), .message_last(last),
          .digest_valid, .digest_ready, .digest
      );
    end
  end
  progress #(.LIMIT(LIMIT)) u_progress (
      .clk, .rst,
      .wants_message, .wants_last, .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready
  );
endmodule
