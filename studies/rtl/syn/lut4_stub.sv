// Replaces core/lut4.sv in the area flow: a look-up table that the mapper leaves alone.
(* blackbox *)
module lut4 #(
    parameter logic [15:0] TABLE = '0
) (
    input  logic [3:0] i,
    output logic       o
);
endmodule
