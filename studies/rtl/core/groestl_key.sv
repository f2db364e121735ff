// The round keys of AES in `groestl_aes_ke`: a step of the key expansion each cycle, and round key 10 for the
// ciphertext.
//
// K, in groestl_state, holds the round key, and four S-boxes that AES leaves idle substitute its last column.
//
// Round key 10 is needed in the cycle of the ciphertext, when K already holds the key of the next block. Its column c
// is the sum of columns 0 to c of round key 9, of RotWord(SubWord(column 3 of round key 9)) and of the last round
// constant. Words of H that AES leaves idle keep these terms. Columns 0 + 1 of round key 9 are column 1 of round key 8,
// and columns 2 + 3 are column 3 of round key 8. These two are kept a cycle earlier, so no column of round key 10 needs
// more than three words. The cost is a multiplexer before each bit of five words of H.
module groestl_key
  import counterpoint_pkg::*;
  import groestl_pkg::*;
(
    input logic clk,
    input logic rst,

    input  logic       load,       // the key of a new block goes into K
    input  logic       enable,     // K takes `next`
    input  aes_state_t key,        // of the new block
    input  aes_state_t round_key,  // K
    input  column_t    rotated,    // RotWord of SubWord of its last column
    output aes_state_t next,

    input  column_t [LAST_KEY_TERMS-1:0] last_key_terms,
    output aes_state_t                   last_round_key
);
  localparam byte_t LAST_RCON = 8'h36;

  byte_t rcon;
  aes_state_t key_with_rcon;
  column_t rotated_9, key_9_0, key_8_1, key_9_2, key_8_3;  // the number of the round key, that of its column
  column_t first;

  // The round constant is added to the key, because the path from the S-boxes is the longer one.
  assign key_with_rcon = round_key ^ 128'(rcon);
  key_schedule u_key_schedule (.round_key(key_with_rcon), .rotated, .load, .key, .next);

  always_ff @(posedge clk) begin
    if (rst | load) rcon <= 8'h01;
    else if (enable) rcon <= double(rcon);
  end

  assign {key_8_3, key_9_2, key_8_1, key_9_0, rotated_9} = last_key_terms;
  assign first = rotated_9 ^ 32'(LAST_RCON);
  assign last_round_key = {
    first ^ key_8_1 ^ key_8_3,
    first ^ key_8_1 ^ key_9_2,
    first ^ key_8_1,
    first ^ key_9_0
  };
endmodule
