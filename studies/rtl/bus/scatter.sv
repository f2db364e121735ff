// Splits a result into beats of a stream: `bytes` of it, from byte 0; the last beat may be partly filled. The rest of
// the result, which may be internal state, is not shown, and is wiped with the last beat.
module scatter #(
    parameter int unsigned WIDTH = 32,
    parameter int unsigned MOST_WORDS = 8
) (
    input logic clk,
    input logic rst,

    input  logic                                    result_valid,
    output logic                                    result_ready,
    input  logic [MOST_WORDS-1:0][WIDTH-1:0]        result,
    input  logic [$clog2(MOST_WORDS*WIDTH/8+1)-1:0] result_bytes,
    input  logic                                    result_last,

    output logic               beat_valid,
    input  logic               beat_ready,
    output logic [  WIDTH-1:0] beat,
    output logic [WIDTH/8-1:0] beat_keep,
    output logic               beat_last
);
  localparam int unsigned BYTES = WIDTH / 8;

  logic [MOST_WORDS-1:0][WIDTH-1:0] waiting;
  logic [$clog2(MOST_WORDS*BYTES+1)-1:0] left;
  logic last, ends;

  assign beat_valid = left != 0;
  assign ends = left <= $bits(left)'(BYTES);
  assign beat_last = last & ends;
  assign result_ready = ~beat_valid | (beat_ready & ends);
  for (genvar i = 0; i < BYTES; i++) begin : g_keep
    assign beat_keep[i] = left > $bits(left)'(i);
    assign beat[8*i+:8] = waiting[0][8*i+:8] & {8{beat_keep[i]}};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      waiting <= '0;
      left <= '0;
      last <= 1'b0;
    end else if (result_valid & result_ready) begin
      waiting <= result;
      left <= result_bytes;
      last <= result_last;
    end else if (beat_valid & beat_ready) begin
      waiting <= ends ? '0 : {{WIDTH{1'b0}}, waiting[MOST_WORDS-1:1]};
      left <= ends ? '0 : left - $bits(left)'(BYTES);
    end
  end
endmodule
