// SubBytes of one byte in 56 look-up tables of four inputs: the S-box of all cores unless another one is chosen.
//
// A search over representations of GF(2^8) above GF(2^4) and over mappings found it. It stands here as it is mapped, and
// the flows leave it alone, so that cores differ by what they do, not by how lucky the mapper was with their S-boxes.
// Written by syn/freeze_sbox.py; proved equal to the table.
module sbox_mapped
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
  logic n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20, n21,
      n22, n23, n24, n25, n26, n27, n28, n29, n30, n31, n32, n33, n34, n35, n36, n37, n38, n39, n40, n41, n42,
      n43, n44, n45, n46, n47;
  logic s0, s1, s2, s3, s4, s5, s6, s7;

  lut4 #(.TABLE(16'h9669)) u_n0 (.i({x[6], x[5], x[3], x[1]}), .o(n0));
  lut4 #(.TABLE(16'h9999)) u_n1 (.i({1'b0, 1'b0, x[7], n0}), .o(n1));
  lut4 #(.TABLE(16'h9999)) u_n2 (.i({1'b0, 1'b0, x[5], x[4]}), .o(n2));
  lut4 #(.TABLE(16'h9999)) u_n3 (.i({1'b0, 1'b0, x[6], n2}), .o(n3));
  lut4 #(.TABLE(16'h6996)) u_n4 (.i({x[7], x[2], x[1], x[0]}), .o(n4));
  lut4 #(.TABLE(16'h9999)) u_n5 (.i({1'b0, 1'b0, x[4], n4}), .o(n5));
  lut4 #(.TABLE(16'h9999)) u_n6 (.i({1'b0, 1'b0, x[3], x[2]}), .o(n6));
  lut4 #(.TABLE(16'hfc65)) u_n7 (.i({n6, n3, n5, n1}), .o(n7));
  lut4 #(.TABLE(16'h9696)) u_n8 (.i({1'b0, x[4], x[2], n0}), .o(n8));
  lut4 #(.TABLE(16'h9999)) u_n9 (.i({1'b0, 1'b0, x[7], x[5]}), .o(n9));
  lut4 #(.TABLE(16'hfa9c)) u_n10 (.i({n9, n8, n0, n2}), .o(n10));
  lut4 #(.TABLE(16'h9669)) u_n11 (.i({x[6], x[5], n10, n7}), .o(n11));
  lut4 #(.TABLE(16'h9caf)) u_n12 (.i({n2, n6, x[6], n0}), .o(n12));
  lut4 #(.TABLE(16'hfa9c)) u_n13 (.i({n8, n9, n1, n5}), .o(n13));
  lut4 #(.TABLE(16'h9669)) u_n14 (.i({n9, n12, n13, n10}), .o(n14));
  lut4 #(.TABLE(16'h6afc)) u_n15 (.i({n0, n6, n2, x[6]}), .o(n15));
  lut4 #(.TABLE(16'hac53)) u_n16 (.i({n15, n9, n4, n0}), .o(n16));
  lut4 #(.TABLE(16'he1e1)) u_n17 (.i({1'b0, n16, x[7], n8}), .o(n17));
  lut4 #(.TABLE(16'h5f63)) u_n18 (.i({n0, n8, n9, n2}), .o(n18));
  lut4 #(.TABLE(16'h390a)) u_n19 (.i({n5, n3, n6, n1}), .o(n19));
  lut4 #(.TABLE(16'h9999)) u_n20 (.i({1'b0, 1'b0, n19, n18}), .o(n20));
  lut4 #(.TABLE(16'h87b2)) u_n21 (.i({n20, n17, n14, n11}), .o(n21));
  lut4 #(.TABLE(16'ha8d3)) u_n22 (.i({n20, n11, n14, n17}), .o(n22));
  lut4 #(.TABLE(16'hdd78)) u_n23 (.i({n9, n22, n8, n21}), .o(n23));
  lut4 #(.TABLE(16'hc2cd)) u_n24 (.i({n11, n17, n14, n20}), .o(n24));
  lut4 #(.TABLE(16'hab0e)) u_n25 (.i({n20, n17, n11, n14}), .o(n25));
  lut4 #(.TABLE(16'h5f63)) u_n26 (.i({n6, n24, n25, n3}), .o(n26));
  lut4 #(.TABLE(16'h78dd)) u_n27 (.i({n3, n22, n6, n21}), .o(n27));
  lut4 #(.TABLE(16'h9696)) u_n28 (.i({1'b0, n27, n26, n23}), .o(n28));
  lut4 #(.TABLE(16'hc6f5)) u_n29 (.i({n25, n0, n2, n24}), .o(n29));
  lut4 #(.TABLE(16'h8888)) u_n30 (.i({1'b0, 1'b0, n1, n21}), .o(n30));
  lut4 #(.TABLE(16'he11e)) u_n31 (.i({n30, n29, n5, n22}), .o(n31));
  lut4 #(.TABLE(16'h2ddd)) u_n32 (.i({x[7], n25, n2, n21}), .o(n32));
  lut4 #(.TABLE(16'h6900)) u_n33 (.i({n24, n2, n0, n5}), .o(n33));
  lut4 #(.TABLE(16'he11e)) u_n34 (.i({n33, n32, n0, n22}), .o(n34));
  lut4 #(.TABLE(16'h9696)) u_s0 (.i({1'b0, n34, n31, n28}), .o(s0));
  lut4 #(.TABLE(16'hcf56)) u_n35 (.i({n5, n1, n22, n21}), .o(n35));
  lut4 #(.TABLE(16'hcf95)) u_n36 (.i({n0, n24, n2, n25}), .o(n36));
  lut4 #(.TABLE(16'h6666)) u_n37 (.i({1'b0, 1'b0, n36, n35}), .o(n37));
  lut4 #(.TABLE(16'hdd78)) u_n38 (.i({n2, n22, n0, n21}), .o(n38));
  lut4 #(.TABLE(16'h95cf)) u_n39 (.i({n1, n25, n5, n24}), .o(n39));
  lut4 #(.TABLE(16'h6969)) u_n40 (.i({1'b0, n39, n38, n29}), .o(n40));
  lut4 #(.TABLE(16'h9999)) u_s1 (.i({1'b0, 1'b0, n40, n37}), .o(s1));
  lut4 #(.TABLE(16'h6666)) u_s2 (.i({1'b0, 1'b0, n37, n34}), .o(s2));
  lut4 #(.TABLE(16'hfa9c)) u_n41 (.i({n9, n8, n21, n24}), .o(n41));
  lut4 #(.TABLE(16'h8787)) u_n42 (.i({1'b0, n41, n3, n24}), .o(n42));
  lut4 #(.TABLE(16'h2ddd)) u_n43 (.i({x[1], n25, n8, n22}), .o(n43));
  lut4 #(.TABLE(16'h9696)) u_s3 (.i({1'b0, n43, n42, s0}), .o(s3));
  lut4 #(.TABLE(16'h9999)) u_s4 (.i({1'b0, 1'b0, n40, s0}), .o(s4));
  lut4 #(.TABLE(16'h6666)) u_s5 (.i({1'b0, 1'b0, n40, n28}), .o(s5));
  lut4 #(.TABLE(16'hcf95)) u_n44 (.i({n9, n25, n8, n24}), .o(n44));
  lut4 #(.TABLE(16'hcf56)) u_n45 (.i({n6, n3, n22, n21}), .o(n45));
  lut4 #(.TABLE(16'h9999)) u_s6 (.i({1'b0, 1'b0, n45, n44}), .o(s6));
  lut4 #(.TABLE(16'hc6f5)) u_n46 (.i({n25, n8, n9, n24}), .o(n46));
  lut4 #(.TABLE(16'h9669)) u_n47 (.i({n46, n26, n23, s6}), .o(n47));
  lut4 #(.TABLE(16'h6969)) u_s7 (.i({1'b0, n40, n34, n47}), .o(s7));

  assign s = {s7, s6, s5, s4, s3, s2, s1, s0};
endmodule
