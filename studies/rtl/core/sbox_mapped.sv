// SubBytes of one byte in 53 look-up tables of four inputs: the S-box of all cores unless another one is chosen.
//
// A search over representations of GF(2^8) above GF(2^4) and over mappings found it. It is kept here as mapped, and the
// flows leave it alone, so cores differ in what they do, not in the mapper's luck with their S-boxes. Written by
// syn/freeze_sbox.py; proved equal to the table.
module sbox_mapped
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
  logic n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20, n21,
      n22, n23, n24, n25, n26, n27, n28, n29, n30, n31, n32, n33, n34, n35, n36, n37, n38, n39, n40, n41, n42,
      n43, n44;
  logic s0, s1, s2, s3, s4, s5, s6, s7;

  lut4 #(.TABLE(16'h6969)) u_s0 (.i({1'b0, n34, n30, n0}), .o(s0));
  lut4 #(.TABLE(16'h6996)) u_n0 (.i({n29, n26, n25, n1}), .o(n0));
  lut4 #(.TABLE(16'h9cfa)) u_n1 (.i({x[0], n10, n24, n2}), .o(n1));
  lut4 #(.TABLE(16'h3fa0)) u_n2 (.i({n3, n13, n16, n20}), .o(n2));
  lut4 #(.TABLE(16'h6996)) u_n3 (.i({n12, n10, n9, n4}), .o(n3));
  lut4 #(.TABLE(16'h9c05)) u_n4 (.i({n7, n8, x[2], n5}), .o(n4));
  lut4 #(.TABLE(16'h9999)) u_n5 (.i({1'b0, 1'b0, x[2], n6}), .o(n5));
  lut4 #(.TABLE(16'h6996)) u_n6 (.i({x[7], x[5], x[4], x[0]}), .o(n6));
  lut4 #(.TABLE(16'h9669)) u_n7 (.i({x[7], x[6], x[4], x[0]}), .o(n7));
  lut4 #(.TABLE(16'h9669)) u_n8 (.i({x[5], x[4], x[3], x[0]}), .o(n8));
  lut4 #(.TABLE(16'h1edd)) u_n9 (.i({x[0], n12, n11, n10}), .o(n9));
  lut4 #(.TABLE(16'h9669)) u_n10 (.i({x[7], x[4], x[3], x[1]}), .o(n10));
  lut4 #(.TABLE(16'h6996)) u_n11 (.i({x[7], x[5], x[4], x[3]}), .o(n11));
  lut4 #(.TABLE(16'h9696)) u_n12 (.i({1'b0, x[7], x[2], x[1]}), .o(n12));
  lut4 #(.TABLE(16'h9999)) u_n13 (.i({1'b0, 1'b0, n15, n14}), .o(n13));
  lut4 #(.TABLE(16'h9c05)) u_n14 (.i({n8, n5, x[2], n7}), .o(n14));
  lut4 #(.TABLE(16'h8722)) u_n15 (.i({n12, x[0], n11, n10}), .o(n15));
  lut4 #(.TABLE(16'h6969)) u_n16 (.i({1'b0, n19, n9, n17}), .o(n16));
  lut4 #(.TABLE(16'h4bbb)) u_n17 (.i({n11, n18, n12, n5}), .o(n17));
  lut4 #(.TABLE(16'h9999)) u_n18 (.i({1'b0, 1'b0, x[2], n7}), .o(n18));
  lut4 #(.TABLE(16'h441e)) u_n19 (.i({n7, x[0], n8, n10}), .o(n19));
  lut4 #(.TABLE(16'h6969)) u_n20 (.i({1'b0, n23, n22, n21}), .o(n20));
  lut4 #(.TABLE(16'hc950)) u_n21 (.i({n12, n11, n18, n5}), .o(n21));
  lut4 #(.TABLE(16'h9c5f)) u_n22 (.i({x[0], n8, n7, n10}), .o(n22));
  lut4 #(.TABLE(16'h7877)) u_n23 (.i({n11, x[0], n12, n10}), .o(n23));
  lut4 #(.TABLE(16'hae0b)) u_n24 (.i({n16, n13, n20, n3}), .o(n24));
  lut4 #(.TABLE(16'he1bb)) u_n25 (.i({n11, n24, n12, n2}), .o(n25));
  lut4 #(.TABLE(16'hc09a)) u_n26 (.i({n5, n28, n18, n27}), .o(n26));
  lut4 #(.TABLE(16'hcfa0)) u_n27 (.i({n20, n16, n3, n13}), .o(n27));
  lut4 #(.TABLE(16'heb0a)) u_n28 (.i({n20, n13, n3, n16}), .o(n28));
  lut4 #(.TABLE(16'h306a)) u_n29 (.i({n7, n28, n8, n27}), .o(n29));
  lut4 #(.TABLE(16'h9669)) u_n30 (.i({n33, n32, n31, n26}), .o(n30));
  lut4 #(.TABLE(16'h5603)) u_n31 (.i({x[0], n10, n24, n2}), .o(n31));
  lut4 #(.TABLE(16'h8788)) u_n32 (.i({n28, n10, x[0], n27}), .o(n32));
  lut4 #(.TABLE(16'h9cfa)) u_n33 (.i({n18, n5, n24, n2}), .o(n33));
  lut4 #(.TABLE(16'h390a)) u_n34 (.i({n28, n8, n7, n27}), .o(n34));
  lut4 #(.TABLE(16'h9669)) u_s1 (.i({n34, n29, n25, n35}), .o(s1));
  lut4 #(.TABLE(16'h9669)) u_n35 (.i({n38, n37, n36, n31}), .o(n35));
  lut4 #(.TABLE(16'hc09a)) u_n36 (.i({n10, n28, x[0], n27}), .o(n36));
  lut4 #(.TABLE(16'ha9fc)) u_n37 (.i({n18, n5, n24, n2}), .o(n37));
  lut4 #(.TABLE(16'h7877)) u_n38 (.i({n28, n5, n18, n27}), .o(n38));
  lut4 #(.TABLE(16'h6969)) u_s2 (.i({1'b0, n40, n39, n0}), .o(s2));
  lut4 #(.TABLE(16'h635f)) u_n39 (.i({n11, n27, n28, n12}), .o(n39));
  lut4 #(.TABLE(16'h0563)) u_n40 (.i({n8, n7, n24, n2}), .o(n40));
  lut4 #(.TABLE(16'h6666)) u_s3 (.i({1'b0, 1'b0, s7, n30}), .o(s3));
  lut4 #(.TABLE(16'h9669)) u_s7 (.i({n42, n41, n34, n25}), .o(s7));
  lut4 #(.TABLE(16'h8777)) u_n41 (.i({n12, n28, n11, n27}), .o(n41));
  lut4 #(.TABLE(16'hfca9)) u_n42 (.i({n8, n7, n24, n2}), .o(n42));
  lut4 #(.TABLE(16'h9999)) u_s4 (.i({1'b0, 1'b0, s7, n35}), .o(s4));
  lut4 #(.TABLE(16'h9669)) u_s5 (.i({n44, n43, n34, n31}), .o(s5));
  lut4 #(.TABLE(16'h95cf)) u_n43 (.i({n18, n27, n5, n28}), .o(n43));
  lut4 #(.TABLE(16'h9caf)) u_n44 (.i({n12, n11, n24, n2}), .o(n44));
  lut4 #(.TABLE(16'h6996)) u_s6 (.i({n37, n36, n26, s7}), .o(s6));

  assign s = {s7, s6, s5, s4, s3, s2, s1, s0};
endmodule
