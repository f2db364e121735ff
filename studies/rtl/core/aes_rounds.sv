// AES-128 encryption without key expansion: a block every 10 cycles, a round a cycle; the round keys come from outside.
//
// The last round loads the next block at the same time, so the ciphertext is never in a register: it is the last
// round's result, on the port until it is taken.
//
//   cycle             0            1            2        ...  10                       11
//   round_key_index   0            1            2             0                        1
//   state                          P + K_0      round 1       round 9                  P' + K'_0
//   ports             plaintext                               ciphertext, plaintext'
//
// `round_key` must arrive in the cycle of its index: a key of the block taken last or, for index 0, of the one being
// taken. `last_round_key` is key 10 of the block whose ciphertext is valid.
module aes_rounds
  import counterpoint_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic       plaintext_valid,
    output logic       plaintext_ready,
    input  aes_state_t plaintext,

    output logic [3:0] round_key_index,
    input  aes_state_t round_key,
    input  aes_state_t last_round_key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  localparam logic [3:0] LAST_ROUND = 4'd10;

  logic [3:0] round;  // 0: none
  aes_state_t state, substituted, shifted, mixed;
  logic begins, load;

  assign ciphertext_valid = round == LAST_ROUND;
  assign begins = round == 4'd0 | ciphertext_valid;
  assign plaintext_ready = ~ciphertext_valid ? begins : ciphertext_ready;
  assign load = plaintext_valid & plaintext_ready;
  assign round_key_index = begins ? 4'd0 : round;

  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes (.x(state), .s(substituted));
  shift_rows u_shift_rows (.a(substituted), .b(shifted));
  for (genvar c = 0; c < 4; c++) begin : g_column
    mix_columns u_mix_columns (.a(shifted[c]), .b(mixed[c]));
  end

  assign ciphertext = shifted ^ last_round_key;

  always_ff @(posedge clk) begin
    if (rst) begin
      round <= '0;
      state <= '0;
    end else begin
      if (load) round <= 4'd1;
      else if (~begins) round <= round + 4'd1;
      else if (ciphertext_ready) round <= '0;
      if (load | ~begins) state <= (begins ? plaintext : mixed) ^ round_key;
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(128)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data(plaintext)
  );
`endif
endmodule
