// The datapath that the instructions share: for each lane a sum, then a rotator. Written by `counterpoint-isa verilog`.
module armsha3_datapath
  import isa_pkg::*;
(
    input logic [31:0] control,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  lane_t x0;
  assign x0 =
      gate(m[0], control[0])
      | gate(rotl(m[0], 1), control[1]);
  lane_t sum0;
  assign sum0 = (x0 & ~gate(a[0], control[2])) ^ n[0] ^ gate(a[0], control[3]);
  lane_t turned0_0;
  assign turned0_0 =
      gate(sum0, control[4])
      | gate(rotl(sum0, 1), control[5]);
  lane_t turned0_1;
  assign turned0_1 =
      gate(turned0_0, control[6])
      | gate(rotl(turned0_0, 2), control[7]);
  lane_t turned0_2;
  assign turned0_2 =
      gate(turned0_1, control[8])
      | gate(rotl(turned0_1, 4), control[9]);
  lane_t turned0_3;
  assign turned0_3 =
      gate(turned0_2, control[10])
      | gate(rotl(turned0_2, 8), control[11]);
  lane_t turned0_4;
  assign turned0_4 =
      gate(turned0_3, control[12])
      | gate(rotl(turned0_3, 16), control[13]);
  lane_t turned0_5;
  assign turned0_5 =
      gate(turned0_4, control[14])
      | gate(rotl(turned0_4, 32), control[15]);
  assign d[0] = turned0_5;
  lane_t x1;
  assign x1 =
      gate(m[1], control[16])
      | gate(rotl(m[1], 1), control[17]);
  lane_t sum1;
  assign sum1 = (x1 & ~gate(a[1], control[18])) ^ n[1] ^ gate(a[1], control[19]);
  lane_t turned1_0;
  assign turned1_0 =
      gate(sum1, control[20])
      | gate(rotl(sum1, 1), control[21]);
  lane_t turned1_1;
  assign turned1_1 =
      gate(turned1_0, control[22])
      | gate(rotl(turned1_0, 2), control[23]);
  lane_t turned1_2;
  assign turned1_2 =
      gate(turned1_1, control[24])
      | gate(rotl(turned1_1, 4), control[25]);
  lane_t turned1_3;
  assign turned1_3 =
      gate(turned1_2, control[26])
      | gate(rotl(turned1_2, 8), control[27]);
  lane_t turned1_4;
  assign turned1_4 =
      gate(turned1_3, control[28])
      | gate(rotl(turned1_3, 16), control[29]);
  lane_t turned1_5;
  assign turned1_5 =
      gate(turned1_4, control[30])
      | gate(rotl(turned1_4, 32), control[31]);
  assign d[1] = turned1_5;
endmodule
