// SubBytes of one byte, with the inversion in GF((2^4)^2).
//
// A byte is h Z + l with h and l in GF(2^4); then 1 / (h Z + l) = (h Z + h + l) / d with d = lambda h^2 + h l + l^2,
// which takes one inversion of four bits. GF(2^4) is GF(2)[y] / (y^4 + y + 1), and Z^2 + Z + lambda = 0. Both maps
// between the fields are linear; their matrices are computed when the design is built, and the second one includes the
// affine map.
module sbox_composite
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
  typedef logic [3:0] nibble_t;
  typedef byte_t [7:0] matrix_t;  // the images of the eight bits

  localparam nibble_t LAMBDA = 4'h8;  // y^3: Z^2 + Z + y^3 has no root in GF(2^4)
  localparam matrix_t FROM_TOWER = tower_basis();
  localparam matrix_t TO_TOWER = inverted(FROM_TOWER);

  // The images of 1, y, y^2, y^3, Z, yZ, y^2 Z, y^3 Z in the field of AES.
  function automatic matrix_t tower_basis();
    byte_t y, z, power, lambda;
    y = '0;
    z = '0;
    for (int i = 255; i > 0; i--) begin
      power = counterpoint_pkg::multiply(8'(i), 8'(i));
      power = counterpoint_pkg::multiply(power, power);
      if ((power ^ 8'(i)) == 8'h01) y = 8'(i);
    end
    lambda = counterpoint_pkg::multiply(y, counterpoint_pkg::multiply(y, y));
    for (int i = 255; i > 0; i--) begin
      if ((counterpoint_pkg::multiply(8'(i), 8'(i)) ^ 8'(i)) == lambda) z = 8'(i);
    end
    power = 8'h01;
    for (int i = 0; i < 4; i++) begin
      tower_basis[i] = power;
      tower_basis[i+4] = counterpoint_pkg::multiply(power, z);
      power = counterpoint_pkg::multiply(power, y);
    end
  endfunction

  function automatic byte_t mapped(matrix_t images, byte_t a);
    mapped = '0;
    for (int i = 0; i < 8; i++) mapped = mapped ^ (images[i] & {8{a[i]}});
  endfunction

  function automatic matrix_t inverted(matrix_t images);
    inverted = '0;
    for (int v = 0; v < 256; v++) begin
      for (int i = 0; i < 8; i++) if (mapped(images, 8'(v)) == 8'(1 << i)) inverted[i] = 8'(v);
    end
  endfunction

  function automatic nibble_t times(nibble_t a, nibble_t b);
    nibble_t power;
    power = a;
    times = '0;
    for (int i = 0; i < 4; i++) begin
      times = times ^ (power & {4{b[i]}});
      power = {power[2], power[1], power[0] ^ power[3], power[3]};
    end
  endfunction

  // a to the power of 14.
  function automatic nibble_t inverse(nibble_t a);
    nibble_t a2, a4;
    a2 = times(a, a);
    a4 = times(a2, a2);
    inverse = times(times(a4, a4), times(a4, a2));
  endfunction

  nibble_t h, l, d;
  assign {h, l} = mapped(TO_TOWER, x);
  assign d = inverse(times(LAMBDA, times(h, h)) ^ times(h, l) ^ times(l, l));
  assign s = counterpoint_pkg::affine(mapped(FROM_TOWER, {times(h, d), times(h ^ l, d)})) ^ 8'h63;
endmodule
