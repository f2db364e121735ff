// One look-up table of four inputs: TABLE[i] is the output for the input i.
module lut4 #(
    parameter logic [15:0] TABLE = '0
) (
    input  logic [3:0] i,
    output logic       o
);
  assign o = TABLE[i];
endmodule
