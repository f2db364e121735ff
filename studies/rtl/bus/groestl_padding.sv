// Grøstl's padding, word by word: a bit 1, zeros, and the number of blocks in the last eight bytes, big-endian.
module groestl_padding (
    input logic clk,
    input logic rst,

    input  logic        beat_valid,
    output logic        beat_ready,
    input  logic [31:0] beat,
    input  logic [ 2:0] beat_bytes,
    input  logic        beat_last,

    output logic        word_valid,
    input  logic        word_ready,
    output logic [31:0] word,
    output logic        word_last
);
  typedef enum logic [2:0] {
    DATA,
    MARK,  // the bit 1 begins a word of its own
    ZERO,
    COUNT_HIGH,
    COUNT_LOW
  } phase_e;

  localparam logic [3:0] BEFORE_COUNT = 4'd13;

  phase_e phase;
  logic [3:0] index;  // of the word in its block
  logic [63:0] blocks;  // so far, the one being written included
  logic [31:0] kept, mark;

  masked_word #(.BYTES(4)) u_masked_word (.word(beat), .bytes(beat_bytes), .masked(kept));
  assign mark = beat_last & beat_bytes != 4 ? 32'h80 << {beat_bytes[1:0], 3'b000} : '0;

  assign word_valid = phase == DATA ? beat_valid : 1'b1;
  assign beat_ready = phase == DATA & word_ready;
  assign word_last = phase == COUNT_LOW;

  always_comb begin
    case (phase)
      DATA: word = kept | mark;
      MARK: word = 32'h80;
      COUNT_HIGH: word = {<<8{blocks[63:32]}};
      COUNT_LOW: word = {<<8{blocks[31:0]}};
      default: word = '0;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= DATA;
      index <= '0;
      blocks <= 64'd1;
    end else if (word_valid & word_ready) begin
      index <= index + 4'd1;
      if (word_last) blocks <= 64'd1;
      else if (index == 4'd15) blocks <= blocks + 64'd1;
      case (phase)
        DATA: if (beat_last) phase <= beat_bytes == 4 ? MARK : index == BEFORE_COUNT ? COUNT_HIGH : ZERO;
        COUNT_HIGH: phase <= COUNT_LOW;
        COUNT_LOW: phase <= DATA;
        default: phase <= index == BEFORE_COUNT ? COUNT_HIGH : ZERO;
      endcase
    end
  end
endmodule
