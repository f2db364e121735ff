// Which signals of the datapath each code sets. Written by `counterpoint-isa verilog`.
module a_decode (
    input logic [5:0] code,
    output logic [48:0] control
);
  always_comb begin
    // x0 is m[0]
    control[0] = code inside {6'b?00000, 6'b?1??11, 6'b?1?100};
    // x0 is m[1]
    control[1] = code inside {6'b?1?1?1, 6'b1?????};
    // x0 is rotl(m[1], 1)
    control[2] = code inside {6'b?0010?};
    // x0 is a[1]
    control[3] = code inside {6'b?1?11?};
    // y0 is n[1]
    control[4] = code inside {6'b?1???1, 6'b01??0?};
    // y0 is a[0]
    control[5] = code inside {6'b???11?};
    // z0 is n[0]
    control[6] = !(code inside {6'b?000?1, 6'b?0?101, 6'b??10?0, 6'b??101?, 6'b?1?010});
    // z0 is n[1]
    control[7] = code inside {6'b?000?1, 6'b?0?101, 6'b??10?0, 6'b??101?, 6'b?1?010};
    // w0 is a[0]
    control[8] = code inside {6'b0??00?, 6'b?0?11?, 6'b??1???, 6'b01?0??};
    // w0 is rotl(a[0], 1)
    control[9] = code inside {6'b?0001?};
    // x1 is m[1]
    control[10] = !(code inside {6'b?000?1, 6'b???010, 6'b0??10?, 6'b??10?0, 6'b??11?1, 6'b1???01});
    // x1 is a[0]
    control[11] = code inside {6'b01?10?, 6'b1???01, 6'b1???10};
    // x1 is rotl(a[0], 1)
    control[12] = code inside {6'b?0010?};
    // x1 is rotl(a[1], 1)
    control[13] = code inside {6'b?0001?};
    // y1 is m[0]
    control[14] = code inside {6'b01??1?, 6'b01?1?0, 6'b1??001, 6'b1???10};
    // y1 is m[1]
    control[15] = code inside {6'b?1?1?1};
    // y1 is a[1]
    control[16] = code inside {6'b1???11, 6'b1??1?0};
    // z1 is n[1]
    control[17] = code inside {6'b?000?0, 6'b0?0100, 6'b01??11, 6'b01?1??, 6'b1???01};
    // z1 is m[0]
    control[18] = code inside {6'b?000?1, 6'b?0?101, 6'b??10?0, 6'b??110?, 6'b??11?1, 6'b1???1?, 6'b1??1?0};
    // w1 is m[0]
    control[19] = code inside {6'b1??001};
    // w1 is m[1]
    control[20] = code inside {6'b1???10};
    // w1 is a[1]
    control[21] = code inside {6'b0??00?, 6'b?0?11?, 6'b??1???, 6'b01?0?1, 6'b1???00};
    // w1 is 64'hffffffffffffffff
    control[22] = code inside {6'b1???11};
    // the lower rotator gets sum0
    control[23] = code inside {6'b0?????, 6'b???000};
    // the lower rotator gets rotl(sum1, 19)
    control[24] = !(code inside {6'b0?????, 6'b???000});
    // step 0 of lane 0 leaves it as it is
    control[25] = code inside {6'b?000??, 6'b0?010?, 6'b0?0?10, 6'b???011, 6'b0??100, 6'b??1?11, 6'b01???1, 6'b1??000};
    // step 0 of lane 0 rotates it
    control[26] = code inside {6'b??0111, 6'b??100?, 6'b??1?10, 6'b??1?01, 6'b01?000, 6'b1???01, 6'b1???10, 6'b1??1??};
    // step 1 of lane 0 leaves it as it is
    control[27] = code inside {6'b??1?0?, 6'b??11??, 6'b01?001, 6'b01?010, 6'b1???11, 6'b1??1?0};
    // step 1 of lane 0 rotates it
    control[28] = !(code inside {6'b??1?0?, 6'b??11??, 6'b01?001, 6'b01?010, 6'b1???11, 6'b1??1?0});
    // step 2 of lane 0 leaves it as it is
    control[29] = !(code inside {6'b???111, 6'b??100?, 6'b??1?00, 6'b01?0?0, 6'b1???1?});
    // step 2 of lane 0 rotates it
    control[30] = code inside {6'b???111, 6'b??100?, 6'b??1?00, 6'b01?0?0, 6'b1???1?};
    // step 3 of lane 0 leaves it as it is
    control[31] = !(code inside {6'b???111, 6'b??11?1, 6'b01?0?0, 6'b1???11, 6'b1??1??});
    // step 3 of lane 0 rotates it
    control[32] = code inside {6'b???111, 6'b??11?1, 6'b01?0?0, 6'b1???11, 6'b1??1??};
    // step 4 of lane 0 leaves it as it is
    control[33] = code inside {6'b0?00??, 6'b0?0?0?, 6'b????10, 6'b0???01, 6'b1??0?0};
    // step 4 of lane 0 rotates it
    control[34] = code inside {6'b???111, 6'b??1?00, 6'b??1?11, 6'b1????1, 6'b1??1??};
    // step 0 of lane 1 leaves it as it is
    control[35] = code inside {6'b?00???, 6'b?0?00?, 6'b????11, 6'b???11?, 6'b01?1??, 6'b1??000};
    // step 0 of lane 1 rotates it
    control[36] = code inside {6'b??1010, 6'b??110?, 6'b01?00?, 6'b1???01, 6'b1???10, 6'b1??1??};
    // step 1 of lane 1 leaves it as it is
    control[37] = !(code inside {6'b?00110, 6'b??1000, 6'b??1?11, 6'b01?00?, 6'b1??1??});
    // step 1 of lane 1 rotates it
    control[38] = code inside {6'b?00110, 6'b??1000, 6'b??1?11, 6'b01?00?, 6'b1??1??};
    // step 2 of lane 1 leaves it as it is
    control[39] = !(code inside {6'b???111, 6'b??10?1, 6'b??1100, 6'b?1?001, 6'b1???10, 6'b1??1??});
    // step 2 of lane 1 rotates it
    control[40] = code inside {6'b???111, 6'b??10?1, 6'b??1100, 6'b?1?001, 6'b1???10, 6'b1??1??};
    // step 3 of lane 1 leaves it as it is
    control[41] = !(code inside {6'b?0?110, 6'b??1001, 6'b??1?10, 6'b1??1?0});
    // step 3 of lane 1 rotates it
    control[42] = code inside {6'b?0?110, 6'b??1001, 6'b??1?10, 6'b1??1?0};
    // step 4 of lane 1 leaves it as it is
    control[43] = !(code inside {6'b??101?, 6'b??1?10, 6'b01?0?0, 6'b1???10, 6'b1??1??});
    // step 4 of lane 1 rotates it
    control[44] = code inside {6'b??101?, 6'b??1?10, 6'b01?0?0, 6'b1???10, 6'b1??1??};
    // the lower lane is the sum of all terms
    control[45] = !(code inside {6'b0?????, 6'b???000});
    // the upper lane is rotated1
    control[46] = code inside {6'b0?????, 6'b???000};
    // the upper lane is result0
    control[47] = code inside {6'b1???01, 6'b1??1??};
    // the upper lane is n[1]
    control[48] = code inside {6'b1???1?};
  end
endmodule
