// The state of Keccak-f[1600] and the constants of its steps.
package keccak_pkg;

  localparam int unsigned ROUNDS = 24;
  localparam int unsigned MAX_RATE_LANES = 21;  // SHAKE128

  typedef logic [63:0] lane_t;
  typedef lane_t [4:0] plane_t;  // x = 0 to 4
  typedef plane_t [4:0] state_t;  // state[y][x]; byte n of the state is bits 8n+7 to 8n
  typedef lane_t [MAX_RATE_LANES-1:0] block_t;

  // rho's rotation of lane (x, y): (t + 1)(t + 2) / 2 on the walk (x, y) -> (y, 2x + 3y) from (1, 0).
  function automatic int unsigned rho_offset(int unsigned x, int unsigned y);
    int unsigned a, b, next;
    a = 1;
    b = 0;
    rho_offset = 0;
    for (int unsigned t = 0; t < 24; t++) begin
      if (a == x && b == y) rho_offset = ((t + 1) * (t + 2) / 2) % 64;
      next = (2 * a + 3 * b) % 5;
      a = b;
      b = next;
    end
  endfunction

  // iota's constants: bit 2^j - 1 of number i is output 7i + j of the shift register x^8 + x^6 + x^5 + x^4 + 1.
  function automatic lane_t [ROUNDS-1:0] iota_constants();
    logic [7:0] register;
    register = 8'h01;
    iota_constants = '0;
    for (int unsigned i = 0; i < 7 * ROUNDS; i++) begin
      iota_constants[i/7][(1<<(i%7))-1] = register[0];
      register = {register[6:0], 1'b0} ^ (8'h71 & {8{register[7]}});
    end
  endfunction

  localparam lane_t [ROUNDS-1:0] IOTA_CONSTANTS = iota_constants();

endpackage
