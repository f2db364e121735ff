// One round of Keccak-f[1600]: theta, rho, pi, chi, iota. rho and pi are wiring.
module keccak_round
  import keccak_pkg::*;
(
    input  state_t a,
    input  lane_t  constant,  // of iota
    output state_t b
);
  plane_t parity, effect;
  state_t moved, nonlinear;

  for (genvar x = 0; x < 5; x++) begin : g_theta
    assign parity[x] = a[0][x] ^ a[1][x] ^ a[2][x] ^ a[3][x] ^ a[4][x];
    assign effect[x] = parity[(x+4)%5] ^ {parity[(x+1)%5][62:0], parity[(x+1)%5][63]};
  end

  for (genvar y = 0; y < 5; y++) begin : g_plane
    for (genvar x = 0; x < 5; x++) begin : g_lane
      localparam int unsigned OFFSET = rho_offset(x, y);
      lane_t mixed;
      assign mixed = a[y][x] ^ effect[x];
      if (OFFSET == 0) begin : g_still
        assign moved[(2*x+3*y)%5][y] = mixed;
      end else begin : g_rotated
        assign moved[(2*x+3*y)%5][y] = {mixed[63-OFFSET:0], mixed[63:64-OFFSET]};
      end
      assign nonlinear[y][x] = moved[y][x] ^ (~moved[y][(x+1)%5] & moved[y][(x+2)%5]);
    end
  end

  always_comb begin
    b = nonlinear;
    b[0][0] = nonlinear[0][0] ^ constant;
  end
endmodule
