// Which signals of the datapath each code sets. Written by `counterpoint-isa verilog`.
module p_decode (
    input logic [5:0] code,
    output logic [35:0] control
);
  always_comb begin
    // x0 is m[0]
    control[0] = code inside {6'b1?1?10};
    // x0 is rotl(m[0], 1)
    control[1] = code inside {6'b0??001, 6'b0??010};
    // x0 is m[1]
    control[2] = code inside {6'b0??000, 6'b1?1?11, 6'b1?11?1};
    // x0 is a[0]
    control[3] = code inside {6'b1?11?0};
    // y0 is n[1]
    control[4] = code inside {6'b1??0?0};
    // y0 is m[0]
    control[5] = code inside {6'b1????1};
    // z0 is n[0]
    control[6] = !(code inside {6'b0???10, 6'b0??101, 6'b??0?01, 6'b??0?10, 6'b1??001, 6'b1?11?0});
    // z0 is n[1]
    control[7] = code inside {6'b0???10, 6'b0??101, 6'b??0?01, 6'b??0?10, 6'b1??001};
    // step 0 of lane 0 leaves it as it is
    control[8] = code inside {6'b??10??, 6'b???101, 6'b1???00, 6'b1??1?0};
    // step 0 of lane 0 rotates it
    control[9] = code inside {6'b0??1?0, 6'b???111, 6'b??00?1, 6'b??001?};
    // step 1 of lane 0 leaves it as it is
    control[10] = code inside {6'b0??1?1, 6'b??00?0, 6'b1??11?, 6'b1?100?};
    // step 1 of lane 0 rotates it
    control[11] = !(code inside {6'b0??1?1, 6'b??00?0, 6'b1??11?, 6'b1?100?});
    // step 2 of lane 0 leaves it as it is
    control[12] = !(code inside {6'b0??11?, 6'b??0010, 6'b??010?, 6'b1?1001});
    // step 2 of lane 0 rotates it
    control[13] = code inside {6'b0??11?, 6'b??0010, 6'b??010?, 6'b1?1001};
    // step 3 of lane 0 leaves it as it is
    control[14] = code inside {6'b0??0??, 6'b??1?00, 6'b??000?, 6'b1??1?1, 6'b1?1?1?};
    // step 3 of lane 0 rotates it
    control[15] = code inside {6'b0??1?1, 6'b???110, 6'b??001?, 6'b??01?0, 6'b1?1001};
    // step 4 of lane 0 leaves it as it is
    control[16] = code inside {6'b0??100, 6'b0??111, 6'b1??110, 6'b1?100?};
    // step 4 of lane 0 rotates it
    control[17] = !(code inside {6'b0??100, 6'b0??111, 6'b1??110, 6'b1?100?});
    // x1 is m[0]
    control[18] = code inside {6'b???000, 6'b0??101, 6'b???110, 6'b??0?0?, 6'b??00?1, 6'b1??00?};
    // x1 is rotl(m[0], 1)
    control[19] = code inside {6'b0??010};
    // x1 is m[1]
    control[20] = code inside {6'b0???11, 6'b??1100, 6'b1??010, 6'b???111};
    // x1 is rotl(m[1], 1)
    control[21] = code inside {6'b0??001};
    // x1 is a[1]
    control[22] = code inside {6'b1?1?11};
    // y1 is m[0]
    control[23] = code inside {6'b1?1?10, 6'b1?11??};
    // z1 is n[0]
    control[24] = code inside {6'b1?11?0};
    // z1 is n[1]
    control[25] = code inside {6'b0??00?, 6'b??1010};
    // step 0 of lane 1 leaves it as it is
    control[26] = !(code inside {6'b0??100, 6'b???111, 6'b??0001});
    // step 0 of lane 1 rotates it
    control[27] = code inside {6'b0??100, 6'b???111, 6'b??0001};
    // step 1 of lane 1 leaves it as it is
    control[28] = !(code inside {6'b0???11, 6'b??0010, 6'b???111});
    // step 1 of lane 1 rotates it
    control[29] = code inside {6'b0???11, 6'b??0010, 6'b???111};
    // step 2 of lane 1 leaves it as it is
    control[30] = !(code inside {6'b0???11, 6'b0??1?0, 6'b??0001, 6'b??0010, 6'b1?1000});
    // step 2 of lane 1 rotates it
    control[31] = code inside {6'b0???11, 6'b0??1?0, 6'b??0001, 6'b??0010, 6'b1?1000};
    // step 3 of lane 1 leaves it as it is
    control[32] = !(code inside {6'b0??1?0, 6'b1??1?1});
    // step 3 of lane 1 rotates it
    control[33] = code inside {6'b0??1?0, 6'b1??1?1};
    // step 4 of lane 1 leaves it as it is
    control[34] = code inside {6'b0???11, 6'b??0100, 6'b???111, 6'b1?1000};
    // step 4 of lane 1 rotates it
    control[35] = !(code inside {6'b0???11, 6'b??0100, 6'b???111, 6'b1?1000});
  end
endmodule
