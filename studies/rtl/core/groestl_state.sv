// The state of the Grøstl cores and its update in a cycle: a round of P or Q of Grøstl-256, or a round of AES-128.
//
// X holds the state of a permutation, H the chaining value, M the message block:
//
//      +------------------------------------------------------------------------+
//      |                                                                        |
//      +-> X -> SubBytes -> ShiftBytes -> MixBytes --> mixed --> multiplexer --> + <-- constant of the next round, K
//                                                        |            ^
//                                                        v            |
//                                                  H <- H + mixed     permutation_input: M for Q, M + H for P
//
// The constant of the next round is added at the end of a cycle, so choosing it runs parallel to the path through the
// S-boxes and does not lengthen it. H + mixed goes into H at the end of Q, of P and of the output transformation. The
// result of Q needs no register, and M is free for the next block while P runs.
//
// AES uses the same round. Its blocks are in the bytes of X that groestl_pkg names; all other bytes of X are held at a
// value that SubBytes maps to zero, and M and the constants are zero. A plaintext waits in the same bytes of H and
// enters X the way H does at the beginning of P. K holds the round key, and is zero while hashing. The result of the
// last round goes to a port and not into a register: `ended` is that result before the last round key is added.
//
// ROUND_KEY_IN_M needs no K: the round key is in M, in the bytes of the blocks, and M is added in each round of AES.
// With ROUND_KEY_AT_PORT no register holds it: it is added as it arrives from outside.
//
// With AES_KEY and one block, four idle bytes of X hold a copy of the last column of K, whose SubWord their S-boxes
// compute, and idle words of H keep the terms of round key 10 (see groestl_key). With four blocks no byte is idle: X
// holds the round keys in one cycle and the blocks in the next, and H holds the blocks meanwhile (see
// groestl_keys_control).
module groestl_state
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter bit FINAL = 1'b1,
    parameter aes_e AES = AES_NONE,
    parameter int unsigned AES_BLOCKS = 0,
    parameter round_key_e ROUND_KEY = ROUND_KEY_IN_K,
    parameter sbox_e SBOX = SBOX_MAPPED,
    localparam int unsigned PORTS = AES_BLOCKS == 0 ? 1 : AES_BLOCKS
) (
    input logic clk,
    input logic rst,

    input  select_t                select,
    input  enable_t                enable,
    input  groestl_state_t         message,
    output logic           [255:0] digest,

    input  logic                    encrypts,        // the round is one of AES
    input  aes_enable_t             aes_enable,
    input  aes_state_t  [PORTS-1:0] plaintext,
    input  aes_state_t  [PORTS-1:0] round_key_next,
    output aes_state_t  [PORTS-1:0] round_key,       // the one that is held
    output aes_state_t  [PORTS-1:0] ended,

    output column_t [PORTS-1:0]          rotated,  // AES_KEY: RotWord of SubWord of the last column of each round key
    output column_t [LAST_KEY_TERMS-1:0] last_key_terms
);
  // Four key expansions: X takes round keys and blocks in turn.
  localparam bit BY_TURNS = AES == AES_KEY && AES_BLOCKS == 4;

  groestl_state_t x, x_next, h, h_next, m;
  groestl_state_t substituted, shifted, mixed, constant, permutation_input;
  groestl_state_t plaintext_placed, next_key_placed, key_held, key_added;
  column_t [PORTS-1:0] last_column_substituted;
  column_t [LAST_KEY_TERMS-1:0] last_key_terms_next;

  groestl_round #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS), .SBOX(SBOX)) u_round (
      .q(select.q), .aes(encrypts), .x, .substituted, .shifted, .mixed
  );
  groestl_constant #(.FINAL(FINAL)) u_constant (
      .off(encrypts), .q(select.q_next), .round(select.round_next), .constant
  );

  logic on_h;
  assign on_h = select.begins_on_h | (BY_TURNS ? aes_enable.x_begins : encrypts & select.begins);
  if (ROUND_KEY == ROUND_KEY_IN_M) begin : g_key_in_m
    assign permutation_input = (key_added & {512{select.begins | encrypts}}) ^ (h & {512{on_h}});
    assign x_next = (mixed & {512{~select.begins}}) ^ permutation_input ^ constant;
    assign key_held = m;
  end else begin : g_key_beside
    assign permutation_input = m ^ (h & {512{on_h}});
    assign x_next = (select.begins ? permutation_input : mixed) ^ key_added ^ constant;
    assign key_held = ROUND_KEY == ROUND_KEY_AT_PORT ? next_key_placed : in_groestl(512'(round_key));
  end
  assign h_next = h ^ mixed;
  assign digest = h[7:4];

  assign plaintext_placed = in_groestl(512'(plaintext));
  assign next_key_placed = in_groestl(512'(round_key_next));
  for (genvar n = 0; n < PORTS; n++) begin : g_ended
    assign ended[n] = from_groestl(shifted, n);
  end

  // One block: row r of the last column of the round key is in row 2r + 1 of column 0 of X, and row r of each term of
  // round key 10 in row 2r + 1 of H. Four blocks: X has each round key in the place of its block.
  for (genvar r = 0; r < 4; r++) begin : g_odd_row
    for (genvar n = 0; n < PORTS; n++) begin : g_last_column
      localparam int unsigned COLUMN = BY_TURNS ? column_of(n, 3) : 0;
      localparam int unsigned ROW = BY_TURNS ? row_of(n, r) : 2 * r + 1;
      assign last_column_substituted[n][r] = substituted[COLUMN][ROW];
    end
    for (genvar c = 0; c < LAST_KEY_TERMS; c++) begin : g_last_key_term
      assign last_key_terms[c][r] = h[c][2*r+1];
    end
  end
  for (genvar n = 0; n < PORTS; n++) begin : g_rotated
    assign rotated[n] = rot_word(last_column_substituted[n]);
  end
  assign last_key_terms_next = {round_key[0], rotated[0]};

  for (genvar c = 0; c < 8; c++) begin : g_column
    for (genvar r = 0; r < 8; r++) begin : g_row
      localparam bit IN_BLOCK = block_of(c, r) < AES_BLOCKS;
      localparam bit IN_KEY_WORD = AES == AES_KEY && AES_BLOCKS == 1 && r % 2 == 1 && c == 0;
      localparam bit IN_LAST_KEY_TERM = AES == AES_KEY && AES_BLOCKS == 1 && r % 2 == 1 && c < LAST_KEY_TERMS;
      localparam bit IN_LAST_COLUMN = BY_TURNS && column_of(block_of(c, r), 3) == c;

      // A new key's last column goes to the S-boxes in the cycle in which the key comes in.
      assign key_added[c][r] = IN_LAST_COLUMN & aes_enable.plaintext ? next_key_placed[c][r] : key_held[c][r];

      if (IN_BLOCK) begin : g_x_block
        always_ff @(posedge clk) begin
          if (rst) x[c][r] <= ZERO_AFTER_SUB_BYTES;
          else if (~encrypts | ~select.begins | aes_enable.x_begins | aes_enable.x_key) x[c][r] <= x_next[c][r];
        end
      end else if (IN_KEY_WORD) begin : g_x_key_word
        always_ff @(posedge clk) begin
          if (rst) x[c][r] <= ZERO_AFTER_SUB_BYTES;
          else if (~encrypts | aes_enable.round_key) x[c][r] <= encrypts ? round_key_next[0][3][r/2] : x_next[c][r];
        end
      end else begin : g_x
        always_ff @(posedge clk) begin
          if (rst | encrypts) x[c][r] <= ZERO_AFTER_SUB_BYTES;
          else x[c][r] <= x_next[c][r];
        end
      end

      if (BY_TURNS) begin : g_h_by_turns
        always_ff @(posedge clk) begin
          if (enable.h_initial) h[c][r] <= INITIAL_VALUE[c][r];
          else if (aes_enable.h_clear) h[c][r] <= '0;
          else if (aes_enable.plaintext) h[c][r] <= plaintext_placed[c][r];
          else if (enable.h_add | aes_enable.h_add) h[c][r] <= h_next[c][r];
        end
      end else if (IN_BLOCK) begin : g_h_block
        always_ff @(posedge clk) begin
          if (enable.h_initial) h[c][r] <= INITIAL_VALUE[c][r];
          else if (enable.h_add | aes_enable.plaintext) h[c][r] <= encrypts ? plaintext_placed[c][r] : h_next[c][r];
        end
      end else if (IN_LAST_KEY_TERM) begin : g_h_last_key_term
        always_ff @(posedge clk) begin
          if (enable.h_initial) h[c][r] <= INITIAL_VALUE[c][r];
          else if (enable.h_add | aes_enable.last_key_terms[c]) begin
            h[c][r] <= encrypts ? last_key_terms_next[c][r/2] : h_next[c][r];
          end
        end
      end else begin : g_h
        always_ff @(posedge clk) begin
          if (enable.h_initial) h[c][r] <= INITIAL_VALUE[c][r];
          else if (enable.h_add) h[c][r] <= h_next[c][r];
        end
      end
    end
  end

  if (ROUND_KEY == ROUND_KEY_IN_M) begin : g_m_or_key
    // After AES has ended, M keeps no key.
    logic clear;
    assign clear = enable.m_clear | (aes_enable.clear_key & encrypts & ~enable.m_load);
    for (genvar c = 0; c < 8; c++) begin : g_column
      for (genvar r = 0; r < 8; r++) begin : g_row
        localparam bit IN_BLOCK = block_of(c, r) < AES_BLOCKS;
        always_ff @(posedge clk) begin
          if (clear) m[c][r] <= '0;
          else if (enable.m_load | (IN_BLOCK & aes_enable.round_key)) begin
            m[c][r] <= IN_BLOCK & ~enable.m_load ? next_key_placed[c][r] : message[c][r];
          end
        end
      end
    end
    for (genvar n = 0; n < PORTS; n++) begin : g_round_key
      assign round_key[n] = from_groestl(m, n);
    end
  end else begin : g_m
    always_ff @(posedge clk) begin
      if (enable.m_clear) m <= '0;
      else if (enable.m_load) m <= message;
    end
    if (AES == AES_NONE || ROUND_KEY == ROUND_KEY_AT_PORT) begin : g_no_round_key
      assign round_key = '0;
    end else begin : g_round_key
      always_ff @(posedge clk) begin
        if (rst | aes_enable.clear_key) round_key <= '0;
        else if (aes_enable.round_key) round_key <= round_key_next;
      end
    end
  end

  // Signals that some of the cores do not need.
  logic unused;
  assign unused = &{1'b0, aes_enable, round_key_next, substituted, plaintext_placed, next_key_placed,
                    last_key_terms_next};
endmodule
