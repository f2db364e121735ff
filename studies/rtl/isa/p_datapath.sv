// The datapath that the instructions share: for each lane a sum, then a rotator. Written by `counterpoint-isa verilog`.
module p_datapath
  import isa_pkg::*;
(
    input logic [35:0] control,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  lane_t x0;
  assign x0 =
      gate(m[0], control[0])
      | gate(rotl(m[0], 1), control[1])
      | gate(m[1], control[2])
      | gate(a[0], control[3]);
  lane_t y0;
  assign y0 =
      gate(n[1], control[4])
      | gate(m[0], control[5]);
  lane_t z0;
  assign z0 =
      gate(n[0], control[6])
      | gate(n[1], control[7]);
  lane_t sum0;
  assign sum0 = (x0 & ~y0) ^ z0;
  lane_t turned0_0;
  assign turned0_0 =
      gate(sum0, control[8])
      | gate(rotl(sum0, 1), control[9]);
  lane_t turned0_1;
  assign turned0_1 =
      gate(turned0_0, control[10])
      | gate(rotl(turned0_0, 3), control[11]);
  lane_t turned0_2;
  assign turned0_2 =
      gate(turned0_1, control[12])
      | gate(rotl(turned0_1, 10), control[13]);
  lane_t turned0_3;
  assign turned0_3 =
      gate(turned0_2, control[14])
      | gate(rotl(turned0_2, 17), control[15]);
  lane_t turned0_4;
  assign turned0_4 =
      gate(turned0_3, control[16])
      | gate(rotl(turned0_3, 22), control[17]);
  assign d[0] = rotl(turned0_4, 39);
  lane_t x1;
  assign x1 =
      gate(m[0], control[18])
      | gate(rotl(m[0], 1), control[19])
      | gate(m[1], control[20])
      | gate(rotl(m[1], 1), control[21])
      | gate(a[1], control[22]);
  lane_t z1;
  assign z1 =
      gate(n[0], control[24])
      | gate(n[1], control[25]);
  lane_t sum1;
  assign sum1 = (x1 & ~gate(m[0], control[23])) ^ z1;
  lane_t turned1_0;
  assign turned1_0 =
      gate(sum1, control[26])
      | gate(rotl(sum1, 1), control[27]);
  lane_t turned1_1;
  assign turned1_1 =
      gate(turned1_0, control[28])
      | gate(rotl(turned1_0, 3), control[29]);
  lane_t turned1_2;
  assign turned1_2 =
      gate(turned1_1, control[30])
      | gate(rotl(turned1_1, 5), control[31]);
  lane_t turned1_3;
  assign turned1_3 =
      gate(turned1_2, control[32])
      | gate(rotl(turned1_2, 15), control[33]);
  lane_t turned1_4;
  assign turned1_4 =
      gate(turned1_3, control[34])
      | gate(rotl(turned1_3, 28), control[35]);
  assign d[1] = rotl(turned1_4, 36);
endmodule
