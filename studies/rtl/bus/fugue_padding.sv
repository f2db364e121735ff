// Fugue's padding, word by word: zeros to a whole word, then the message's length in bits as two words, big-endian.
//
// An empty last beat (`bytes` = 0) adds nothing, so the empty message is only the two length words.
module fugue_padding (
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
  typedef enum logic [1:0] {
    DATA,
    LENGTH_HIGH,
    LENGTH_LOW
  } phase_e;

  phase_e phase;
  logic [60:0] length;  // in bytes
  logic [31:0] kept;

  masked_word #(.BYTES(4)) u_masked_word (.word(beat), .bytes(beat_bytes), .masked(kept));

  assign word_valid = phase == DATA ? beat_valid & beat_bytes != 0 : 1'b1;
  assign beat_ready = phase == DATA & (word_ready | beat_bytes == 0);
  assign word_last = phase == LENGTH_LOW;

  always_comb begin
    case (phase)
      LENGTH_HIGH: word = {<<8{length[60:29]}};
      LENGTH_LOW: word = {<<8{length[28:0], 3'b000}};
      default: word = kept;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= DATA;
      length <= '0;
    end else if (phase == DATA) begin
      if (beat_valid & beat_ready) begin
        length <= length + 61'(beat_bytes);
        if (beat_last) phase <= LENGTH_HIGH;
      end
    end else if (word_ready) begin
      phase <= phase == LENGTH_HIGH ? LENGTH_LOW : DATA;
      if (phase == LENGTH_LOW) length <= '0;
    end
  end
endmodule
