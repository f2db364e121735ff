// One cycle of the Fugue datapath against the steps of the specification and against a round of AES, for all states.
//
// Columns 0 to 3 are compared as they are before the S-boxes. Between EXCHANGE and BACK the halves of the state have
// each other's names; `renamed` is the state as in the specification.
module fugue_step_equal
  import counterpoint_pkg::*;
  import fugue_pkg::*;
(
    input logic [2:0] choice,
    input aes_state_t block,  // after SubBytes
    input column_t [29:4] s,
    input column_t message,
    input aes_state_t insert,
    input logic enters,
    input aes_state_t enter
);
  typedef column_t [29:0] words_t;

  select_t sel;
  aes_state_t u, v, x_next, shift_rows_of, mixed, key;
  column_t [29:4] s_next;
  logic in_aes;

  assign in_aes = choice >= 3'd4;
  assign u = in_aes ? in_fugue(block) : block;

  super_mix u_super_mix (.u, .mix_columns(1'b0), .v);
  fugue_step u_step (
      .sel, .u, .s, .message, .insert(insert & {128{in_aes}}), .enter(enter & {128{sel.enter}}), .x_next, .s_next
  );

  shift_rows u_shift_rows (.a(block), .b(shift_rows_of));
  for (genvar c = 0; c < 4; c++) begin : g_column
    mix_columns u_mix_columns (.a(shift_rows_of[c]), .b(mixed[c]));
  end

  function automatic words_t rotated(words_t a, int places);
    for (int j = 0; j < 30; j++) rotated[j] = a[(j+30-places)%30];
  endfunction

  function automatic words_t renamed(words_t a);
    renamed = a;
    for (int j = 4; j < 15; j++) begin
      renamed[j] = a[j+15];
      renamed[j+15] = a[j];
    end
  endfunction

  function automatic words_t tix(words_t a, column_t word);
    tix = a;
    tix[10] = a[10] ^ a[0];
    tix[0] = word;
    tix[8] = a[8] ^ word;
    tix[1] = a[1] ^ a[24];
  endfunction

  function automatic words_t cmix(words_t a);
    cmix = a;
    for (int j = 0; j < 3; j++) begin
      cmix[j] = a[j] ^ a[4+j];
      cmix[15+j] = a[15+j] ^ a[4+j];
    end
  endfunction

  // S4 += S0, and the same for another word.
  function automatic words_t fed(words_t a, int other);
    fed = a;
    fed[4] = a[4] ^ a[0];
    fed[other] = a[other] ^ a[0];
  endfunction

  words_t state, exchanged;
  assign state = {s, v};

  always_comb begin
    unique case (choice)
      3'd0: sel = SUBROUND;
      3'd1: sel = TIX;
      3'd2: sel = EXCHANGE;
      3'd3: sel = BACK;
      3'd4: sel = AES_LOAD;
      default: sel = AES_ROUND;
    endcase
    sel.enter = in_aes & enters;
  end

  always_comb begin
    exchanged = {s, x_next};
    exchanged[4] = s_next[4];
    exchanged[18:15] = s_next[18:15];
    key = {s[18], s[29], s[28], s[27]};
    unique case (choice)
      3'd0: assert ({s_next, x_next} == cmix(rotated(state, 3)));
      3'd1: assert ({s_next, x_next} == cmix(rotated(tix(state, message), 3)));
      3'd2: assert (renamed(exchanged) == rotated(fed(state, 15), 15));
      3'd3: assert ({s_next, x_next} == rotated(fed(renamed(state), 16), 14));
      3'd4: assert (x_next == key);
      default: assert (x_next == (in_fugue(mixed) ^ key));
    endcase
    if (in_aes) begin
      assert (shifted(u) == shift_rows_of);
      assert ({s_next[18], s_next[29:27]} == (insert ^ {s[15], s[26:24]}));
      if (sel.enter) assert ({s_next[15], s_next[26:24]} == (enter ^ {s[12], s[23:21]}));
    end
  end
endmodule
