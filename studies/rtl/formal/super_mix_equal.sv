// Super-Mix as its specification defines it, V = M . U + diag(s) . M^T and then row i left by i columns; and MixColumns
// of AES followed by the same moves.
module super_mix_equal
  import counterpoint_pkg::*;
(
    input aes_state_t u,
    input logic mix_columns
);
  // M[i][t] in hexadecimal digit 4i + t.
  localparam logic [15:0][3:0] M = 64'h1174_4117_7411_1741;

  aes_state_t v, b, mixed;
  super_mix u_super_mix (.u, .mix_columns, .v);

  function automatic byte_t row_sum(aes_state_t a, int row);
    row_sum = '0;
    for (int j = 0; j < 4; j++) if (j != row) row_sum = row_sum ^ a[j][row];
  endfunction

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      for (int j = 0; j < 4; j++) begin
        b[j][i] = multiply({4'h0, M[4*j+i]}, row_sum(u, i));
        for (int t = 0; t < 4; t++) b[j][i] = b[j][i] ^ multiply({4'h0, M[4*i+t]}, u[j][t]);
        mixed[j][i] = multiply(8'h02, u[j][i]) ^ multiply(8'h03, u[j][(i+1)%4]) ^ u[j][(i+2)%4] ^ u[j][(i+3)%4];
      end
    end
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) begin
        assert (v[k][i] == (mix_columns ? mixed[(k+i)%4][i] : b[(k+i)%4][i]));
      end
    end
  end
endmodule
