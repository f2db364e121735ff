// The instructions of k: decoder and datapath. Written by `counterpoint-isa verilog`.
module k_unit
  import isa_pkg::*;
(
    input logic [4:0] code,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  logic [38:0] control;
  k_decode u_decode (.code, .control);
  k_datapath u_datapath (.control, .n, .m, .a, .d);
endmodule
