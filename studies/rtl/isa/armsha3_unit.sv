// The instructions of armsha3: decoder and datapath. Written by `counterpoint-isa verilog`.
module armsha3_unit
  import isa_pkg::*;
(
    input logic [6:0] code,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  logic [31:0] control;
  armsha3_decode u_decode (.code, .control);
  armsha3_datapath u_datapath (.control, .n, .m, .a, .d);
endmodule
