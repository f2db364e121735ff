// SubBytes of one byte by look-up in 256 entries, computed when the design is built.
module sbox_table
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
  localparam byte_t [255:0] TABLE = make_table();

  function automatic byte_t [255:0] make_table();
    for (int i = 0; i < 256; i++) begin
      make_table[i] = counterpoint_pkg::affine(counterpoint_pkg::inverse(8'(i))) ^ 8'h63;
    end
  endfunction

  assign s = TABLE[x];
endmodule
