// A round of P or Q without AddRoundConstant: SubBytes, ShiftBytes, MixBytes; with `aes`, a round of AES without
// AddRoundKey, in one block of the state or in four (see groestl_pkg).
module groestl_round
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,
    parameter int unsigned AES_BLOCKS = 0,
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input  logic           q,
    input  logic           aes,
    input  groestl_state_t x,
    output groestl_state_t substituted,
    output groestl_state_t shifted,
    output groestl_state_t mixed
);
  sub_bytes #(.BYTES(64), .KIND(SBOX)) u_sub_bytes (.x, .s(substituted));
  shift_bytes #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS)) u_shift_bytes (.q, .aes, .a(substituted), .b(shifted));
  for (genvar c = 0; c < 8; c++) begin : g_column
    // One block of AES is in the even columns.
    localparam int unsigned IN_COLUMN = AES_BLOCKS == 4 ? 2 : AES_BLOCKS == 1 && c % 2 == 0 ? 1 : 0;
    mix_bytes #(.AES_BLOCKS(IN_COLUMN)) u_mix_bytes (.aes, .a(shifted[c]), .b(mixed[c]));
  end
endmodule
