// Decides when `groestl_4aes_ke` takes four plaintexts and their keys, expands the keys, and encrypts.
//
// X takes the round keys and the blocks in turn, so its S-boxes serve both. A step of the key expansion and a round
// together take two cycles, and four blocks take 20:
//
//   cycle        0       1      2        3       4        ...  19       20              21
//   expands              1               1                     1                        1
//   K                    K0     K1       K1      K2            K9       K10             K'0
//   X                    K0     P+K0     K1      round 1       K9       round 9         K'0
//   H                    P      0        round 1 0             round 9  0               P'
//   ports        P, key                                                 ciphertext, P', key'
//
// In an odd cycle X takes H + K, as it takes Grøstl's H + M, and H becomes zero. In an even cycle H takes the result of
// the round, and X the round key. Key 10 is in K when it is needed. A prime marks the next blocks, which wait until the
// ciphertext is taken. No plaintext is taken while a message is hashed or waits to be hashed, and no message block
// while `open` is 0.
module groestl_keys_control
  import counterpoint_pkg::*;
  import groestl_pkg::*;
(
    input logic clk,
    input logic rst,

    input  logic hashing,
    input  logic message_valid,  // a message takes precedence over a plaintext
    output logic open,           // no block is in H or X: a message may begin

    input  logic plaintext_valid,
    output logic plaintext_ready,
    output logic ciphertext_valid,
    input  logic ciphertext_ready,

    output byte_t       rcon,
    output aes_enable_t enable
);
  localparam byte_t LAST_RCON = 8'h36;

  logic busy;     // H or X holds blocks
  logic expands;  // X holds round keys
  logic load, taken, does_round;

  assign open = ~busy;
  assign taken = ciphertext_valid & ciphertext_ready;
  assign plaintext_ready = (~busy | taken) & ~hashing & ~message_valid;
  assign load = plaintext_valid & plaintext_ready;
  assign does_round = busy & ~expands & ~ciphertext_valid;

  assign enable.x_begins = expands;
  assign enable.x_key = load | does_round;
  assign enable.h_add = does_round;
  assign enable.h_clear = expands;
  assign enable.plaintext = load;
  assign enable.round_key = load | expands;
  assign enable.clear_key = ~busy & ~load;
  assign enable.last_key_terms = '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      busy <= 1'b0;
      expands <= 1'b0;
      ciphertext_valid <= 1'b0;
      rcon <= 8'h01;
    end else begin
      busy <= load | (busy & ~taken);
      expands <= load | does_round;
      ciphertext_valid <= (expands & rcon == LAST_RCON) | (ciphertext_valid & ~ciphertext_ready);
      if (load) rcon <= 8'h01;
      else if (expands) rcon <= double(rcon);
    end
  end
endmodule
