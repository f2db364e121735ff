// The instructions of p: decoder and datapath. Written by `counterpoint-isa verilog`.
module p_unit
  import isa_pkg::*;
(
    input logic [5:0] code,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  logic [35:0] control;
  p_decode u_decode (.code, .control);
  p_datapath u_datapath (.control, .n, .m, .a, .d);
endmodule
