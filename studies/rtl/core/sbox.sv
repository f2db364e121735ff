// SubBytes of one byte.
module sbox
  import counterpoint_pkg::*;
#(
    parameter sbox_e KIND = SBOX_MAPPED
) (
    input  byte_t x,
    output byte_t s
);
  if (KIND == SBOX_COMPOSITE) begin : g_composite
    sbox_composite u_sbox (.x, .s);
  end else if (KIND == SBOX_TABLE) begin : g_table
    sbox_table u_sbox (.x, .s);
  end else if (KIND == SBOX_GATES) begin : g_gates
    sbox_gates u_sbox (.x, .s);
  end else begin : g_mapped
    sbox_mapped u_sbox (.x, .s);
  end
endmodule
