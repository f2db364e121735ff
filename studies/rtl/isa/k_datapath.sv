// The datapath that the instructions share: for each lane a sum, then a rotator. Written by `counterpoint-isa verilog`.
module k_datapath
  import isa_pkg::*;
(
    input logic [38:0] control,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  lane_t shared0;
  assign shared0 =
      gate(m[0], control[0])
      | gate(m[1], control[1]);
  lane_t x0;
  assign x0 =
      gate(rotl(m[1], 1), control[2])
      | gate(a[1], control[3])
      | gate(shared0, control[4]);
  lane_t y0;
  assign y0 =
      gate(n[1], control[5])
      | gate(a[0], control[6]);
  lane_t z0;
  assign z0 =
      gate(n[0], control[7])
      | gate(n[1], control[8]);
  lane_t w0;
  assign w0 =
      gate(a[0], control[9])
      | gate(rotl(a[0], 1), control[10]);
  lane_t sum0;
  assign sum0 = (x0 & ~y0) ^ z0 ^ w0;
  lane_t turned0_0;
  assign turned0_0 =
      gate(sum0, control[11])
      | gate(rotl(sum0, 1), control[12]);
  lane_t turned0_1;
  assign turned0_1 =
      gate(turned0_0, control[13])
      | gate(rotl(turned0_0, 3), control[14]);
  lane_t turned0_2;
  assign turned0_2 =
      gate(turned0_1, control[15])
      | gate(rotl(turned0_1, 5), control[16]);
  lane_t turned0_3;
  assign turned0_3 =
      gate(turned0_2, control[17])
      | gate(rotl(turned0_2, 12), control[18]);
  lane_t turned0_4;
  assign turned0_4 =
      gate(turned0_3, control[19])
      | gate(rotl(turned0_3, 25), control[20]);
  assign d[0] = rotl(turned0_4, 61);
  lane_t x1;
  assign x1 =
      gate(m[1], control[21])
      | gate(a[0], control[22])
      | gate(rotl(a[0], 1), control[23])
      | gate(rotl(a[1], 1), control[24]);
  lane_t z1;
  assign z1 =
      gate(n[1], control[26])
      | gate(m[0], control[27]);
  lane_t sum1;
  assign sum1 = (x1 & ~gate(shared0, control[25])) ^ z1 ^ gate(a[1], control[28]);
  lane_t turned1_0;
  assign turned1_0 =
      gate(sum1, control[29])
      | gate(rotl(sum1, 1), control[30]);
  lane_t turned1_1;
  assign turned1_1 =
      gate(turned1_0, control[31])
      | gate(rotl(turned1_0, 5), control[32]);
  lane_t turned1_2;
  assign turned1_2 =
      gate(turned1_1, control[33])
      | gate(rotl(turned1_1, 8), control[34]);
  lane_t turned1_3;
  assign turned1_3 =
      gate(turned1_2, control[35])
      | gate(rotl(turned1_2, 14), control[36]);
  lane_t turned1_4;
  assign turned1_4 =
      gate(turned1_3, control[37])
      | gate(rotl(turned1_3, 21), control[38]);
  assign d[1] = rotl(turned1_4, 36);
endmodule
