// Grøstl-256, and AES-128 encryption in its datapath: the inside of `groestl`, `groestl_aes`, `groestl_aes_ke`,
// `groestl_4aes` and `groestl_4aes_ke`. This module connects their parts and omits those that a core does not need:
//
//                    groestl_control -------+
//      message, digest: phases, rounds      |  select, enable
//          |    ^                           v
//    round |    | open, begins        groestl_state  (registers X, H, M, K; groestl_round, groestl_constant)
//          v    |                           ^     |
//                groestl_aes_control -------+     |  K, its substituted last column, terms of round key 10
//      plaintext, ciphertext: enable        |     v
//                                     groestl_key  (only where AES is AES_KEY: the next round key, round key 10)
//
// With four keys groestl_keys_control and groestl_keys replace the last two.
module groestl_shared
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the round-2 form
    parameter aes_e AES = AES_NONE,
    parameter int unsigned AES_BLOCKS = AES == AES_NONE ? 0 : 1,
    parameter round_key_e ROUND_KEY = ROUND_KEY_IN_K,
    parameter sbox_e SBOX = SBOX_MAPPED,
    localparam int unsigned PORTS = AES_BLOCKS == 0 ? 1 : AES_BLOCKS
) (
    input logic clk,
    input logic rst,

    input  logic           message_valid,
    output logic           message_ready,
    input  groestl_state_t message,
    input  logic           message_last,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic        [255:0] digest,

    input  logic                   plaintext_valid,
    output logic                   plaintext_ready,
    input  aes_state_t [PORTS-1:0] plaintext,

    input aes_state_t [PORTS-1:0] key,  // AES_KEY

    output logic       [      3:0] round_key_index,  // AES_ROUND_KEYS
    input  aes_state_t [PORTS-1:0] round_key,
    input  aes_state_t [PORTS-1:0] last_round_key,

    output logic                   ciphertext_valid,
    input  logic                   ciphertext_ready,
    output aes_state_t [PORTS-1:0] ciphertext
);
  localparam bit FOUR_KEYS = AES == AES_KEY && AES_BLOCKS == 4;
  if (ROUND_KEY == ROUND_KEY_AT_PORT && AES != AES_ROUND_KEYS) begin : g_no_such_core
    $error("a round key that is expanded in the core does not come from outside");
  end

  logic open, hashing, last_round, round_before_last, aes_begins, encrypts;
  logic [3:0] round;
  select_t select;
  enable_t enable;
  aes_enable_t aes_enable;
  aes_state_t [PORTS-1:0] k, k_next, ended, key_10;
  column_t [PORTS-1:0] rotated;
  byte_t rcon;  // four keys
  column_t [LAST_KEY_TERMS-1:0] last_key_terms;

  groestl_control u_control (
      .clk, .rst, .open, .hashing, .count_for_aes(aes_begins),
      .message_valid, .message_ready, .message_last, .digest_valid, .digest_ready,
      .round, .last_round, .round_before_last, .select, .enable
  );

  groestl_state #(.FINAL(FINAL), .AES(AES), .AES_BLOCKS(AES_BLOCKS), .ROUND_KEY(ROUND_KEY), .SBOX(SBOX)) u_state (
      .clk, .rst, .select, .enable, .message, .digest,
      .encrypts, .aes_enable, .plaintext, .round_key_next(k_next), .round_key(k), .ended, .rotated, .last_key_terms
  );

  if (AES == AES_NONE) begin : g_no_aes
    assign open = 1'b1;
    assign {encrypts, aes_begins, aes_enable, plaintext_ready, round_key_index, ciphertext_valid} = '0;
  end else if (FOUR_KEYS) begin : g_four_keys
    assign encrypts = ~hashing;
    assign {aes_begins, round_key_index} = '0;
    groestl_keys_control u_keys_control (
        .clk, .rst, .hashing, .message_valid, .open,
        .plaintext_valid, .plaintext_ready, .ciphertext_valid, .ciphertext_ready, .rcon, .enable(aes_enable)
    );
  end else begin : g_aes
    assign encrypts = ~hashing;
    groestl_aes_control #(.ROUND_KEY(ROUND_KEY)) u_aes_control (
        .clk, .rst, .hashing, .message_valid, .open, .begins(aes_begins), .round, .last_round, .round_before_last,
        .plaintext_valid, .plaintext_ready, .ciphertext_valid, .ciphertext_ready, .round_key_index, .enable(aes_enable)
    );
  end

  if (FOUR_KEYS) begin : g_keys
    groestl_keys u_keys (.load(aes_enable.plaintext), .rcon, .key, .round_key(k), .rotated, .next(k_next));
    assign key_10 = k;
  end else if (AES == AES_KEY) begin : g_key
    groestl_key u_key (
        .clk, .rst, .load(aes_enable.plaintext), .enable(aes_enable.round_key), .key, .round_key(k), .rotated,
        .next(k_next), .last_key_terms, .last_round_key(key_10)
    );
  end else begin : g_no_key
    assign k_next = round_key;
    assign key_10 = last_round_key;
  end

  if (!FOUR_KEYS) begin : g_no_rcon
    assign rcon = '0;
  end

  assign ciphertext = ended ^ key_10;

  // Signals that some of the cores do not need.
  logic unused;
  assign unused = &{1'b0, plaintext_valid, plaintext, key, round_key, last_round_key, ciphertext_ready, hashing, round,
                    last_round, round_before_last, aes_enable, k, k_next, rotated, rcon, last_key_terms};

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(513)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH(2 * $bits(plaintext))) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
  if (ROUND_KEY == ROUND_KEY_AT_PORT) begin : g_no_round_key_rule
    always_ff @(posedge clk) assert (rst | round_key_index != NO_ROUND_KEY | round_key == '0);
  end
`endif
endmodule
