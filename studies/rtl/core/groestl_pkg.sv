// Constants of Grøstl-256, in the final and the round-2 form, and the places of AES blocks in its state.
//
// The byte in row r and column c of an AES block is in row 2r and column 2c of Grøstl's state. There ShiftBytes of P is
// ShiftRows, as row 2r is rotated by 2r columns, and MixBytes without one term is MixColumns (see mix_bytes).
//
// With four blocks, block 1 is in row 2r and column 2c + 1, and blocks 2 and 3 are in the odd rows. ShiftBytes rotates
// these by odd numbers of eight columns, ShiftRows by 0 to 3 of a block's four. However the columns and rows of the two
// blocks are arranged, at least 24 of their 32 bytes come from another column than P's and need a multiplexer. The
// arrangement here reaches 24, and 18 in the final form, where Q's rotations already supply six (see shift_bytes).
package groestl_pkg;
  import counterpoint_pkg::*;

  localparam logic [3:0] LAST_ROUND = 4'd9;  // of a permutation and of AES-128, counted from 0

  // The chaining value before the first block: the size of the digest in bits, 256, in the last eight bytes,
  // big-endian.
  localparam groestl_state_t INITIAL_VALUE = groestl_state_t'(9'h001) << 496;

  // SubBytes maps it to zero.
  localparam byte_t ZERO_AFTER_SUB_BYTES = 8'h52;

  // What a core does in addition to hashing.
  typedef enum logic [1:0] {
    AES_NONE,
    AES_ROUND_KEYS,  // encrypts with round keys from outside
    AES_KEY  // expands the key
  } aes_e;

  // Where the round key of AES is held.
  typedef enum logic [1:0] {
    ROUND_KEY_IN_K,    // in a register of its own
    ROUND_KEY_IN_M,    // in M, which Grøstl does not need meanwhile
    ROUND_KEY_AT_PORT  // nowhere: it is added as it arrives from outside
  } round_key_e;

  // Requested by a core with ROUND_KEY_AT_PORT when it uses none of the round keys 0 to 9: zero.
  typedef enum logic [3:0] {
    NO_ROUND_KEY = 4'd15
  } round_key_index_e;

  // Controls of the multiplexers in groestl_state.
  typedef struct packed {
    logic       q;            // the round is one of Q, not of P
    logic       q_next;       // the coming round is one of Q,
    logic [3:0] round_next;   // and this is its number
    logic       begins;       // X takes the input of a permutation, not the result of a round
    logic       begins_on_h;  // that input contains H
  } select_t;

  // Which registers are written.
  typedef struct packed {
    logic h_add;      // H: H + the result of the round
    logic h_initial;  // H: the initial value
    logic m_load;     // M: a message block
    logic m_clear;    // M: zero
  } enable_t;

  // In `groestl_aes_ke` this many words of H keep the terms of round key 10, and column c of H has word c.
  localparam int unsigned LAST_KEY_TERMS = 5;

  // Which registers are written while AES runs.
  typedef struct packed {
    logic x_begins;   // X: H plus the round key
    logic x_key;      // X: the round key alone (four keys)
    logic h_add;      // H: H + the result of the round (four keys)
    logic h_clear;    // H: zero (four keys)
    logic plaintext;  // the block in H: the plaintext that is taken
    logic round_key;  // K, or the part of M in its place: the next round key
    logic clear_key;  // the same: zero
    logic [LAST_KEY_TERMS-1:0] last_key_terms;  // each word of H that keeps a term of round key 10
  } aes_enable_t;

  // By how many columns ShiftBytes rotates a row to the left. In the round-2 form Q rotates like P.
  function automatic int unsigned shift_of_p(int unsigned row);
    shift_of_p = row;
  endfunction

  function automatic int unsigned shift_of_q(int unsigned row);
    shift_of_q = (2 * row + (row < 4 ? 1 : 0)) % 8;
  endfunction

  // The place of byte (row, column) of AES block number `block`.
  function automatic int unsigned row_of(int unsigned block, int unsigned row);
    // Blocks 2 and 3: rows 3, 5, 7, 1.
    row_of = block < 2 ? 2 * row : 2 * ((row + 1) % 4) + 1;
  endfunction

  function automatic int unsigned column_of(int unsigned block, int unsigned column);
    // Blocks 2 and 3: columns 0, 2, 1, 3 of four.
    column_of = block < 2 ? 2 * column + block : 4 * (block - 2) + 2 * (column % 2) + column / 2;
  endfunction

  // The column from which ShiftRows takes the byte of this column and row, with four blocks.
  function automatic int unsigned shift_rows_from(int unsigned column, int unsigned row);
    shift_rows_from = 0;
    for (int unsigned n = 2 * (row % 2); n < 2 * (row % 2) + 2; n++) begin
      for (int unsigned c = 0; c < 4; c++) begin
        for (int unsigned r = 0; r < 4; r++) begin
          if (column_of(n, c) == column && row_of(n, r) == row) shift_rows_from = column_of(n, (c + r) % 4);
        end
      end
    end
  endfunction

  // The number of the block that has a byte in this column and row.
  function automatic int unsigned block_of(int unsigned column, int unsigned row);
    block_of = row % 2 == 0 ? column % 2 : 2 + column / 4;
  endfunction

  // Puts four blocks of AES, or their round keys, into their places.
  function automatic groestl_state_t in_groestl(aes_state_t [3:0] blocks);
    for (int unsigned n = 0; n < 4; n++) begin
      for (int unsigned c = 0; c < 4; c++) begin
        for (int unsigned r = 0; r < 4; r++) in_groestl[column_of(n, c)][row_of(n, r)] = blocks[n][c][r];
      end
    end
  endfunction

  // Extracts block number `block` from the state.
  function automatic aes_state_t from_groestl(groestl_state_t state, int unsigned block);
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) from_groestl[c][r] = state[column_of(block, c)][row_of(block, r)];
    end
  endfunction

endpackage
