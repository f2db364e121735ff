// AES-128 encryption with key expansion: a block every 10 cycles, with a key of its own.
//
// It is `aes_rounds` with a register for the round key, which four S-boxes of its own expand. In the last round the
// next block's key comes in while key 10 goes to the port, from the gates after key 9. The shared cores are compared
// with this separate one.
module aes
  import counterpoint_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic       plaintext_valid,
    output logic       plaintext_ready,
    input  aes_state_t plaintext,
    input  aes_state_t key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  logic [3:0] round_key_index;
  byte_t rcon;
  aes_state_t round_key, next_key, key_of_round;
  column_t substituted;
  logic load;

  aes_rounds #(.SBOX(SBOX)) u_rounds (
      .clk, .rst, .plaintext_valid, .plaintext_ready, .plaintext,
      .round_key_index, .round_key(key_of_round), .last_round_key(next_key),
      .ciphertext_valid, .ciphertext_ready, .ciphertext
  );

  sub_bytes #(.BYTES(4), .KIND(SBOX)) u_sub_word (.x(round_key[3]), .s(substituted));
  key_expansion u_key_expansion (.key(round_key), .substituted, .rcon, .next(next_key));
  assign key_of_round = round_key_index == 4'd0 ? key : next_key;
  assign load = plaintext_valid & plaintext_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      rcon <= 8'h01;
      round_key <= '0;
    end else if (load | round_key_index != 4'd0) begin
      rcon <= load ? 8'h01 : double(rcon);
      round_key <= key_of_round;
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(256)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
`endif
endmodule
