// ShiftRows: rotates row r left by r columns. Wiring only.
module shift_rows
  import counterpoint_pkg::*;
(
    input  aes_state_t a,
    output aes_state_t b
);
  for (genvar c = 0; c < 4; c++) begin : g_column
    for (genvar r = 0; r < 4; r++) begin : g_row
      assign b[c][r] = a[(c+r)%4][r];
    end
  end
endmodule
