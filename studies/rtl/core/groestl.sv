// Grøstl-256: 20 cycles a block, with blocks back to back; the digest comes 11 cycles after the end of the last block.
//
// groestl_state does the work of a cycle, and groestl_control decides when.
module groestl
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the round-2 form
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic           message_valid,
    output logic           message_ready,
    input  groestl_state_t message,
    input  logic           message_last,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic        [255:0] digest
);
  // verilator lint_off PINCONNECTEMPTY
  groestl_shared #(.FINAL(FINAL), .SBOX(SBOX)) u_shared (
      .clk, .rst, .message_valid, .message_ready, .message, .message_last, .digest_valid, .digest_ready, .digest,
      .plaintext_valid(1'b0), .plaintext_ready(), .plaintext('0), .key('0), .round_key_index(), .round_key('0),
      .last_round_key('0), .ciphertext_valid(), .ciphertext_ready(1'b0), .ciphertext()
  );
  // verilator lint_on PINCONNECTEMPTY
endmodule
