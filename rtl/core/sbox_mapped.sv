// SubBytes of one byte in 60 look-up tables of four inputs: the S-box of all cores unless another one is chosen.
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
  logic [51:0] n;

  lut4 #(.TABLE(16'h9999)) u_s0 (.i({1'b0, 1'b0, n[31], s[7]}), .o(s[0]));
  lut4 #(.TABLE(16'h9696)) u_s7 (.i({1'b0, n[28], n[24], s[5]}), .o(s[7]));
  lut4 #(.TABLE(16'h6969)) u_s5 (.i({1'b0, n[23], n[20], n[0]}), .o(s[5]));
  lut4 #(.TABLE(16'hcf56)) u_n0 (.i({n[12], n[4], n[19], n[1]}), .o(n[0]));
  lut4 #(.TABLE(16'h3ea1)) u_n1 (.i({n[51], n[13], n[17], n[49]}), .o(n[1]));
  lut4 #(.TABLE(16'h6969)) u_n2 (.i({1'b0, x[7], x[6], n[3]}), .o(n[2]));
  lut4 #(.TABLE(16'h6666)) u_n3 (.i({1'b0, 1'b0, x[2], n[4]}), .o(n[3]));
  lut4 #(.TABLE(16'h6666)) u_n4 (.i({1'b0, 1'b0, x[4], x[3]}), .o(n[4]));
  lut4 #(.TABLE(16'h6969)) u_n5 (.i({1'b0, x[2], x[0], n[6]}), .o(n[5]));
  lut4 #(.TABLE(16'h6666)) u_n6 (.i({1'b0, 1'b0, x[7], x[5]}), .o(n[6]));
  lut4 #(.TABLE(16'h6996)) u_n7 (.i({x[7], x[6], x[4], x[1]}), .o(n[7]));
  lut4 #(.TABLE(16'h9696)) u_n8 (.i({1'b0, x[2], x[1], n[9]}), .o(n[8]));
  lut4 #(.TABLE(16'h6969)) u_n9 (.i({1'b0, x[6], x[5], n[4]}), .o(n[9]));
  lut4 #(.TABLE(16'h78bb)) u_n10 (.i({n[6], n[5], n[3], n[8]}), .o(n[10]));
  lut4 #(.TABLE(16'h9c05)) u_n11 (.i({n[7], n[2], n[5], n[3]}), .o(n[11]));
  lut4 #(.TABLE(16'h9999)) u_n12 (.i({1'b0, 1'b0, x[6], n[6]}), .o(n[12]));
  lut4 #(.TABLE(16'h6969)) u_n13 (.i({1'b0, n[16], n[15], n[14]}), .o(n[13]));
  lut4 #(.TABLE(16'haf36)) u_n14 (.i({n[5], n[3], n[6], n[8]}), .o(n[14]));
  lut4 #(.TABLE(16'h63fa)) u_n15 (.i({n[7], n[2], n[4], n[12]}), .o(n[15]));
  lut4 #(.TABLE(16'h6996)) u_n16 (.i({x[5], x[2], n[7], n[8]}), .o(n[16]));
  lut4 #(.TABLE(16'h6969)) u_n17 (.i({1'b0, n[6], n[18], n[10]}), .o(n[17]));
  lut4 #(.TABLE(16'hc6f5)) u_n18 (.i({n[7], n[4], n[12], n[2]}), .o(n[18]));
  lut4 #(.TABLE(16'hb287)) u_n19 (.i({n[17], n[49], n[13], n[51]}), .o(n[19]));
  lut4 #(.TABLE(16'h95cf)) u_n20 (.i({n[3], n[21], n[5], n[22]}), .o(n[20]));
  lut4 #(.TABLE(16'hbea0)) u_n21 (.i({n[17], n[49], n[51], n[13]}), .o(n[21]));
  lut4 #(.TABLE(16'he1cc)) u_n22 (.i({n[17], n[51], n[13], n[49]}), .o(n[22]));
  lut4 #(.TABLE(16'hd222)) u_n23 (.i({n[4], n[22], n[12], n[21]}), .o(n[23]));
  lut4 #(.TABLE(16'h9696)) u_n24 (.i({1'b0, n[27], n[26], n[25]}), .o(n[24]));
  lut4 #(.TABLE(16'h95cf)) u_n25 (.i({n[4], n[22], n[12], n[21]}), .o(n[25]));
  lut4 #(.TABLE(16'h8788)) u_n26 (.i({n[22], n[5], n[3], n[21]}), .o(n[26]));
  lut4 #(.TABLE(16'h7778)) u_n27 (.i({n[12], n[19], n[4], n[1]}), .o(n[27]));
  lut4 #(.TABLE(16'h6666)) u_n28 (.i({1'b0, 1'b0, n[30], n[29]}), .o(n[28]));
  lut4 #(.TABLE(16'hc09a)) u_n29 (.i({n[2], n[22], n[7], n[21]}), .o(n[29]));
  lut4 #(.TABLE(16'hc6f5)) u_n30 (.i({n[6], n[8], n[19], n[1]}), .o(n[30]));
  lut4 #(.TABLE(16'h9696)) u_n31 (.i({1'b0, n[38], n[36], n[32]}), .o(n[31]));
  lut4 #(.TABLE(16'h6969)) u_n32 (.i({1'b0, n[35], n[34], n[33]}), .o(n[32]));
  lut4 #(.TABLE(16'h65fc)) u_n33 (.i({n[7], n[2], n[19], n[1]}), .o(n[33]));
  lut4 #(.TABLE(16'h95cf)) u_n34 (.i({n[6], n[21], n[8], n[22]}), .o(n[34]));
  lut4 #(.TABLE(16'h7877)) u_n35 (.i({n[22], n[2], n[7], n[21]}), .o(n[35]));
  lut4 #(.TABLE(16'hb44b)) u_n36 (.i({n[37], n[25], n[1], n[5]}), .o(n[36]));
  lut4 #(.TABLE(16'h4444)) u_n37 (.i({1'b0, 1'b0, n[3], n[19]}), .o(n[37]));
  lut4 #(.TABLE(16'h6969)) u_n38 (.i({1'b0, n[40], n[39], n[29]}), .o(n[38]));
  lut4 #(.TABLE(16'h7877)) u_n39 (.i({n[22], n[8], n[6], n[21]}), .o(n[39]));
  lut4 #(.TABLE(16'h390a)) u_n40 (.i({n[7], n[2], n[19], n[1]}), .o(n[40]));
  lut4 #(.TABLE(16'h9669)) u_s1 (.i({n[28], n[24], n[44], n[41]}), .o(s[1]));
  lut4 #(.TABLE(16'h6666)) u_n41 (.i({1'b0, 1'b0, n[42], n[36]}), .o(n[41]));
  lut4 #(.TABLE(16'h6666)) u_n42 (.i({1'b0, 1'b0, n[43], n[35]}), .o(n[42]));
  lut4 #(.TABLE(16'h65fc)) u_n43 (.i({n[6], n[8], n[19], n[1]}), .o(n[43]));
  lut4 #(.TABLE(16'h9696)) u_n44 (.i({1'b0, n[45], n[32], s[5]}), .o(n[44]));
  lut4 #(.TABLE(16'h9999)) u_n45 (.i({1'b0, 1'b0, n[46], n[23]}), .o(n[45]));
  lut4 #(.TABLE(16'h65fc)) u_n46 (.i({n[3], n[5], n[19], n[1]}), .o(n[46]));
  lut4 #(.TABLE(16'h9696)) u_s2 (.i({1'b0, n[45], n[42], n[31]}), .o(s[2]));
  lut4 #(.TABLE(16'h6969)) u_s3 (.i({1'b0, n[24], s[5], n[31]}), .o(s[3]));
  lut4 #(.TABLE(16'h6666)) u_s4 (.i({1'b0, 1'b0, n[24], n[41]}), .o(s[4]));
  lut4 #(.TABLE(16'h9999)) u_s6 (.i({1'b0, 1'b0, n[42], n[38]}), .o(s[6]));
  lut4 #(.TABLE(16'h1e44)) u_n47 (.i({n[6], x[6], n[7], n[3]}), .o(n[47]));
  lut4 #(.TABLE(16'hf59c)) u_n48 (.i({n[6], n[8], n[4], x[6]}), .o(n[48]));
  lut4 #(.TABLE(16'h6996)) u_n49 (.i({n[11], n[10], n[3], n[48]}), .o(n[49]));
  lut4 #(.TABLE(16'hf536)) u_n50 (.i({n[8], n[5], n[4], n[2]}), .o(n[50]));
  lut4 #(.TABLE(16'h9696)) u_n51 (.i({1'b0, n[47], n[50], x[2]}), .o(n[51]));
endmodule
