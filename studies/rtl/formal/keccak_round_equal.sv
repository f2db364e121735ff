// One round of Keccak-p[1600] as FIPS 202 writes it, step by step and bit by bit.
module keccak_round_equal
  import keccak_pkg::*;
(
    input state_t a,
    input lane_t  constant
);
  state_t b, theta, rho, pi, chi, iota;
  keccak_round u_round (.a, .constant, .b);

  // Section 3.2.2: rho's offsets, written out.
  localparam logic [0:4][0:4][5:0] OFFSETS = {  // [x][y]
    {6'd0, 6'd36, 6'd3, 6'd41, 6'd18},
    {6'd1, 6'd44, 6'd10, 6'd45, 6'd2},
    {6'd62, 6'd6, 6'd43, 6'd15, 6'd61},
    {6'd28, 6'd55, 6'd25, 6'd21, 6'd56},
    {6'd27, 6'd20, 6'd39, 6'd8, 6'd14}
  };

  for (genvar x = 0; x < 5; x++) begin : g_x
    for (genvar y = 0; y < 5; y++) begin : g_y
      for (genvar z = 0; z < 64; z++) begin : g_z
        logic left, right;
        assign left = a[0][(x+4)%5][z] ^ a[1][(x+4)%5][z] ^ a[2][(x+4)%5][z] ^ a[3][(x+4)%5][z] ^ a[4][(x+4)%5][z];
        assign right = a[0][(x+1)%5][(z+63)%64] ^ a[1][(x+1)%5][(z+63)%64] ^ a[2][(x+1)%5][(z+63)%64]
            ^ a[3][(x+1)%5][(z+63)%64] ^ a[4][(x+1)%5][(z+63)%64];
        assign theta[y][x][z] = a[y][x][z] ^ left ^ right;
        assign rho[y][x][z] = theta[y][x][(z+64-int'(OFFSETS[x][y]))%64];
        assign pi[y][x][z] = rho[x][(x+3*y)%5][z];
        assign chi[y][x][z] = pi[y][x][z] ^ ((pi[y][(x+1)%5][z] ^ 1'b1) & pi[y][(x+2)%5][z]);
        assign iota[y][x][z] = chi[y][x][z] ^ (x == 0 && y == 0 && constant[z]);
      end
    end
  end
  always_comb assert (b == iota);
endmodule
