// The rule for a sender with valid and ready: once valid is set, valid and data stay until ready.
module stream_rules #(
    parameter int unsigned WIDTH = 1
) (
    input logic clk,
    input logic rst,
    input logic valid,
    input logic ready,
    input logic [WIDTH-1:0] data
);
  logic waits;
  logic [WIDTH-1:0] kept;

  always_ff @(posedge clk) begin
    waits <= ~rst & valid & ~ready;
    kept <= data;
    if (~rst & waits) begin
      assert (valid);
      assert (data == kept);
    end
  end
endmodule
