// Grøstl-256, and AES-128 encryption in its datapath: what `groestl`, `groestl_aes`, `groestl_aes_ke` and `groestl_4aes` are.
//
// Grøstl: 20 cycles a block, blocks back to back; the output transformation takes 11 more. One round a cycle, on one datapath
// for P and Q: first Q on the block M, then P on H + M. Each result is added to the chaining value H at once, so no other
// register is needed, and M is free for the next block while P runs. The output transformation is P on H, with M zero.
// The working register X holds a state to which the coming round's constant has been added already:
//
//   X <- (last ? M + (H where P begins) : b) + constant       b = MixBytes(ShiftBytes(SubBytes(X)))
//   H <- H + b at the end of Q, of P and of the output transformation
//
// AES: 10 cycles a block (four blocks with AES_BLOCKS = 4), back to back, as groestl_pkg places the bytes. The plaintext waits
// in H and its key 0 in K, which is added wherever M is: M is zero here, and K while hashing. The other bytes of X are kept
// at a value whose S-box is zero. X <- b + K is a round; the last one's result goes to the port, not into a register:
//
//   cycle              0          1      2        ...  9        10       11           12
//   round_key_index    0          1      2             9        0        1            2
//   K                             K0     K1            K8       K9       K'0          K'1
//   X                                    P+K0          round 7  round 8  round 9      P'+K'0
//
// where cycle 0 takes the plaintext; see the tops for what the ports carry when.
module groestl_shared
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the form of round 2
    parameter aes_e AES = AES_NONE,
    parameter int unsigned AES_BLOCKS = AES == AES_NONE ? 0 : 1,
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

    input aes_state_t key,  // AES_KEY

    output logic       [      3:0] round_key_index,  // AES_ROUND_KEYS
    input  aes_state_t [PORTS-1:0] round_key,
    input  aes_state_t [PORTS-1:0] last_round_key,

    output logic                   ciphertext_valid,
    input  logic                   ciphertext_ready,
    output aes_state_t [PORTS-1:0] ciphertext
);
  typedef enum logic [2:0] {
    WAIT_BLOCK,
    RUN_Q,
    RUN_P,
    START_OUTPUT,
    RUN_OUTPUT,
    GIVE_DIGEST
  } phase_e;

  phase_e phase;
  logic [3:0] round;  // counts from 0; stands at the last one where nothing runs
  logic full;  // M holds a block that Q and P have not both taken
  logic full_last;  // and that is the message's last one
  logic finishing;  // from the last block's P until the digest is taken
  logic hashing;  // from the first block until the digest is taken
  groestl_state_t x, h, m;

  logic last;  // round == LAST_ROUND, in a register, as it steers every bit
  logic before_last, load, taken, begin_q, begin_p, add, next_q;
  logic [3:0] next_round;
  groestl_state_t substituted, shifted, b, v, constant;

  // AES.
  logic pending;  // H and K hold a plaintext and its key 0
  logic busy;  // X holds a block
  logic aes;  // one of them
  logic encrypts;  // where nothing is hashed, the datapath is that of AES
  logic accept, start, done;
  groestl_state_t k;
  localparam int unsigned KEPT = 5;
  logic key_enable;
  aes_state_t [PORTS-1:0] k_next, k_blocks;  // K, block by block
  aes_state_t next_key;
  column_t [KEPT-1:0] kept;  // what key 10 is made of, on the way to words of H,
  logic [KEPT-1:0] keep;     // and when

  assign before_last = round == LAST_ROUND - 4'd1;
  assign message_ready = ~full & ~finishing & ~aes;
  assign load = message_valid & message_ready;
  assign digest_valid = phase == GIVE_DIGEST;
  assign taken = digest_valid & digest_ready;
  assign digest = h[7:4];

  assign begin_q = last & full & (phase == WAIT_BLOCK | phase == RUN_P);
  assign begin_p = last & (phase == RUN_Q | phase == START_OUTPUT);
  assign add = last & (phase == RUN_Q | phase == RUN_P | phase == RUN_OUTPUT);
  assign next_q = last ? phase == WAIT_BLOCK | phase == RUN_P : phase == RUN_Q;
  assign next_round = last ? '0 : round + 4'd1;

  groestl_round #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS), .SBOX(SBOX)) u_round (
      .q(phase == RUN_Q), .aes(encrypts), .x, .substituted, .shifted, .b
  );
  groestl_constant #(.FINAL(FINAL)) u_constant (.off(encrypts), .q(next_q), .round(next_round), .constant);

  // M is zero in AES, K and the constants that it does not want are zero where not needed.
  logic h_on;
  groestl_state_t next_x;
  assign h_on = begin_p | (encrypts & last);
  assign v = m ^ (h & {512{h_on}});
  assign next_x = (last ? v : b) ^ k ^ constant;

  // What else the registers take in a core with AES, byte by byte.
  groestl_state_t x_other, h_other;
  logic [7:0][7:0] x_enable, x_idle, x_to_other, h_enable, h_to_other;

  for (genvar c = 0; c < 8; c++) begin : g_column
    for (genvar r = 0; r < 8; r++) begin : g_row
      localparam int unsigned BLOCK = 2 * (r % 2) + c % 2;
      if (BLOCK < AES_BLOCKS) begin : g_aes
        assign x_enable[c][r] = ~encrypts | ~last | start;
        assign x_idle[c][r] = 1'b0;
        assign x_to_other[c][r] = 1'b0;
        assign x_other[c][r] = '0;
        assign h_enable[c][r] = add | accept;
        assign h_to_other[c][r] = encrypts;
        assign h_other[c][r] = plaintext[BLOCK][c/2][r/2];
      end else if (AES == AES_KEY && r % 2 == 1 && c == 0) begin : g_key_word
        assign x_enable[c][r] = ~encrypts | key_enable;
        assign x_idle[c][r] = 1'b0;
        assign x_to_other[c][r] = encrypts;
        assign x_other[c][r] = next_key[3][r/2];
        assign h_enable[c][r] = add | keep[c];
        assign h_to_other[c][r] = encrypts;
        assign h_other[c][r] = kept[c][r/2];
      end else begin : g_none
        assign x_enable[c][r] = 1'b1;
        assign x_idle[c][r] = encrypts;
        assign x_to_other[c][r] = 1'b0;
        assign x_other[c][r] = '0;
        if (AES == AES_KEY && r % 2 == 1 && c < KEPT) begin : g_kept
          assign h_enable[c][r] = add | keep[c];
          assign h_to_other[c][r] = encrypts;
          assign h_other[c][r] = kept[c][r/2];
        end else begin : g_plain
          assign h_enable[c][r] = add;
          assign h_to_other[c][r] = 1'b0;
          assign h_other[c][r] = '0;
        end
      end
      always_ff @(posedge clk) begin
        if (rst) x[c][r] <= ZERO_AFTER_SUB_BYTES;
        else if (x_idle[c][r]) x[c][r] <= ZERO_AFTER_SUB_BYTES;
        else if (x_enable[c][r]) x[c][r] <= x_to_other[c][r] ? x_other[c][r] : next_x[c][r];
      end
      always_ff @(posedge clk) begin
        if (rst | taken | (load & ~hashing)) h[c][r] <= INITIAL_VALUE[c][r];
        else if (h_enable[c][r]) h[c][r] <= h_to_other[c][r] ? h_other[c][r] : h[c][r] ^ b[c][r];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst | finishing) m <= '0;
    else if (load) m <= message;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= WAIT_BLOCK;
      round <= LAST_ROUND;
      last <= 1'b1;
      full <= 1'b0;
      full_last <= 1'b0;
      finishing <= 1'b0;
      hashing <= 1'b0;
    end else begin
      if (load) begin
        full <= 1'b1;
        full_last <= message_last;
        hashing <= 1'b1;
      end
      if (~last | begin_q | begin_p | start) begin
        round <= next_round;
        last <= ~last & before_last;
      end
      if (last) begin
        case (phase)
          RUN_Q: begin
            phase <= RUN_P;
            full <= 1'b0;
            finishing <= full_last;
          end
          RUN_P: phase <= finishing ? START_OUTPUT : full ? RUN_Q : WAIT_BLOCK;
          START_OUTPUT: phase <= RUN_OUTPUT;
          RUN_OUTPUT: phase <= GIVE_DIGEST;
          GIVE_DIGEST: begin
            if (digest_ready) begin
              phase <= WAIT_BLOCK;
              finishing <= 1'b0;
              hashing <= 1'b0;
            end
          end
          default: if (full) phase <= RUN_Q;
        endcase
      end
    end
  end

  if (AES == AES_NONE) begin : g_no_aes
    assign {pending, busy, aes, encrypts, accept, start, done, plaintext_ready, ciphertext_valid, key_enable} = '0;
    assign {round_key_index, ciphertext, next_key, kept, keep, k, k_next, k_blocks} = '0;
  end else begin : g_with_aes
    assign aes = pending | busy;
    assign encrypts = ~hashing;
    assign plaintext_ready = (last | (busy & before_last)) & ~pending & ~hashing & ~message_valid;
    assign accept = plaintext_valid & plaintext_ready;
    assign ciphertext_valid = busy & last;
    assign done = ciphertext_valid & ciphertext_ready;
    assign start = last & pending & (~busy | ciphertext_ready);
    assign key_enable = accept | start | (aes & ~last);

    always_ff @(posedge clk) begin
      if (rst) begin
        pending <= 1'b0;
        busy <= 1'b0;
      end else begin
        pending <= accept | (pending & ~start);
        busy <= start | (busy & ~done);
      end
    end

    always_ff @(posedge clk) begin
      if (rst | (~aes & ~accept)) k_blocks <= '0;
      else if (key_enable) k_blocks <= k_next;
    end

    aes_state_t [PORTS-1:0] at_end;
    for (genvar c = 0; c < 8; c++) begin : g_lane_column
      for (genvar r = 0; r < 8; r++) begin : g_lane_row
        localparam int unsigned BLOCK = 2 * (r % 2) + c % 2;
        if (BLOCK < AES_BLOCKS) begin : g_aes
          assign k[c][r] = k_blocks[BLOCK][c/2][r/2];
          assign at_end[BLOCK][c/2][r/2] = shifted[column_of(BLOCK, c / 2, 10)][r];
        end else begin : g_none
          assign k[c][r] = '0;
        end
      end
    end

    if (AES == AES_KEY) begin : g_key
      column_t rotated;
      localparam byte_t LAST_RCON = 8'h36;
      byte_t rcon;
      aes_state_t key_with_rcon;
      assign rotated = {substituted[0][1], substituted[0][7], substituted[0][5], substituted[0][3]};
      // With the key, as the way from the S-boxes is the longer one.
      assign key_with_rcon = k_blocks[0] ^ 128'(rcon);
      key_schedule u_key_schedule (.round_key(key_with_rcon), .rotated, .load(accept), .key, .next(next_key));
      assign k_next = next_key;
      // Column c of key 10 is the sum of columns 0 to c of key 9, `rotated` and the last round constant. Columns 0 + 1 of key 9
      // are column 1 of key 8, and 2 + 3 are column 3: with these two, kept a cycle earlier, three terms are the most.
      assign kept = {k_blocks[0], rotated};
      assign keep[0] = busy & before_last;
      assign keep[1] = keep[0];
      assign keep[2] = busy & round == LAST_ROUND - 4'd2;
      assign keep[3] = keep[0];
      assign keep[4] = keep[2];
      for (genvar r = 0; r < 4; r++) begin : g_ciphertext
        byte_t added, key_9_0, key_8_1, key_9_2, key_8_3;
        assign added = h[0][2*r+1] ^ (r == 0 ? LAST_RCON : 8'h00);
        assign {key_8_3, key_9_2, key_8_1, key_9_0} = {h[4][2*r+1], h[3][2*r+1], h[2][2*r+1], h[1][2*r+1]};
        assign ciphertext[0][0][r] = at_end[0][0][r] ^ added ^ key_9_0;
        assign ciphertext[0][1][r] = at_end[0][1][r] ^ added ^ key_8_1;
        assign ciphertext[0][2][r] = at_end[0][2][r] ^ added ^ key_8_1 ^ key_9_2;
        assign ciphertext[0][3][r] = at_end[0][3][r] ^ added ^ key_8_1 ^ key_8_3;
      end
      always_ff @(posedge clk) begin
        if (rst | accept) rcon <= 8'h01;
        else if (key_enable) rcon <= double(rcon);
      end
      assign round_key_index = '0;
    end else begin : g_round_keys
      assign k_next = round_key;
      assign ciphertext = at_end ^ last_round_key;
      assign round_key_index = last ? {3'b0, pending} : before_last ? 4'd0 : round + 4'd2;
      assign {next_key, kept, keep} = '0;
    end
  end

  // What one core or another does not need.
  logic unused;
  assign unused = &{1'b0, plaintext_valid, plaintext, key, round_key, last_round_key, ciphertext_ready, substituted, shifted,
                    pending, busy, accept, start, done, key_enable, k_next, k_blocks, next_key, kept, keep};

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(513)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH($bits(plaintext) + 128)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data({key, plaintext})
  );
`endif
endmodule
