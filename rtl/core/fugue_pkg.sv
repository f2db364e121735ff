// What the modules of the Fugue cores tell each other: how the state takes its next step (see fugue_state).
package fugue_pkg;

  // What the multiplexers choose. These go through flip-flops in fugue_state, a cycle ahead of the step.
  typedef struct packed {
    logic shift;        // words go on by three places (else: back by one, or they change places)
    logic exchange;     // with `shift` off: columns 0 to 3 change places with 15 to 18
    logic tix;          // with `shift`: a message word comes in
    logic column_v;     // into column 3 goes the mixed column 0,
    logic column_18;    // word 18,
    logic column_4;     // word 4
    logic mix_columns;  // Super-Mix is MixColumns
  } select_t;

  // Which registers take the step.
  typedef struct packed {
    logic x;          // columns 0 to 3
    logic exchanged;  // words 4 and 15 to 17
    logic shifted;    // words 5 to 14 and 19 to 26
    logic word18;
    logic word27;     // words 27 to 29
  } enable_t;

  //                             shift exchange tix  v     18    4     mix_columns
  localparam select_t TIX      = {1'b1, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0, 1'b0};
  localparam select_t SUBROUND = {1'b1, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0, 1'b0};
  localparam select_t EXCHANGE = {1'b0, 1'b1, 1'b0, 1'b0, 1'b1, 1'b0, 1'b0};
  localparam select_t BACK     = {1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b1, 1'b0};

endpackage
