// The environment of a core, and the claim that the core never hangs: while something is offered and all results are
// taken, something goes in or out at least every LIMIT cycles.
//
// An offer stays until it is taken. A message that has begun keeps plaintext out: until its last part is in, only its
// parts count as offers. Channels that a core lacks are left open.
module progress #(
    parameter int unsigned LIMIT = 32
) (
    input logic clk,
    input logic rst,

    input  logic wants_message = 1'b0,
    input  logic wants_last = 1'b0,
    output logic message_valid,
    input  logic message_ready = 1'b0,
    output logic message_last,
    input  logic digest_valid = 1'b0,
    input  logic digest_ready = 1'b1,

    input  logic wants_plaintext = 1'b0,
    output logic plaintext_valid,
    input  logic plaintext_ready = 1'b0,
    input  logic ciphertext_valid = 1'b0,
    input  logic ciphertext_ready = 1'b1
);
  logic message_waits, plaintext_waits, in_message, willing, moves;
  logic [$clog2(LIMIT+1)-1:0] waited;

  assign message_valid = wants_message | message_waits;
  assign plaintext_valid = wants_plaintext | plaintext_waits;
  assign willing = (message_valid | (plaintext_valid & ~in_message)) & digest_ready & ciphertext_ready;
  assign moves = (message_valid & message_ready) | (digest_valid & digest_ready) | (plaintext_valid & plaintext_ready)
      | (ciphertext_valid & ciphertext_ready);

  always_ff @(posedge clk) begin
    message_waits <= ~rst & message_valid & ~message_ready;
    plaintext_waits <= ~rst & plaintext_valid & ~plaintext_ready;
    if (rst | ~message_valid | message_ready) message_last <= wants_last;
    if (rst | (message_valid & message_ready)) in_message <= ~rst & ~message_last;
    if (rst | moves | ~willing) waited <= '0;
    else waited <= waited + 1'b1;
  end

  always_comb assert (waited < $bits(waited)'(LIMIT));
endmodule
