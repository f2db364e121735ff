// The first `bytes` bytes of a word; the others are zero.
module masked_word #(
    parameter int unsigned BYTES = 4
) (
    input  logic [      8*BYTES-1:0] word,
    input  logic [$clog2(BYTES+1)-1:0] bytes,
    output logic [      8*BYTES-1:0] masked
);
  for (genvar i = 0; i < BYTES; i++) begin : g_byte
    assign masked[8*i+:8] = word[8*i+:8] & {8{bytes > $bits(bytes)'(i)}};
  end
endmodule
