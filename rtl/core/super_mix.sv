// Super-Mix of Fugue, which is also MixColumns of AES with the rotation of rows that AES does before it.
//
// With p_i = u_i + u_(i+1) and w_i = 2 p_(i+1) + u_(i+2) in each column u (rows modulo 4),
//
//   Super-Mix    row i = p_(i+2) + 2 w_i + u_i + M[j][i] s_i      s_i: sum of row i without the column j = i
//   MixColumns   row i = p_(i+2) + w_(i-1)
//
// so that all sums and doublings are shared; the choice is in the last look-up table but one, and s_i is zero for MixColumns.
// Then row i goes left by i columns.
module super_mix
  import counterpoint_pkg::*;
(
    input  aes_state_t u,
    input  logic       mix_columns,
    output aes_state_t v
);
  aes_state_t p, w, diagonal, mixed;
  column_t s;

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      s[i] = {8{~mix_columns}} & (u[(i+1)%4][i] ^ u[(i+2)%4][i] ^ u[(i+3)%4][i]);
      // The column i of M: 1, 1, 7, 4 from the diagonal upwards.
      diagonal[i][i] = s[i];
      diagonal[(i+1)%4][i] = s[i];
      diagonal[(i+3)%4][i] = double(double(s[i]));
      diagonal[(i+2)%4][i] = double(double(s[i])) ^ double(s[i]) ^ s[i];
    end
    for (int j = 0; j < 4; j++) begin
      for (int i = 0; i < 4; i++) p[j][i] = u[j][i] ^ u[j][(i+1)%4];
      for (int i = 0; i < 4; i++) w[j][i] = double(p[j][(i+1)%4]) ^ u[j][(i+2)%4];
      for (int i = 0; i < 4; i++) begin
        mixed[j][i] = p[j][(i+2)%4] ^ diagonal[j][i] ^ (mix_columns ? w[j][(i+3)%4] : double(w[j][i]) ^ u[j][i]);
      end
    end
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) v[k][i] = mixed[(k+i)%4][i];
    end
  end
endmodule
