// MixBytes as Grøstl defines it, by the circulant matrix, for every input of a single one bit.
//
// mix_bytes has only XOR gates, which is checked, so this is a proof for all inputs. For all inputs at once, a SAT
// solver would take hours for sums of so many terms.
module mix_bytes_equal
  import counterpoint_pkg::*;
(
    input logic [5:0] one
);
  localparam byte_t [7:0] MATRIX = {8'd7, 8'd5, 8'd3, 8'd5, 8'd4, 8'd3, 8'd2, 8'd2};

  function automatic byte_t product(groestl_column_t column, int row);
    product = '0;
    for (int k = 0; k < 8; k++) product = product ^ multiply(MATRIX[k], column[(row+k)%8]);
  endfunction

  groestl_column_t a, b;
  assign a = 64'd1 << one;
  mix_bytes u_mix_bytes (.aes(1'b0), .a, .b);
  for (genvar r = 0; r < 8; r++) begin : g_row
    always_comb assert (b[r] == product(a, r));
  end
endmodule
