// Constants of Grøstl-256, in the final form and in that of round 2, and where blocks of AES stand in its state.
//
// The byte in row r and column c of an AES block stands in row 2r and column 2c of Grøstl's state. There ShiftBytes of P is
// ShiftRows, as row 2r is rotated by 2r columns, and MixBytes without one term is MixColumns (see mix_bytes).
// With four blocks, block 1 stands in row 2r and column 2c + 1, blocks 2 and 3 in rows 2r + 1. These are rotated by one column
// more: after k rounds of AES their bytes are k columns further left, and change places with each other.
package groestl_pkg;
  import counterpoint_pkg::*;

  localparam logic [3:0] LAST_ROUND = 4'd9;

  // The chaining value before the first block: the size of the digest in bits, 256, in the last eight bytes, big-endian.
  localparam groestl_state_t INITIAL_VALUE = groestl_state_t'(9'h001) << 496;

  // SubBytes makes it zero.
  localparam byte_t ZERO_AFTER_SUB_BYTES = 8'h52;

  // What a core does besides hashing.
  typedef enum logic [1:0] {
    AES_NONE,
    AES_ROUND_KEYS,  // encrypts with round keys from outside
    AES_KEY  // expands the key
  } aes_e;

  // By how many columns ShiftBytes rotates a row to the left. In round 2's form Q rotates as P does.
  function automatic int unsigned shift_of_p(int unsigned row);
    shift_of_p = row;
  endfunction

  function automatic int unsigned shift_of_q(int unsigned row);
    shift_of_q = (2 * row + (row < 4 ? 1 : 0)) % 8;
  endfunction

  // Where byte (row, column) of AES block number `block` stands before the first round, and after `rounds` rounds.
  function automatic int unsigned row_of(int unsigned block, int unsigned row);
    row_of = 2 * row + block / 2;
  endfunction

  function automatic int unsigned column_of(int unsigned block, int unsigned column, int unsigned rounds);
    column_of = (2 * column + block % 2 + (block < 2 ? 0 : 80 - rounds)) % 8;
  endfunction

endpackage
