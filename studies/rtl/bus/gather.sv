// Gathers words into blocks: `words` of them make a block, which waits here until it is taken.
module gather #(
    parameter int unsigned WIDTH = 32,
    parameter int unsigned MOST_WORDS = 16
) (
    input logic clk,
    input logic rst,

    input logic [$clog2(MOST_WORDS+1)-1:0] words,

    input  logic             word_valid,
    output logic             word_ready,
    input  logic [WIDTH-1:0] word,
    input  logic             word_last,

    output logic                              block_valid,
    input  logic                              block_ready,
    output logic [MOST_WORDS-1:0][WIDTH-1:0]  block,
    output logic                              block_last
);
  logic [$clog2(MOST_WORDS+1)-1:0] index;

  assign block_valid = index == words;
  assign word_ready = ~block_valid | block_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      index <= '0;
      block <= '0;
      block_last <= 1'b0;
    end else begin
      if (block_valid & block_ready) index <= $bits(index)'(word_valid);
      else if (word_valid & word_ready) index <= index + 1'b1;
      if (word_valid & word_ready) begin
        for (int i = 0; i < MOST_WORDS; i++) begin
          if ((block_valid ? '0 : index) == $bits(index)'(i)) block[i] <= word;
        end
        block_last <= word_last;
      end
    end
  end
endmodule
