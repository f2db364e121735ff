// SubBytes of several bytes.
module sub_bytes
  import counterpoint_pkg::*;
#(
    parameter int unsigned BYTES = 16,
    parameter sbox_e KIND = SBOX_MAPPED
) (
    input  byte_t [BYTES-1:0] x,
    output byte_t [BYTES-1:0] s
);
  for (genvar i = 0; i < BYTES; i++) begin : g_byte
    sbox #(.KIND(KIND)) u_sbox (.x(x[i]), .s(s[i]));
  end
endmodule
