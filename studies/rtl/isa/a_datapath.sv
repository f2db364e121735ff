// The datapath that the instructions share: for each lane a sum, then a rotator;
// some results are the sum of the upper sum and of two rotations of it. Written by `counterpoint-isa verilog`.
module a_datapath
  import isa_pkg::*;
(
    input logic [48:0] control,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d
);
  lane_t x0;
  assign x0 =
      gate(m[0], control[0])
      | gate(m[1], control[1])
      | gate(rotl(m[1], 1), control[2])
      | gate(a[1], control[3]);
  lane_t y0;
  assign y0 =
      gate(n[1], control[4])
      | gate(a[0], control[5]);
  lane_t z0;
  assign z0 =
      gate(n[0], control[6])
      | gate(n[1], control[7]);
  lane_t w0;
  assign w0 =
      gate(a[0], control[8])
      | gate(rotl(a[0], 1), control[9]);
  lane_t sum0;
  assign sum0 = (x0 & ~y0) ^ z0 ^ w0;
  lane_t x1;
  assign x1 =
      gate(m[1], control[10])
      | gate(a[0], control[11])
      | gate(rotl(a[0], 1), control[12])
      | gate(rotl(a[1], 1), control[13]);
  lane_t y1;
  assign y1 =
      gate(m[0], control[14])
      | gate(m[1], control[15])
      | gate(a[1], control[16]);
  lane_t z1;
  assign z1 =
      gate(n[1], control[17])
      | gate(m[0], control[18]);
  lane_t w1;
  assign w1 =
      gate(m[0], control[19])
      | gate(m[1], control[20])
      | gate(a[1], control[21])
      | gate(64'hffffffffffffffff, control[22]);
  lane_t sum1;
  assign sum1 = (x1 & ~y1) ^ z1 ^ w1;
  lane_t input0;
  assign input0 =
      gate(sum0, control[23])
      | gate(rotl(sum1, 19), control[24]);
  lane_t turned0_0;
  assign turned0_0 =
      gate(input0, control[25])
      | gate(rotl(input0, 1), control[26]);
  lane_t turned0_1;
  assign turned0_1 =
      gate(turned0_0, control[27])
      | gate(rotl(turned0_0, 3), control[28]);
  lane_t turned0_2;
  assign turned0_2 =
      gate(turned0_1, control[29])
      | gate(rotl(turned0_1, 5), control[30]);
  lane_t turned0_3;
  assign turned0_3 =
      gate(turned0_2, control[31])
      | gate(rotl(turned0_2, 12), control[32]);
  lane_t turned0_4;
  assign turned0_4 =
      gate(turned0_3, control[33])
      | gate(rotl(turned0_3, 25), control[34]);
  lane_t turned1_0;
  assign turned1_0 =
      gate(sum1, control[35])
      | gate(rotl(sum1, 15), control[36]);
  lane_t turned1_1;
  assign turned1_1 =
      gate(turned1_0, control[37])
      | gate(rotl(turned1_0, 20), control[38]);
  lane_t turned1_2;
  assign turned1_2 =
      gate(turned1_1, control[39])
      | gate(rotl(turned1_1, 21), control[40]);
  lane_t turned1_3;
  assign turned1_3 =
      gate(turned1_2, control[41])
      | gate(rotl(turned1_2, 24), control[42]);
  lane_t turned1_4;
  assign turned1_4 =
      gate(turned1_3, control[43])
      | gate(rotl(turned1_3, 31), control[44]);
  lane_t rotated1;
  assign rotated1 = turned1_4;
  lane_t terms;
  assign terms = rotated1 ^ rotl(turned0_0, 44);
  lane_t result0;
  assign result0 = rotl(turned0_4, 61) ^ gate(terms, control[45]);
  assign d[0] = result0;
  lane_t result1;
  assign result1 =
      gate(rotated1, control[46])
      | gate(result0, control[47])
      | gate(n[1], control[48]);
  assign d[1] = result1;
endmodule
