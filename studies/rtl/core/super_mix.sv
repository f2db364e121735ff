// Super-Mix of Fugue, which is also MixColumns of AES together with the rotation of rows that AES does before it.
//
//   Super-Mix    V = M . U + diag(s) . M^T, with s_i the sum of row i without its element on the diagonal
//   MixColumns   the columns alone: s is zero
//
// Then row i moves left by i columns.
module super_mix
  import counterpoint_pkg::*;
(
    input  aes_state_t u,
    input  logic       mix_columns,
    output aes_state_t v
);
  aes_state_t diagonal, mixed;
  column_t s;

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      s[i] = {8{~mix_columns}} & (u[(i+1)%4][i] ^ u[(i+2)%4][i] ^ u[(i+3)%4][i]);
      // The column i of M: 1, 1, 7, 4 from the diagonal downwards.
      diagonal[i][i] = s[i];
      diagonal[(i+1)%4][i] = s[i];
      diagonal[(i+3)%4][i] = double(double(s[i]));
      diagonal[(i+2)%4][i] = double(double(s[i])) ^ double(s[i]) ^ s[i];
    end
  end

  for (genvar j = 0; j < 4; j++) begin : g_column
    super_mix_column u_column (.u(u[j]), .diagonal(diagonal[j]), .mix_columns, .mixed(mixed[j]));
  end

  always_comb begin
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) v[k][i] = mixed[(k+i)%4][i];
    end
  end
endmodule
