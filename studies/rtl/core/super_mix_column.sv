// One column of Super-Mix of Fugue or of MixColumns of AES, before the rows move.
//
// With p_i = u_i + u_(i+1) and w_i = 2 p_(i+1) + u_(i+2), rows modulo 4,
//
//   Super-Mix    row i = p_(i+2) + 2 w_i + u_i + diagonal_i      (M . u: the rows of M are 1 4 7 1, turned by i)
//   MixColumns   row i = p_(i+2) + w_(i-1)                       (2 3 1 1; `diagonal` must be zero)
//
// so all sums and doublings are shared; the choice is in the last look-up table but one.
module super_mix_column
  import counterpoint_pkg::*;
(
    input  column_t u,
    input  column_t diagonal,
    input  logic    mix_columns,
    output column_t mixed
);
  column_t p, w;

  always_comb begin
    for (int i = 0; i < 4; i++) p[i] = u[i] ^ u[(i+1)%4];
    for (int i = 0; i < 4; i++) w[i] = double(p[(i+1)%4]) ^ u[(i+2)%4];
    for (int i = 0; i < 4; i++) begin
      mixed[i] = p[(i+2)%4] ^ diagonal[i] ^ (mix_columns ? w[(i+3)%4] : double(w[i]) ^ u[i]);
    end
  end
endmodule
