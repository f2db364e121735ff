// Fugue-256 and AES-128 encryption in one datapath; the round keys of AES come from outside.
//
// Fugue works as in `fugue`. AES uses its columns 0 to 3: SubBytes is that of SMIX, MixColumns is part of Super-Mix,
// and ShiftRows is in the placement of the bytes (see fugue_pkg). The values to add to the columns, first block plus
// key 0 and then a key for each round, arrive a cycle early and wait in four words of Fugue's state. From there the
// sub-round's paths take them to the columns. The last round's result does not go into a register: SubBytes plus the
// last key is the ciphertext.
//
//   cycle              0          1      2        ...  9        10       11
//   round_key_index    0          1      2             9        0
//   words 18, 27..29              P+K0   K1            K8       K9       P'+K'0
//   columns                              P+K0          round 7  round 8  round 9
//   ports              plaintext                                plaintext'  ciphertext (last_round_key)
//
// A block takes 10 cycles. `round_key` must arrive in the cycle of its index: a key of the block taken last or, for
// index 0, of the one being taken. `last_round_key` is key 10 of the block whose ciphertext is valid. No plaintext is
// taken between the first word of a message and its digest, and no message before the last ciphertext is taken. A
// waiting message takes precedence over a waiting plaintext.
module fugue_aes
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
    output column_t [7:0] digest,

    input  logic       plaintext_valid,
    output logic       plaintext_ready,
    input  aes_state_t plaintext,

    output logic [3:0] round_key_index,
    input  aes_state_t round_key,
    input  aes_state_t last_round_key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  localparam logic [3:0] LAST_STEP = 4'd10;

  logic [3:0] step, step_next;  // 0: none
  logic begins, load, go, taken;

  select_t hash_next, next;
  enable_t hash_enable, enable;
  logic hashing, hash_clear, clear;
  aes_state_t u, insert;

  // Step 1 overwrites columns 0 to 3, so it waits until the ciphertext computed from them is taken.
  assign begins = step == 4'd0 | step == LAST_STEP;
  assign plaintext_ready = begins & ~hashing & ~message_valid;
  assign load = plaintext_valid & plaintext_ready;
  assign taken = ciphertext_valid & ciphertext_ready;
  assign go = step != 4'd0 & ~(step == 4'd1 & ciphertext_valid & ~ciphertext_ready);
  assign step_next = load ? 4'd1 : ~go ? step : step == LAST_STEP ? 4'd0 : step + 4'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      step <= '0;
      ciphertext_valid <= 1'b0;
    end else begin
      step <= step_next;
      ciphertext_valid <= step == LAST_STEP | (ciphertext_valid & ~ciphertext_ready);
    end
  end

  assign round_key_index = begins ? 4'd0 : step;
  assign ciphertext = shifted(u) ^ last_round_key;

  // Meanwhile words 24 to 26 keep their initial values, which reach words 27 to 29 and are cancelled there.
  assign insert = (in_fugue(round_key ^ (plaintext & {128{begins}})) ^ {32'h0, IV[4], IV[3], IV[2]})
      & {128{load | step != 4'd0}};

  always_comb begin
    next = step_next == 4'd0 ? hash_next : step_next == 4'd1 ? AES_LOAD : AES_ROUND;
    enable = hash_enable;
    enable.x |= go;
    enable.word18 |= go | load;
    enable.word27 |= go | load;
    clear = rst | hash_clear | (taken & step == 4'd0 & ~load);
  end

  fugue_control u_control (
      .clk, .rst, .open(step == 4'd0 & ~ciphertext_valid), .hashing,
      .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .clear(hash_clear), .next(hash_next), .enable(hash_enable)
  );

  // verilator lint_off PINCONNECTEMPTY
  fugue_state #(.SBOX(SBOX)) u_state (
      .clk, .clear, .next, .enable, .message, .insert, .enter('0), .sub_word(1'b0), .u, .inserted(), .entered(), .digest
  );
  // verilator lint_on PINCONNECTEMPTY

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH(128)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data(plaintext)
  );
`endif
endmodule
