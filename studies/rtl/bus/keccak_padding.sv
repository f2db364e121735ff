// The padding of SHA-3 and SHAKE, lane by lane: the suffix, zeros, and the last bit of the block.
module keccak_padding (
    input logic clk,
    input logic rst,

    input logic [4:0] rate_lanes,
    input logic [7:0] suffix,  // 06 for SHA-3, 1f for SHAKE

    input  logic        beat_valid,
    output logic        beat_ready,
    input  logic [63:0] beat,
    input  logic [ 3:0] beat_bytes,
    input  logic        beat_last,

    output logic        word_valid,
    input  logic        word_ready,
    output logic [63:0] word,
    output logic        word_last
);
  typedef enum logic [1:0] {
    DATA,
    SUFFIX,  // begins a lane of its own
    ZERO
  } phase_e;

  phase_e phase;
  logic [4:0] index;
  logic [63:0] kept, mark;
  logic block_ends, message_ends;

  masked_word #(.BYTES(8)) u_masked_word (.word(beat), .bytes(beat_bytes), .masked(kept));
  assign mark = beat_last & beat_bytes != 8 ? 64'(suffix) << {beat_bytes[2:0], 3'b000} : '0;

  assign word_valid = phase == DATA ? beat_valid : 1'b1;
  assign beat_ready = phase == DATA & word_ready;
  assign block_ends = index + 5'd1 == rate_lanes;
  assign message_ends = phase != DATA | (beat_last & beat_bytes != 8);
  assign word_last = block_ends & message_ends;

  always_comb begin
    case (phase)
      DATA: word = kept | mark;
      SUFFIX: word = 64'(suffix);
      default: word = '0;
    endcase
    if (word_last) word[63] = 1'b1;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= DATA;
      index <= '0;
    end else if (word_valid & word_ready) begin
      index <= block_ends ? '0 : index + 5'd1;
      if (word_last) phase <= DATA;
      else if (message_ends) phase <= ZERO;
      else if (phase == DATA & beat_last) phase <= SUFFIX;
    end
  end
endmodule
