// Fugue-256 and AES-128 encryption in one datapath, including key expansion.
//
// As in `fugue_aes`, AES uses columns 0 to 3 of Fugue, and the values to add to them are in words 18, 27, 28 and 29,
// the front words. Here these hold the round key, which is expanded in place. Key and block enter through words 15, 24,
// 25 and 26, the back words, which Fugue's sub-round moves to the front words: first their sum, which moves on to the
// columns, then the block alone, which turns the sum back into the key. So a bit of the key takes two look-up tables:
// one for the incoming value, one for the key expansion.
//
// KEY_SBOXES = 0: the key expansion uses four of SMIX's S-boxes, in a cycle between two rounds. That costs a
// multiplexer at the inputs of four S-boxes, and a block takes 20 cycles:
//
//   cycle         19     20         1      2      3        4        ...  18       19       20
//   back words           K0+P       P
//   front words                     K0+P   K1     K1       K2            K9       K9       K10
//   columns                                P+K0   round 1  round 1       round 8  round 9  round 9
//   S-boxes                         key    block  key      block         block    key      block
//   ports         key    plaintext                                                         ciphertext, plaintext'
//
// KEY_SBOXES = 4: it has four S-boxes of its own, and each of the cycles 2 to 10 also does a round; a block takes 11.
//
// Key and plaintext are read from the cycle before the plaintext is taken, while the source holds both. After a pause
// the plaintext is taken in the second cycle after `plaintext_valid` rises. The ciphertext is SubBytes of the columns
// plus the front words. No plaintext is taken between the first word of a message and its digest, and no message before
// the last ciphertext is taken. A waiting message takes precedence over a waiting plaintext.
module fugue_aes_ke
  import counterpoint_pkg::*;
  import fugue_pkg::*;
#(
    parameter int unsigned KEY_SBOXES = 0,  // for the key expansion alone: 0 or 4
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
  localparam bit SHARED = KEY_SBOXES == 0;
  localparam logic [4:0] LAST_STEP = SHARED ? 5'd19 : 5'd10;
  localparam logic [4:0] TAKE_BLOCK = 5'd20;
  localparam logic [4:0] AFTER_PAUSE = 5'd21;  // the key comes in, otherwise in the previous block's last step

  // The value that enters the back words.
  localparam logic [1:0] HASH = 2'd0, NOTHING = 2'd1, BLOCK = 2'd2, BLOCK_AND_KEY = 2'd3;

  logic [4:0] step, step_next;  // the cycle, as above; 0: none
  logic [1:0] comes, comes_next;
  logic idle, begins, last, go, taken, expands, rounds;
  byte_t rcon;

  select_t hash_next, next;
  enable_t hash_enable, enable;
  logic hashing, hash_clear, clear;
  aes_state_t u, insert, enter, inserted, entered, round_key, added, sum;
  column_t substituted;

  assign idle = step == 5'd0;
  assign last = step == LAST_STEP;
  assign taken = ciphertext_valid & ciphertext_ready;
  assign begins = plaintext_valid & ~hashing & ~message_valid & ~ciphertext_valid;
  assign go = ~(step == TAKE_BLOCK & ciphertext_valid & ~ciphertext_ready);
  assign plaintext_ready = step == TAKE_BLOCK & go;

  always_comb begin
    step_next = step + 5'd1;
    if (idle) step_next = begins ? AFTER_PAUSE : 5'd0;
    else if (step == AFTER_PAUSE) step_next = TAKE_BLOCK;
    else if (last) step_next = plaintext_valid & ~message_valid ? TAKE_BLOCK : 5'd0;
    else if (step == TAKE_BLOCK) step_next = go ? 5'd1 : TAKE_BLOCK;

    if (step_next == 5'd0) comes_next = HASH;
    else if (step_next == LAST_STEP | step_next == AFTER_PAUSE) comes_next = BLOCK_AND_KEY;
    else if (step_next == TAKE_BLOCK) comes_next = BLOCK;
    else comes_next = NOTHING;
  end

  // The steps of the key expansion, and the others. The result of step AFTER_PAUSE is discarded.
  assign expands = SHARED ? step[0] : ~idle & step != TAKE_BLOCK;
  assign rounds = SHARED ? ~step[0] | step == 5'd1 : 1'b1;

  always_ff @(posedge clk) begin
    if (rst) begin
      step <= '0;
      comes <= HASH;
      rcon <= 8'h01;
      ciphertext_valid <= 1'b0;
    end else begin
      step <= step_next;
      comes <= comes_next;
      if (step == TAKE_BLOCK) rcon <= 8'h01;
      else if (expands) rcon <= double(rcon);
      ciphertext_valid <= last | (ciphertext_valid & ~ciphertext_ready);
    end
  end

  assign round_key = from_fugue(inserted);
  assign ciphertext = shifted(u) ^ round_key;

  if (KEY_SBOXES == 0) begin : g_shared
    assign substituted = last_column(u);
  end else if (KEY_SBOXES == 4) begin : g_own
    sub_bytes #(.BYTES(4), .KIND(SBOX)) u_sub_word (.x(last_column(inserted ^ entered)), .s(substituted));
  end else begin : g_unknown
    $error("KEY_SBOXES is 0 or 4");
  end
  assign added = from_fugue(entered);
  key_step u_key_step (.key(round_key), .added(added[2:0]), .substituted, .rcon, .expands, .sum);

  assign insert = in_fugue(sum);
  // Meanwhile words 21 to 23 keep their initial values, which reach words 24 to 26 and are cancelled there.
  assign enter = ({32'h0, IV[1], IV[0], 32'h0} & {128{|comes}})
      ^ in_fugue((plaintext & {128{comes[1]}}) ^ (key & {128{&comes}}));

  always_comb begin
    next = step_next == 5'd0 ? hash_next : step_next == 5'd1 ? AES_LOAD : AES_ROUND;
    next.enter = step_next != 5'd0;
    enable = hash_enable;
    enable.x |= ~idle & go & rounds;
    {enable.word18, enable.word27} |= {2{~idle & go & (expands | step == TAKE_BLOCK)}};
    {enable.word15, enable.word24} |= {2{~idle & go}};
    clear = rst | hash_clear | (taken & idle);
  end

  fugue_control u_control (
      .clk, .rst, .open(idle & ~ciphertext_valid), .hashing,
      .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .clear(hash_clear), .next(hash_next), .enable(hash_enable)
  );

  fugue_state #(.SBOX(SBOX)) u_state (
      .clk, .clear, .next, .enable, .message, .insert, .enter, .sub_word(SHARED & step[0]), .u, .inserted, .entered,
      .digest
  );

  logic unused;
  assign unused = &{1'b0, added[3]};

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(33)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH(256)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
`endif
endmodule
