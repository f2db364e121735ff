// SubBytes of one byte in 55 look-up tables of four inputs: the S-box of all cores unless another one is chosen.
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
      n43, n44, n45, n46;
  logic s0, s1, s2, s3, s4, s5, s6, s7;

  lut4 #(.TABLE(16'h6969)) u_s0 (.i({1'b0, n30, n29, n0}), .o(s0));
  lut4 #(.TABLE(16'hb44b)) u_n0 (.i({n26, n1, n12, n28}), .o(n0));
  lut4 #(.TABLE(16'h441e)) u_n1 (.i({n14, n2, n15, n25}), .o(n1));
  lut4 #(.TABLE(16'h0d57)) u_n2 (.i({n19, n22, n3, n16}), .o(n2));
  lut4 #(.TABLE(16'hb4b4)) u_n3 (.i({1'b0, n4, n6, n15}), .o(n3));
  lut4 #(.TABLE(16'hb44b)) u_n4 (.i({n13, n5, x[7], n14}), .o(n4));
  lut4 #(.TABLE(16'h8722)) u_n5 (.i({n12, n9, n11, n6}), .o(n5));
  lut4 #(.TABLE(16'h9696)) u_n6 (.i({1'b0, x[5], x[4], n7}), .o(n6));
  lut4 #(.TABLE(16'h9696)) u_n7 (.i({1'b0, x[3], x[0], n8}), .o(n7));
  lut4 #(.TABLE(16'h9999)) u_n8 (.i({1'b0, 1'b0, x[6], x[2]}), .o(n8));
  lut4 #(.TABLE(16'h6666)) u_n9 (.i({1'b0, 1'b0, x[5], n10}), .o(n9));
  lut4 #(.TABLE(16'h9669)) u_n10 (.i({x[7], x[6], x[3], x[1]}), .o(n10));
  lut4 #(.TABLE(16'h6666)) u_n11 (.i({1'b0, 1'b0, x[7], n8}), .o(n11));
  lut4 #(.TABLE(16'h9696)) u_n12 (.i({1'b0, x[5], x[4], x[1]}), .o(n12));
  lut4 #(.TABLE(16'ha3c5)) u_n13 (.i({n7, n9, n15, n14}), .o(n13));
  lut4 #(.TABLE(16'h9696)) u_n14 (.i({1'b0, x[4], x[0], n10}), .o(n14));
  lut4 #(.TABLE(16'h9669)) u_n15 (.i({x[5], x[1], x[0], n8}), .o(n15));
  lut4 #(.TABLE(16'hb44b)) u_n16 (.i({n18, n17, n7, n12}), .o(n16));
  lut4 #(.TABLE(16'h3065)) u_n17 (.i({n14, n15, n9, n6}), .o(n17));
  lut4 #(.TABLE(16'h1111)) u_n18 (.i({1'b0, 1'b0, x[7], n8}), .o(n18));
  lut4 #(.TABLE(16'h6969)) u_n19 (.i({1'b0, n21, n20, n17}), .o(n19));
  lut4 #(.TABLE(16'hcf95)) u_n20 (.i({n11, n9, n12, n6}), .o(n20));
  lut4 #(.TABLE(16'hc09a)) u_n21 (.i({x[7], n15, n7, n14}), .o(n21));
  lut4 #(.TABLE(16'h9999)) u_n22 (.i({1'b0, 1'b0, n24, n23}), .o(n22));
  lut4 #(.TABLE(16'hbbe1)) u_n23 (.i({n14, n9, n15, n6}), .o(n23));
  lut4 #(.TABLE(16'hfc95)) u_n24 (.i({n7, x[7], n12, n8}), .o(n24));
  lut4 #(.TABLE(16'ha0cf)) u_n25 (.i({n16, n22, n19, n3}), .o(n25));
  lut4 #(.TABLE(16'h1111)) u_n26 (.i({1'b0, 1'b0, n11, n27}), .o(n26));
  lut4 #(.TABLE(16'he235)) u_n27 (.i({n19, n3, n22, n16}), .o(n27));
  lut4 #(.TABLE(16'h8a7c)) u_n28 (.i({n16, n3, n22, n19}), .o(n28));
  lut4 #(.TABLE(16'h6305)) u_n29 (.i({n15, n14, n28, n27}), .o(n29));
  lut4 #(.TABLE(16'h9cfa)) u_n30 (.i({n12, n11, n2, n25}), .o(n30));
  lut4 #(.TABLE(16'h6996)) u_s1 (.i({n37, n36, n35, n31}), .o(s1));
  lut4 #(.TABLE(16'h6969)) u_n31 (.i({1'b0, n34, n33, n32}), .o(n31));
  lut4 #(.TABLE(16'h6305)) u_n32 (.i({x[7], n7, n25, n2}), .o(n32));
  lut4 #(.TABLE(16'h0563)) u_n33 (.i({n6, n9, n2, n25}), .o(n33));
  lut4 #(.TABLE(16'hcf9a)) u_n34 (.i({n7, x[7], n27, n28}), .o(n34));
  lut4 #(.TABLE(16'ha9fc)) u_n35 (.i({x[7], n7, n25, n2}), .o(n35));
  lut4 #(.TABLE(16'h0563)) u_n36 (.i({n9, n6, n25, n2}), .o(n36));
  lut4 #(.TABLE(16'h441e)) u_n37 (.i({n7, n27, x[7], n28}), .o(n37));
  lut4 #(.TABLE(16'h6969)) u_s2 (.i({1'b0, n40, n32, n38}), .o(s2));
  lut4 #(.TABLE(16'h6969)) u_n38 (.i({1'b0, n39, n37, n36}), .o(n38));
  lut4 #(.TABLE(16'h0563)) u_n39 (.i({n9, n6, n28, n27}), .o(n39));
  lut4 #(.TABLE(16'h0563)) u_n40 (.i({n6, n9, n27, n28}), .o(n40));
  lut4 #(.TABLE(16'h6666)) u_s3 (.i({1'b0, 1'b0, n43, n41}), .o(s3));
  lut4 #(.TABLE(16'h9696)) u_n41 (.i({1'b0, n42, n40, n32}), .o(n41));
  lut4 #(.TABLE(16'hcf9a)) u_n42 (.i({n11, n12, n25, n2}), .o(n42));
  lut4 #(.TABLE(16'h9669)) u_n43 (.i({n45, n44, n39, n35}), .o(n43));
  lut4 #(.TABLE(16'h6305)) u_n44 (.i({n15, n14, n25, n2}), .o(n44));
  lut4 #(.TABLE(16'h9cfa)) u_n45 (.i({n12, n11, n27, n28}), .o(n45));
  lut4 #(.TABLE(16'h6666)) u_s4 (.i({1'b0, 1'b0, n38, s5}), .o(s4));
  lut4 #(.TABLE(16'h6666)) u_s5 (.i({1'b0, 1'b0, n31, s0}), .o(s5));
  lut4 #(.TABLE(16'h6969)) u_s6 (.i({1'b0, n29, n41, s1}), .o(s6));
  lut4 #(.TABLE(16'h6969)) u_s7 (.i({1'b0, n46, n0, s2}), .o(s7));
  lut4 #(.TABLE(16'h441e)) u_n46 (.i({n14, n27, n15, n28}), .o(n46));

  assign s = {s7, s6, s5, s4, s3, s2, s1, s0};
endmodule
