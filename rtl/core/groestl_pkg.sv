// Constants of Grøstl-256, in the final form and in that of round 2.
package groestl_pkg;
  import counterpoint_pkg::*;

  localparam logic [3:0] LAST_ROUND = 4'd9;

  // The chaining value before the first block: the size of the digest in bits, 256, in the last eight bytes, big-endian.
  localparam groestl_state_t INITIAL_VALUE = groestl_state_t'(9'h001) << 496;

  // By how many columns ShiftBytes rotates a row to the left. In round 2's form Q rotates as P does.
  function automatic int unsigned shift_of_p(int unsigned row);
    shift_of_p = row;
  endfunction

  function automatic int unsigned shift_of_q(int unsigned row);
    shift_of_q = (2 * row + (row < 4 ? 1 : 0)) % 8;
  endfunction

endpackage
