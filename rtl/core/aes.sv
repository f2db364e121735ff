// AES-128 encryption with key expansion: a block every 10 cycles, with a key of its own.
//
// A round a cycle. The round key is expanded beside the state, by four S-boxes of its own. While the last round is done the
// next block is loaded, so the ciphertext never stands in a register: it is the last round's result, on the port until it
// is taken. This is the separate core that those which share a datapath are compared with.
//
//   cycle        0            1            2        ...  10                       11
//   state                     P + K_0      round 1       round 9                  P' + K'_0
//   ports        plaintext                               ciphertext, plaintext'
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
  localparam logic [3:0] LAST_ROUND = 4'd9;

  logic busy;
  logic [3:0] round;  // counts from 0
  byte_t rcon;
  aes_state_t state, round_key;

  aes_state_t substituted, shifted, mixed, next_key;
  column_t key_substituted;
  logic last, step, load;

  assign last = round == LAST_ROUND;
  assign ciphertext_valid = busy & last;
  assign step = busy & (~last | ciphertext_ready);
  assign plaintext_ready = ~busy | (last & ciphertext_ready);
  assign load = plaintext_valid & plaintext_ready;

  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes (.x(state), .s(substituted));
  shift_rows u_shift_rows (.a(substituted), .b(shifted));
  for (genvar c = 0; c < 4; c++) begin : g_column
    mix_columns u_mix_columns (.a(shifted[c]), .b(mixed[c]));
  end
  sub_bytes #(.BYTES(4), .KIND(SBOX)) u_sub_word (.x(round_key[3]), .s(key_substituted));
  key_expansion u_key_expansion (.key(round_key), .substituted(key_substituted), .rcon, .next(next_key));

  assign ciphertext = shifted ^ next_key;

  always_ff @(posedge clk) begin
    if (rst) begin
      busy <= 1'b0;
      round <= '0;
      rcon <= 8'h01;
      state <= '0;
      round_key <= '0;
    end else if (load) begin
      busy <= 1'b1;
      round <= '0;
      rcon <= 8'h01;
      state <= plaintext ^ key;
      round_key <= key;
    end else if (step) begin
      busy <= ~last;
      round <= round + 4'd1;
      rcon <= double(rcon);
      state <= mixed ^ next_key;
      round_key <= next_key;
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(256)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
`endif
endmodule
