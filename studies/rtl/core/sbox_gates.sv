// SubBytes of one byte in 113 gates, 32 of them AND: the circuit of Boyar and Peralta.
//
// The middle part is the inversion in GF(2^8) by way of GF(2^4). Before and after it are linear maps, with the affine
// map of the S-box merged in. On an FPGA it takes more look-up tables than `sbox_composite`.
module sbox_gates
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
  logic y14, y13, y9, y8, t0, y1, y4, y12, y2, y5, y3, t1, y15, y20, y6, y10, y11, y7, y17, y19, y16, y21,
      y18, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22,
      t23, t24, t25, t26, t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38, t39, t40, t41, t42,
      t43, t44, t45, z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, c1, c2,
      c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c16, c17, c18, c20, c21, c22;

  assign y14 = x[4] ^ x[2];
  assign y13 = x[7] ^ x[1];
  assign y9 = x[7] ^ x[4];
  assign y8 = x[7] ^ x[2];
  assign t0 = x[6] ^ x[5];
  assign y1 = t0 ^ x[0];
  assign y4 = y1 ^ x[4];
  assign y12 = y13 ^ y14;
  assign y2 = y1 ^ x[7];
  assign y5 = y1 ^ x[1];
  assign y3 = y5 ^ y8;
  assign t1 = x[3] ^ y12;
  assign y15 = t1 ^ x[2];
  assign y20 = t1 ^ x[6];
  assign y6 = y15 ^ x[0];
  assign y10 = y15 ^ t0;
  assign y11 = y20 ^ y9;
  assign y7 = x[0] ^ y11;
  assign y17 = y10 ^ y11;
  assign y19 = y10 ^ y8;
  assign y16 = t0 ^ y11;
  assign y21 = y13 ^ y16;
  assign y18 = x[7] ^ y16;
  assign t2 = y12 & y15;
  assign t3 = y3 & y6;
  assign t4 = t3 ^ t2;
  assign t5 = y4 & x[0];
  assign t6 = t5 ^ t2;
  assign t7 = y13 & y16;
  assign t8 = y5 & y1;
  assign t9 = t8 ^ t7;
  assign t10 = y2 & y7;
  assign t11 = t10 ^ t7;
  assign t12 = y9 & y11;
  assign t13 = y14 & y17;
  assign t14 = t13 ^ t12;
  assign t15 = y8 & y10;
  assign t16 = t15 ^ t12;
  assign t17 = t4 ^ y20;
  assign t18 = t6 ^ t16;
  assign t19 = t9 ^ t14;
  assign t20 = t11 ^ t16;
  assign t21 = t17 ^ t14;
  assign t22 = t18 ^ y19;
  assign t23 = t19 ^ y21;
  assign t24 = t20 ^ y18;
  assign t25 = t21 ^ t22;
  assign t26 = t21 & t23;
  assign t27 = t24 ^ t26;
  assign t28 = t25 & t27;
  assign t29 = t28 ^ t22;
  assign t30 = t23 ^ t24;
  assign t31 = t22 ^ t26;
  assign t32 = t31 & t30;
  assign t33 = t32 ^ t24;
  assign t34 = t23 ^ t33;
  assign t35 = t27 ^ t33;
  assign t36 = t24 & t35;
  assign t37 = t36 ^ t34;
  assign t38 = t27 ^ t36;
  assign t39 = t29 & t38;
  assign t40 = t25 ^ t39;
  assign t41 = t40 ^ t37;
  assign t42 = t29 ^ t33;
  assign t43 = t29 ^ t40;
  assign t44 = t33 ^ t37;
  assign t45 = t42 ^ t41;
  assign z0 = t44 & y15;
  assign z1 = t37 & y6;
  assign z2 = t33 & x[0];
  assign z3 = t43 & y16;
  assign z4 = t40 & y1;
  assign z5 = t29 & y7;
  assign z6 = t42 & y11;
  assign z7 = t45 & y17;
  assign z8 = t41 & y10;
  assign z9 = t44 & y12;
  assign z10 = t37 & y3;
  assign z11 = t33 & y4;
  assign z12 = t43 & y13;
  assign z13 = t40 & y5;
  assign z14 = t29 & y2;
  assign z15 = t42 & y9;
  assign z16 = t45 & y14;
  assign z17 = t41 & y8;
  assign c1 = z15 ^ z16;
  assign c2 = z10 ^ c1;
  assign c3 = z9 ^ c2;
  assign c4 = z0 ^ z2;
  assign c5 = z1 ^ z0;
  assign c6 = z3 ^ z4;
  assign c7 = z12 ^ c4;
  assign c8 = z7 ^ c6;
  assign c9 = z8 ^ c7;
  assign c10 = c8 ^ c9;
  assign c11 = c6 ^ c5;
  assign c12 = z3 ^ z5;
  assign c13 = z13 ^ c1;
  assign c14 = c4 ^ c12;
  assign s[4] = c3 ^ c11;
  assign c16 = z6 ^ c8;
  assign c17 = z14 ^ c10;
  assign c18 = c13 ^ c14;
  assign s[0] = ~(z12 ^ c18);
  assign c20 = z15 ^ c16;
  assign c21 = c2 ^ z11;
  assign c22 = c17 ^ c20;
  assign s[7] = c3 ^ c16;
  assign s[1] = ~(c10 ^ c18);
  assign s[3] = c14 ^ s[4];
  assign s[6] = ~(s[4] ^ c16);
  assign s[5] = ~(c22 ^ z17);
  assign s[2] = c21 ^ c17;
endmodule
