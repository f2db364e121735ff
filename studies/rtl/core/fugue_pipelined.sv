// Fugue-256 in two stages, for two messages of the same length at a time: it takes their words in turn, in two cycles a
// word on average, at a higher clock.
//
// A register after SubBytes halves the step. While one message is in the first stage (x, s), the other one is in the
// second (y, t), so neither stage waits:
//
//   cycle   0     1     2         3         4
//   x, s    B     A     B         A         B
//   y, t    A     B     A         B         A         y = SubBytes(x), t = s
//   step    TIX   TIX   SUBROUND  SUBROUND  TIX       from y and t to x and s
//
// Both take the same steps, so both stages can hold the words that EXCHANGE does not move for its two cycles. With
// messages of different lengths, each bit of these words would need a third source.
//
// The first word belongs to message A, the next to B, and so on; `message_last` is the same for both. The digests come
// in the same order: A's 76 cycles after its last word, B's after A's is taken. A stalled source or consumer stalls
// both messages.
module fugue_pipelined
  import counterpoint_pkg::*;
  import fugue_pkg::*;
#(
    parameter sbox_e SBOX = SBOX_MAPPED
) (
    input logic clk,
    input logic rst,

    input  logic    message_valid,
    output logic    message_ready,
    input  column_t message,
    input  logic    message_last,

    output logic          digest_valid,
    input  logic          digest_ready,
    output column_t [7:0] digest
);
  phase_t phase, phase_next;
  logic in_second, in_second_next;  // the second step of the phase
  logic of_b;                       // on message B
  logic last_word;
  logic go, ends, keeps, clear;
  select_t sel, next;
  aes_state_t x, x_next, y, u;
  column_t [29:4] s, s_next, t;

  assign message_ready = phase.tix & ~in_second;
  assign digest_valid = phase.ended;
  assign go = message_ready ? message_valid : ~digest_valid | digest_ready;
  assign ends = go & of_b & (in_second | phase.ended);
  assign keeps = phase.turns & ~in_second;
  assign clear = rst | (ends & phase.ended);

  fugue_phases u_phases (.clk, .rst, .ends, .last_word, .phase, .phase_next);

  assign in_second_next = go ? ~ends & (in_second ^ of_b) : in_second;
  assign next = in_second_next ? second_step(phase_next.turns) : first_step(phase_next.turns, phase_next.tix);

  always_ff @(posedge clk) begin
    if (rst) begin
      in_second <= 1'b0;
      of_b <= 1'b0;
      sel <= TIX;
    end else begin
      in_second <= in_second_next;
      of_b <= of_b ^ go;
      sel <= next;
    end
    if (message_ready) last_word <= message_last;
  end

  sub_bytes #(.BYTES(16), .KIND(SBOX)) u_sub_bytes (.x, .s(u));
  fugue_step u_step (.sel, .u(y), .s(t), .message, .insert('0), .enter('0), .x_next, .s_next);

  always_ff @(posedge clk) begin
    if (clear) begin
      x <= {16{8'h52}};
      y <= '0;
      s <= '0;
      s[29:22] <= IV;
      t <= '0;
      t[29:22] <= IV;
    end else if (go) begin
      x <= x_next;
      y <= u;
      {s[18:15], s[4]} <= {s_next[18:15], s_next[4]};
      {t[18:15], t[4]} <= {s[18:15], s[4]};
      if (~keeps) begin
        {s[29:19], s[14:5]} <= {s_next[29:19], s_next[14:5]};
        {t[29:19], t[14:5]} <= {s[29:19], s[14:5]};
      end
    end
  end

  assign digest = {x_next, s_next[4], s_next[18:16]};

  logic unused;
  assign unused = &{1'b0, phase_next.ended};

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  logic last_of_a;
  always_ff @(posedge clk) begin
    if (message_valid & message_ready) last_of_a <= message_last;
    if (~rst & message_valid & message_ready & of_b) assert (message_last == last_of_a);
  end
`endif
endmodule
