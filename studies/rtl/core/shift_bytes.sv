// ShiftBytes: rotates row r left by its number of columns for P or, if `q` is set, for Q of the final form.
//
// The round-2 form is wiring only; the final form costs a multiplexer for every bit. With four blocks of AES it is also
// ShiftRows, if `aes` is set: a byte whose source in ShiftRows is neither P's nor Q's costs another multiplexer.
module shift_bytes
  import counterpoint_pkg::*;
#(
    parameter bit FINAL = 1'b1,
    parameter int unsigned AES_BLOCKS = 0
) (
    input  logic           q,
    input  logic           aes,
    input  groestl_state_t a,
    output groestl_state_t b
);
  for (genvar c = 0; c < 8; c++) begin : g_column
    for (genvar r = 0; r < 8; r++) begin : g_row
      localparam int unsigned OF_P = (c + groestl_pkg::shift_of_p(r)) % 8;
      localparam int unsigned OF_Q = (c + groestl_pkg::shift_of_q(r)) % 8;
      localparam int unsigned OF_AES = AES_BLOCKS == 4 ? groestl_pkg::shift_rows_from(c, r) : OF_P;
      if (OF_AES == OF_P) begin : g_as_p
        assign b[c][r] = FINAL & q ? a[OF_Q][r] : a[OF_P][r];
      end else if (FINAL && OF_AES == OF_Q) begin : g_as_q
        assign b[c][r] = q | aes ? a[OF_Q][r] : a[OF_P][r];
      end else begin : g_chosen
        assign b[c][r] = aes ? a[OF_AES][r] : FINAL & q ? a[OF_Q][r] : a[OF_P][r];
      end
    end
  end
  if (AES_BLOCKS != 4) begin : g_unused
    logic unused;
    assign unused = aes;
  end
endmodule
