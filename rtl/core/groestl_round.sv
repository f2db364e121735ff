// A round of P or Q without AddRoundConstant: SubBytes, ShiftBytes, MixBytes.
module groestl_round
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input  logic           q,
    input  groestl_state_t x,
    output groestl_state_t b
);
  groestl_state_t substituted, shifted;
  sub_bytes #(.BYTES(64), .KIND(SBOX)) u_sub_bytes (.x, .s(substituted));
  shift_bytes #(.FINAL(FINAL)) u_shift_bytes (.q, .a(substituted), .b(shifted));
  for (genvar c = 0; c < 8; c++) begin : g_column
    groestl_column_t unused_y, unused_z;
    mix_bytes u_mix_bytes (.a(shifted[c]), .b(b[c]), .y(unused_y), .z(unused_z));
  end
endmodule
