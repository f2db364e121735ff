// Decides which step Fugue's state takes in each cycle.
//
//   cycle   0     1          ...        (after the last word) 2 .. 11     12        13    14  ..  37  38
//   step    TIX   SUBROUND   TIX ...                          SUBROUND    EXCHANGE  BACK  ...  BACK EXCHANGE  -> digest
//
// A TIX waits for its message word. The digest remains until it is taken; then the state is wiped.
module fugue_control
  import fugue_pkg::*;
(
    input logic clk,
    input logic rst,

    input  logic open,     // a message may begin
    output logic hashing,  // one has begun, and its digest is not yet taken

    input  logic message_valid,
    output logic message_ready,
    input  logic message_last,

    output logic digest_valid,
    input  logic digest_ready,

    output logic    clear,  // after the digest is taken
    output select_t next,
    output enable_t enable
);
  localparam logic [3:0] LAST_SUBROUND = 4'd9;
  localparam logic [3:0] LAST_EXCHANGE = 4'd13;

  typedef enum logic [2:0] {
    ABSORB_TIX,
    ABSORB_SUBROUND,
    FINAL_SUBROUND,
    FINAL_EXCHANGE,
    FINAL_BACK,
    DIGEST
  } state_e;

  state_e state, state_next;
  logic [3:0] count;
  logic last, go;

  assign message_ready = state == ABSORB_TIX & (hashing | open);
  assign digest_valid = state == DIGEST;
  assign clear = digest_valid & digest_ready;
  assign go = state == ABSORB_TIX ? message_valid & message_ready : ~digest_valid;

  always_comb begin
    state_next = state;
    unique case (state)
      ABSORB_TIX: if (go) state_next = ABSORB_SUBROUND;
      ABSORB_SUBROUND: state_next = last ? FINAL_SUBROUND : ABSORB_TIX;
      FINAL_SUBROUND: if (count == LAST_SUBROUND) state_next = FINAL_EXCHANGE;
      FINAL_EXCHANGE: state_next = count == LAST_EXCHANGE ? DIGEST : FINAL_BACK;
      FINAL_BACK: state_next = FINAL_EXCHANGE;
      default: if (clear) state_next = ABSORB_TIX;
    endcase
    unique case (state_next)
      ABSORB_SUBROUND, FINAL_SUBROUND: next = SUBROUND;
      FINAL_EXCHANGE: next = EXCHANGE;
      FINAL_BACK: next = BACK;
      default: next = TIX;
    endcase
    enable = {7{go}};
    if (state == FINAL_EXCHANGE) {enable.shifted, enable.word24, enable.word27} = '0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      state <= ABSORB_TIX;
      hashing <= 1'b0;
      last <= 1'b0;
      count <= '0;
    end else begin
      state <= state_next;
      hashing <= ~clear & (hashing | go);
      if (state == ABSORB_TIX) last <= message_last;
      if (state != state_next & state != FINAL_EXCHANGE & state != FINAL_BACK) count <= '0;
      else if (state != FINAL_BACK) count <= count + 4'd1;
    end
  end
endmodule
