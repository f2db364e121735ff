// Fugue-256 and AES-128 encryption in one datapath, with key expansion: four more S-boxes.
//
// As in `fugue_aes`, AES uses columns 0 to 3 of Fugue, and what is to be added to them waits in words 18, 27, 28 and 29. Here
// that is the round key, which is expanded where it stands. A block gets in by the same way: it is added to key 0 in these
// words, the sum goes to the columns, and it is added once more, which leaves key 0. So a bit of the key has one look-up
// table that adds - to the column before it, or to the block - and one that lets the result, the key or nothing in.
//
//   cycle          0    1     2     3    4     5        ...  12       13
//   words          .    K0    K0+P  K0   K1    K2            K9       K10
//   columns                         P+K0 P+K0  round 1       round 8  round 9
//   ports          key        plaintext                               ciphertext, next key
//
// A block every 13 cycles. The key is read from the cycle in which `plaintext_valid` rises until the plaintext is taken,
// while a source holds both. The ciphertext is SubBytes of the columns plus the words.
// Between the first word of a message and its digest no plaintext is taken, nor a message before the last ciphertext is. A
// message that waits goes before a plaintext that waits.
module fugue_aes_ke
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
    input  aes_state_t key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  localparam logic [3:0] TAKE_BLOCK = 4'd2;
  localparam logic [3:0] FIRST_KEY = 4'd3;
  localparam logic [3:0] LAST_STEP = 4'd12;

  logic [3:0] step, step_next;  // the cycle, as above
  logic idle, begins, taken, expands;
  byte_t rcon;

  select_t hash_next, next;
  enable_t hash_enable, enable;
  logic hashing, hash_clear, clear;
  aes_state_t u, insert, inserted, round_key, sum;
  column_t substituted;

  assign idle = step == 4'd0;
  assign taken = ciphertext_valid & ciphertext_ready;
  assign begins = idle & plaintext_valid & ~hashing & ~message_valid & ~(ciphertext_valid & ~ciphertext_ready);
  assign plaintext_ready = step == TAKE_BLOCK;
  assign step_next = idle ? {3'd0, begins} : step == LAST_STEP ? 4'd0 : step + 4'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      step <= '0;
      expands <= 1'b0;
      rcon <= 8'h01;
      ciphertext_valid <= 1'b0;
    end else begin
      step <= step_next;
      expands <= step_next >= FIRST_KEY;
      rcon <= expands ? double(rcon) : 8'h01;
      ciphertext_valid <= step == LAST_STEP | (ciphertext_valid & ~ciphertext_ready);
    end
  end

  assign round_key = from_fugue(inserted);
  assign ciphertext = shifted(u) ^ round_key;

  sub_bytes #(.BYTES(4), .KIND(SBOX)) u_sub_word (.x(round_key[3]), .s(substituted));
  key_step u_key_step (.key(round_key), .substituted, .rcon, .plaintext, .expands, .sum);

  // Words 24 to 26 keep their initial values meanwhile and reach words 27 to 29, where they are cancelled.
  assign insert = (in_fugue(idle ? key : sum) ^ {32'h0, IV[4], IV[3], IV[2]}) & {128{begins | ~idle}};

  always_comb begin
    next = step_next < TAKE_BLOCK ? hash_next : step_next == TAKE_BLOCK ? AES_LOAD : AES_ROUND;
    enable = hash_enable;
    enable.x |= step == TAKE_BLOCK | step > FIRST_KEY;
    enable.word18 |= begins | ~idle;
    enable.word27 |= begins | ~idle;
    clear = rst | hash_clear | (taken & ~begins);
  end

  fugue_control u_control (
      .clk, .rst, .open(idle & ~ciphertext_valid), .hashing,
      .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .clear(hash_clear), .next(hash_next), .enable(hash_enable)
  );

  fugue_state #(.SBOX(SBOX)) u_state (.clk, .clear, .next, .enable, .message, .insert, .u, .inserted, .digest);

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH(256)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
`endif
endmodule
