// Fugue-256: two cycles for a 32-bit word, 39 from the last word to the digest.
//
// The message comes in words and is already padded: zeros to a whole word, then its length in bits as 64 bits, most
// significant byte first. Byte 0 of a word is in bits 7..0. `message_last` comes with the last word.
module fugue
  import counterpoint_pkg::*;
  import fugue_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic    message_valid,
    output logic    message_ready,
    input  column_t message,
    input  logic    message_last,

    output logic          digest_valid,
    input  logic          digest_ready,
    output column_t [7:0] digest
);
  select_t next;
  enable_t enable;
  logic clear;

  // verilator lint_off PINCONNECTEMPTY
  fugue_control u_control (
      .clk, .rst, .open(1'b1), .hashing(),
      .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .clear, .next, .enable
  );

  fugue_state #(.SBOX(SBOX)) u_state (
      .clk, .clear(rst | clear), .next, .enable, .message, .insert('0), .enter('0), .sub_word(1'b0), .u(),
      .inserted(), .entered(), .digest
  );
  // verilator lint_on PINCONNECTEMPTY

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
`endif
endmodule
