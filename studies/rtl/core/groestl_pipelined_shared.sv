// Grøstl-256 in two stages, and AES-128 encryption in its datapath: the inside of `groestl_pipelined` and
// `groestl_aes_pipelined`.
//
// A register after SubBytes halves the round. P and Q alternate, one in each stage, so neither waits. Q begins on M. A
// cycle later, when the previous block's P has its result, P begins on H + M, which is the current H + that result + M:
//
//   cycle   0      1      2      ...  19     20 = 0       21 = 1
//   X       Q 0    P 0    Q 1         P 9    Q 0          P 0
//   Y              Q 0    P 0         Q 9    P 9          Q 0          Y = SubBytes(X)
//   mixed          Q 1    P 1         Q end  P end                     mixed = MixBytes(ShiftBytes(Y))
//   H                                        H + Q end    H + Q end + P end
//
// The output transformation is another such pass with M zero, whose Q is ignored. As in groestl_state, X holds a state
// to which the next round's constant has already been added.
//
// Two blocks of AES alternate, A in the place of Q and B in that of P, each in the bytes that groestl_pkg names. K has
// the value to add to the next state: either the plaintext plus round key 0, which then is the whole state, or a round
// key. All other bytes of Y are zero, so MixBytes is MixColumns, and M and the constants are zero as well:
//
//   cycle             18    19     0      1      2   ...  17     18     19          0           1
//   plaintext         A     B                                    A'     B'
//   round_key_index   0     0      1      1      2        9      0      0           1           1
//   K                       A+K0   B+K0   K1     K1       K9     K9     A'+K'0      B'+K'0      K'1
//   X                              A 0    B 0    A 1      B 8    A 9    B 9         A' 0        B' 0
//   Y                                     A 0    B 0      A 8    B 8    A 9         B 9         A' 0
//   ciphertext                                                          of A        of B
//
// A block that comes in another cycle waits until step 18 of the current pass; a second block may follow in the next
// cycle. If a ciphertext is not taken, both blocks stall. After the last ciphertext X becomes zero.
module groestl_pipelined_shared
  import counterpoint_pkg::*;
  import groestl_pkg::*;
#(
    parameter bit FINAL = 1'b1,  // 0: the round-2 form
    parameter aes_e AES = AES_NONE,
    parameter sbox_e SBOX = SBOX_MAPPED
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

    input  logic       plaintext_valid,
    output logic       plaintext_ready,
    input  aes_state_t plaintext,

    output logic [3:0] round_key_index,
    output logic       round_key_of_b,
    input  aes_state_t round_key,
    input  aes_state_t last_round_key,

    output logic       ciphertext_valid,
    input  logic       ciphertext_ready,
    output aes_state_t ciphertext
);
  localparam logic [4:0] LAST_STEP = {LAST_ROUND, 1'b1};
  localparam int unsigned AES_BLOCKS = AES == AES_NONE ? 0 : 1;
  if (AES == AES_KEY) begin : g_no_such_core
    $error("the two-stage form has no key expansion");
  end

  logic [4:0] step;  // stays at the last one while nothing runs
  logic running;
  logic owed;  // the result of P, or of block B, comes in this cycle
  logic full, full_last;  // M holds a block that P has not taken; it is the message's last one
  logic finalizing;  // from the last block's P until the digest is taken
  logic transforming;  // from the output transformation until the digest is taken
  groestl_state_t x, y, h, m;

  logic encrypts, open, go, aes_begins;
  aes_state_t k;

  logic first, last, load, taken, begins, add;
  logic [4:0] next_step;
  groestl_state_t substituted, shifted, mixed, permutation_input, constant;

  assign first = step == '0;
  assign last = step == LAST_STEP;
  assign message_ready = ~full & ~finalizing & open;
  assign load = message_valid & message_ready;
  assign taken = digest_valid & digest_ready;
  assign digest = h[7:4];

  assign begins = last & (full | (running & finalizing & ~transforming) | aes_begins);
  assign next_step = last ? '0 : step + 5'd1;
  assign add = (owed | (last & running & ~transforming)) & ~encrypts;

  sub_bytes #(.BYTES(64), .KIND(SBOX)) u_sub_bytes (.x, .s(substituted));
  shift_bytes #(.FINAL(FINAL), .AES_BLOCKS(AES_BLOCKS)) u_shift_bytes (
      .q(step[0] & ~owed & ~encrypts), .aes(encrypts), .a(y), .b(shifted)
  );
  for (genvar c = 0; c < 8; c++) begin : g_column
    localparam int unsigned IN_COLUMN = c % 2 == 0 ? AES_BLOCKS : 0;
    mix_bytes #(.AES_BLOCKS(IN_COLUMN)) u_mix_bytes (.aes(encrypts), .a(shifted[c]), .b(mixed[c]));
  end
  groestl_constant #(.FINAL(FINAL)) u_constant (
      .off(encrypts), .q(~next_step[0]), .round(next_step[4:1]), .constant
  );

  logic mixed_on, input_on, on_h;
  assign on_h = first & ~encrypts;
  assign mixed_on = first ? owed & ~encrypts : ~last;
  assign input_on = first | last;
  if (FINAL) begin : g_input_final
    assign permutation_input = (m & {512{input_on}}) ^ (h & {512{on_h}});
  end else begin : g_input
    assign permutation_input = (m ^ (h & {512{on_h}})) & {512{input_on}};
  end

  for (genvar c = 0; c < 8; c++) begin : g_y_column
    for (genvar r = 0; r < 8; r++) begin : g_y_row
      localparam bit IDLE_IN_AES = AES != AES_NONE && block_of(c, r) != 0;
      always_ff @(posedge clk) begin
        if (rst | (IDLE_IN_AES & encrypts)) y[c][r] <= '0;
        else if (go) y[c][r] <= substituted[c][r];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) x <= {64{ZERO_AFTER_SUB_BYTES}};
    else if (go) x <= (mixed & {512{mixed_on}}) ^ permutation_input ^ constant ^ in_groestl(512'(k));
  end

  always_ff @(posedge clk) begin
    if (rst | taken) h <= INITIAL_VALUE;
    else if (add) h <= h ^ mixed;
  end

  always_ff @(posedge clk) begin
    if (rst | finalizing) m <= '0;
    else if (load) m <= message;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      step <= LAST_STEP;
      running <= 1'b0;
      owed <= 1'b0;
      full <= 1'b0;
      full_last <= 1'b0;
      finalizing <= 1'b0;
      transforming <= 1'b0;
      digest_valid <= 1'b0;
    end else if (go) begin
      if (~last | begins) step <= next_step;
      if (last) running <= begins;
      owed <= last & running;
      if (load) begin
        full <= 1'b1;
        full_last <= message_last;
      end else if (first & full) begin
        full <= 1'b0;
        finalizing <= full_last;
      end
      if (last & running & finalizing) transforming <= 1'b1;
      if (owed & transforming & ~running) digest_valid <= 1'b1;
      if (taken) begin
        finalizing <= 1'b0;
        transforming <= 1'b0;
        digest_valid <= 1'b0;
      end
    end
  end

  if (AES == AES_NONE) begin : g_no_aes
    assign {encrypts, aes_begins} = '0;
    assign {open, go} = '1;
    assign k = '0;
    assign {plaintext_ready, round_key_index, round_key_of_b, ciphertext_valid, ciphertext} = '0;
    logic unused;
    assign unused = &{1'b0, plaintext_valid, plaintext, round_key, last_round_key, ciphertext_ready};
  end else begin : g_aes
    logic hashing;  // a message has begun, and its digest is not yet taken
    logic a_waits, b_waits;  // K has the block and its round key 0: it goes to X at the end of this cycle
    logic a_runs, b_runs;
    logic last_turn, comes;

    assign encrypts = ~hashing;
    assign open = ~(a_waits | b_waits | a_runs | b_runs);
    assign aes_begins = a_waits;
    assign go = ~ciphertext_valid | ciphertext_ready;

    assign last_turn = step[4:1] == LAST_ROUND;
    assign plaintext_ready = last_turn & go & ~hashing & ~message_valid;
    assign comes = plaintext_valid & plaintext_ready;
    assign round_key_index = last_turn ? '0 : step[4:1] + 4'd1;
    assign round_key_of_b = step[0];

    assign ciphertext_valid = (last & a_runs) | (owed & b_runs);
    assign ciphertext = from_groestl(shifted, 0) ^ last_round_key;

    always_ff @(posedge clk) begin
      if (rst | taken) hashing <= 1'b0;
      else if (load) hashing <= 1'b1;
    end

    always_ff @(posedge clk) begin
      if (rst) begin
        {a_waits, b_waits, a_runs, b_runs} <= '0;
        k <= '0;
      end else if (go) begin
        a_waits <= comes & ~a_waits;
        b_waits <= comes & a_waits;
        if (last) a_runs <= a_waits;
        if (first | owed) b_runs <= b_waits;
        if (comes | (~last_turn & (step[0] ? b_runs : a_runs))) k <= round_key ^ (plaintext & {128{last_turn}});
        else k <= '0;
      end
    end
  end

`ifndef SYNTHESIS
  stream_rules #(.WIDTH(513)) u_message_rules (
      .clk, .rst, .valid(message_valid), .ready(message_ready), .data({message_last, message})
  );
  stream_rules #(.WIDTH(128)) u_plaintext_rules (
      .clk, .rst, .valid(plaintext_valid), .ready(plaintext_ready), .data(plaintext)
  );
`endif
endmodule
