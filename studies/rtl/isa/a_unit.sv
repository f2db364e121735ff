// The instructions of a: decoder and datapath. Written by `counterpoint-isa verilog`.
module a_unit
  import isa_pkg::*;
(
    input logic [5:0] code,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  logic [48:0] control;
  a_decode u_decode (.code, .control);
  a_datapath u_datapath (.control, .n, .m, .a, .d);
endmodule
