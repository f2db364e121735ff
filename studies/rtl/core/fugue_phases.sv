// Decides which two steps Fugue takes, in the cores that take two steps at a time:
//
//   phase   ABSORB         SUBROUNDS           TURNS           GIVE_DIGEST
//   steps   TIX, SUBROUND  SUBROUND, SUBROUND  EXCHANGE, BACK  EXCHANGE
//           for each word  5 times             13 times        its result is the digest
module fugue_phases
  import fugue_pkg::*;
(
    input logic clk,
    input logic rst,

    input logic ends,       // this phase's steps end; in GIVE_DIGEST: the digest is taken
    input logic last_word,  // in ABSORB: they are those of the last word

    output phase_t phase,
    output phase_t phase_next
);
  localparam logic [3:0] LAST_SUBROUNDS = 4'd4;
  localparam logic [3:0] LAST_TURNS = 4'd12;

  logic [3:0] count;

  always_comb begin
    phase_next = phase;
    unique case (phase)
      ABSORB: if (ends & last_word) phase_next = SUBROUNDS;
      SUBROUNDS: if (ends & count == LAST_SUBROUNDS) phase_next = TURNS;
      TURNS: if (ends & count == LAST_TURNS) phase_next = GIVE_DIGEST;
      default: if (ends) phase_next = ABSORB;
    endcase
  end

  always_ff @(posedge clk) begin
    phase <= rst ? ABSORB : phase_next;
    if (phase != phase_next | phase == ABSORB) count <= '0;
    else if (ends) count <= count + 4'd1;
  end
endmodule
