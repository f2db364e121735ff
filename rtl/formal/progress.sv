// Something happens at least every LIMIT cycles in which the outside stands still for nobody.
//
// `willing`: whoever sends has something to send, whoever receives would take it. `happens`: something went in or out.
module progress #(
    parameter int unsigned LIMIT = 32
) (
    input logic clk,
    input logic rst,
    input logic willing,
    input logic happens
);
  logic [$clog2(LIMIT+1)-1:0] waited;

  always_ff @(posedge clk) begin
    if (rst | happens | ~willing) waited <= '0;
    else waited <= waited + 1'b1;
  end

  always_comb assert (waited < $bits(waited)'(LIMIT));
endmodule
