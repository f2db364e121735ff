// Types and field arithmetic shared by all cores.
//
// Byte n of a block is in bits 8n+7 .. 8n, as on an AXI4-Stream bus. So `state[c][r]` is the byte in column c and row
// r: byte 4c + r of an AES or Fugue block, byte 8c + r of a Grøstl block with its eight rows.
package counterpoint_pkg;

  typedef logic [7:0] byte_t;
  typedef byte_t [3:0] column_t;  // of AES and Fugue: byte 0 is row 0
  typedef column_t [3:0] aes_state_t;
  typedef byte_t [7:0] groestl_column_t;
  typedef groestl_column_t [7:0] groestl_state_t;

  // How an S-box is built; all are proved equal.
  typedef enum logic [1:0] {
    SBOX_MAPPED    = 2'd0,  // four-input look-up tables, the same in every core: makes cores comparable
    SBOX_COMPOSITE = 2'd1,  // inversion in GF((2^4)^2)
    SBOX_TABLE     = 2'd2,  // 256 entries
    SBOX_GATES     = 2'd3   // the fewest gates: 113
  } sbox_e;

  // {02} * a in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
  function automatic byte_t double(byte_t a);
    double = {a[6:0], 1'b0} ^ (8'h1b & {8{a[7]}});
  endfunction

  // a * b in the same field.
  function automatic byte_t multiply(byte_t a, byte_t b);
    byte_t power;
    power = a;
    multiply = '0;
    for (int i = 0; i < 8; i++) begin
      multiply = multiply ^ (power & {8{b[i]}});
      power = double(power);
    end
  endfunction

  // 1 / a, and 0 for 0: a to the power of 254.
  function automatic byte_t inverse(byte_t a);
    byte_t power;
    power = a;
    inverse = 8'h01;
    for (int i = 0; i < 7; i++) begin
      power = multiply(power, power);
      inverse = multiply(inverse, power);
    end
  endfunction

  // The linear part of the affine map in SubBytes; its constant is {63}.
  function automatic byte_t affine(byte_t a);
    affine = a ^ {a[6:0], a[7]} ^ {a[5:0], a[7:6]} ^ {a[4:0], a[7:5]} ^ {a[3:0], a[7:4]};
  endfunction

  // RotWord of the key expansion of AES: the first byte becomes the last one.
  function automatic column_t rot_word(column_t word);
    rot_word = {word[0], word[3], word[2], word[1]};
  endfunction

endpackage
