// Which signals of the datapath each code sets. Written by `counterpoint-isa verilog`.
module k_decode (
    input logic [4:0] code,
    output logic [38:0] control
);
  always_comb begin
    // shared0 is m[0]
    control[0] = code inside {5'b00000, 5'b1??11, 5'b1?1?0};
    // shared0 is m[1]
    control[1] = code inside {5'b1?1?1};
    // x0 is rotl(m[1], 1)
    control[2] = code inside {5'b0010?};
    // x0 is a[1]
    control[3] = code inside {5'b1?11?};
    // x0 is shared0
    control[4] = !(code inside {5'b??11?});
    // y0 is n[1]
    control[5] = code inside {5'b1???1, 5'b1??0?};
    // y0 is a[0]
    control[6] = code inside {5'b??11?};
    // z0 is n[0]
    control[7] = !(code inside {5'b000?1, 5'b0?101, 5'b?10?0, 5'b?101?, 5'b1?010});
    // z0 is n[1]
    control[8] = code inside {5'b000?1, 5'b0?101, 5'b?10?0, 5'b?101?, 5'b1?010};
    // w0 is a[0]
    control[9] = !(code inside {5'b0001?, 5'b?010?, 5'b1?1??});
    // w0 is rotl(a[0], 1)
    control[10] = code inside {5'b0001?};
    // step 0 of lane 0 leaves it as it is
    control[11] = !(code inside {5'b?0111, 5'b?100?, 5'b?1?10, 5'b?1?01, 5'b1?000});
    // step 0 of lane 0 rotates it
    control[12] = code inside {5'b?0111, 5'b?100?, 5'b?1?10, 5'b?1?01, 5'b1?000};
    // step 1 of lane 0 leaves it as it is
    control[13] = code inside {5'b?1?0?, 5'b?11??, 5'b1?001, 5'b1?010};
    // step 1 of lane 0 rotates it
    control[14] = !(code inside {5'b?1?0?, 5'b?11??, 5'b1?001, 5'b1?010});
    // step 2 of lane 0 leaves it as it is
    control[15] = !(code inside {5'b??111, 5'b?100?, 5'b?1?00, 5'b1?0?0});
    // step 2 of lane 0 rotates it
    control[16] = code inside {5'b??111, 5'b?100?, 5'b?1?00, 5'b1?0?0};
    // step 3 of lane 0 leaves it as it is
    control[17] = !(code inside {5'b??111, 5'b?11?1, 5'b1?0?0});
    // step 3 of lane 0 rotates it
    control[18] = code inside {5'b??111, 5'b?11?1, 5'b1?0?0};
    // step 4 of lane 0 leaves it as it is
    control[19] = !(code inside {5'b??111, 5'b?1?00, 5'b?1?11});
    // step 4 of lane 0 rotates it
    control[20] = code inside {5'b??111, 5'b?1?00, 5'b?1?11};
    // x1 is m[1]
    control[21] = code inside {5'b?0000, 5'b?011?, 5'b?10?1, 5'b??110, 5'b1?0?1};
    // x1 is a[0]
    control[22] = code inside {5'b1?10?};
    // x1 is rotl(a[0], 1)
    control[23] = code inside {5'b0010?};
    // x1 is rotl(a[1], 1)
    control[24] = code inside {5'b0001?};
    // y1 is shared0
    control[25] = code inside {5'b1????};
    // z1 is n[1]
    control[26] = code inside {5'b000?0, 5'b?0100, 5'b1??11, 5'b1?1??};
    // z1 is m[0]
    control[27] = code inside {5'b000?1, 5'b0?101, 5'b?10?0, 5'b?110?, 5'b?11?1};
    // w1 is a[1]
    control[28] = !(code inside {5'b0001?, 5'b?010?, 5'b1??10});
    // step 0 of lane 1 leaves it as it is
    control[29] = code inside {5'b0?110, 5'b?1??0, 5'b?11??};
    // step 0 of lane 1 rotates it
    control[30] = !(code inside {5'b0?110, 5'b?1??0, 5'b?11??});
    // step 1 of lane 1 leaves it as it is
    control[31] = code inside {5'b00110, 5'b?10?1, 5'b?110?, 5'b1?0?0};
    // step 1 of lane 1 rotates it
    control[32] = !(code inside {5'b00110, 5'b?10?1, 5'b?110?, 5'b1?0?0});
    // step 2 of lane 1 leaves it as it is
    control[33] = code inside {5'b?1?11, 5'b?11?0, 5'b1?001};
    // step 2 of lane 1 rotates it
    control[34] = !(code inside {5'b?1?11, 5'b?11?0, 5'b1?001});
    // step 3 of lane 1 leaves it as it is
    control[35] = code inside {5'b00110, 5'b?1001, 5'b?1010, 5'b?1100, 5'b?1111, 5'b1?0?0};
    // step 3 of lane 1 rotates it
    control[36] = !(code inside {5'b00110, 5'b?1001, 5'b?1010, 5'b?1100, 5'b?1111, 5'b1?0?0});
    // step 4 of lane 1 leaves it as it is
    control[37] = !(code inside {5'b?0111, 5'b?10?0, 5'b?101?, 5'b?1101, 5'b1?0?0});
    // step 4 of lane 1 rotates it
    control[38] = code inside {5'b?0111, 5'b?10?0, 5'b?101?, 5'b?1101, 5'b1?0?0};
  end
endmodule
