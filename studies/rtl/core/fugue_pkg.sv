// Signals between the modules of the Fugue cores: how the state takes its next step (see fugue_step).
package fugue_pkg;
  import counterpoint_pkg::*;

  // Controls of the multiplexers. They go through flip-flops in fugue_state, a cycle ahead of the step.
  typedef struct packed {
    logic shift;        // words move on by three places (else: back by one, or they are exchanged)
    logic exchange;     // with `shift` off: columns 0 to 3 are exchanged with 15 to 18
    logic tix;          // with `shift`: a message word comes in
    logic column_v;     // into column 3 goes the mixed column 0,
    logic column_18;    // word 18,
    logic column_4;     // word 4
    logic mix_columns;  // Super-Mix is MixColumns
    logic enter;        // only `enter` goes into word 15
  } select_t;

  // Which registers take the step.
  typedef struct packed {
    logic x;          // columns 0 to 3
    logic exchanged;  // words 4, 16 and 17
    logic shifted;    // words 5 to 14 and 19 to 23
    logic word15;
    logic word18;
    logic word24;     // words 24 to 26
    logic word27;     // words 27 to 29
  } enable_t;

  // verilator lint_off UNUSEDPARAM
  //                              shift exchange tix  v     18    4     mix_columns, enter
  localparam select_t TIX       = {1'b1, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0};
  localparam select_t SUBROUND  = {1'b1, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0, 1'b0};
  localparam select_t EXCHANGE  = {1'b0, 1'b1, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0};
  localparam select_t BACK      = {1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0};
  localparam select_t AES_LOAD  = {1'b1, 1'b1, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0};
  localparam select_t AES_ROUND = {1'b1, 1'b0, 1'b0, 1'b1, 1'b1, 1'b0, 1'b1, 1'b0};

  // The next two steps, in cores that take two steps at a time (see fugue_phases). The bits control the multiplexers.
  typedef struct packed {
    logic turns;  // EXCHANGE and BACK (else: two sub-rounds)
    logic tix;    // with a message word before the first of them
    logic ended;  // the result of EXCHANGE is the digest
  } phase_t;

  localparam phase_t ABSORB      = 3'b010;
  localparam phase_t SUBROUNDS   = 3'b000;
  localparam phase_t TURNS       = 3'b100;
  localparam phase_t GIVE_DIGEST = 3'b101;
  // verilator lint_on UNUSEDPARAM

  // The last eight words of the initial state; the first byte of a word is its row 0.
  localparam column_t [7:0] IV = {
    32'h48c2f834, 32'h99e84991, 32'hde29f9fb, 32'h1d626cf9, 32'h94b5b0d2, 32'h68f6d4e0, 32'h5f137166, 32'hdebd52e9
  };

  function automatic select_t first_step(logic turns, logic tix);
    first_step = turns ? EXCHANGE : tix ? TIX : SUBROUND;
  endfunction

  function automatic select_t second_step(logic turns);
    second_step = turns ? BACK : SUBROUND;
  endfunction

  // The place of an AES block, or a round key, in columns 0 to 3 of Fugue: after ShiftRows, and with all rows one place
  // further up. Super-Mix then moves row i left by i columns, and the path of the columns (0 <- 1 <- 2 <- 3 <- 0) by
  // one more, which makes i + 1, AES's number for the row. So ShiftRows needs no multiplexer, and keys stay in place.
  function automatic aes_state_t in_fugue(aes_state_t block);
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) in_fugue[k][i] = block[(k+i+1)%4][(i+1)%4];
    end
  endfunction

  function automatic aes_state_t from_fugue(aes_state_t columns);
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) from_fugue[(k+i+1)%4][(i+1)%4] = columns[k][i];
    end
  endfunction

  // The block after SubBytes and ShiftRows of AES, from SubBytes of these columns.
  function automatic aes_state_t shifted(aes_state_t u);
    for (int k = 0; k < 4; k++) begin
      for (int i = 0; i < 4; i++) shifted[k][(i+1)%4] = u[k][i];
    end
  endfunction

  // `x` with the last column of the round key in its place: a byte in each column of Fugue.
  function automatic aes_state_t with_last_column(aes_state_t x, aes_state_t round_key);
    with_last_column = x;
    for (int k = 0; k < 4; k++) with_last_column[k][(6-k)%4] = round_key[k][(6-k)%4];
  endfunction

  // The last column of a round key, read from the places where with_last_column puts it.
  function automatic column_t last_column(aes_state_t columns);
    for (int k = 0; k < 4; k++) last_column[3-k] = columns[k][(6-k)%4];
  endfunction

endpackage
