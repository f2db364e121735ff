// A core with AXI interfaces: data in and out on AXI4-Stream, modes and keys on AXI4-Lite; the padding is done here.
//
// An input packet (TLAST at its end) is a message or a run of AES blocks, and produces one output packet: the digest
// or the ciphertext. Packets are processed one at a time: the next one waits until the result has left the core. Mode,
// function and key can't be written meanwhile. A packet that can't be processed (see STATUS) is read to its end and
// dropped, so the sender never hangs.
//
//   s_axis -> checks -> padding -> gather -> core -> scatter -> m_axis
//                          s_axil: registers
module counterpoint_axi
  import bus_pkg::*;
#(
    parameter core_e CORE = CORE_GROESTL_AES_KE,
    localparam int unsigned WIDTH = CORE == CORE_KECCAK ? 64 : 32
) (
    input logic aclk,
    input logic aresetn,

    input  logic               s_axis_tvalid,
    output logic               s_axis_tready,
    input  logic [  WIDTH-1:0] s_axis_tdata,
    input  logic [WIDTH/8-1:0] s_axis_tkeep,
    input  logic               s_axis_tlast,

    output logic               m_axis_tvalid,
    input  logic               m_axis_tready,
    output logic [  WIDTH-1:0] m_axis_tdata,
    output logic [WIDTH/8-1:0] m_axis_tkeep,
    output logic               m_axis_tlast,

    input  logic        s_axil_awvalid,
    output logic        s_axil_awready,
    input  logic [ 5:0] s_axil_awaddr,
    input  logic [ 2:0] s_axil_awprot,
    input  logic        s_axil_wvalid,
    output logic        s_axil_wready,
    input  logic [31:0] s_axil_wdata,
    input  logic [ 3:0] s_axil_wstrb,
    output logic        s_axil_bvalid,
    input  logic        s_axil_bready,
    output logic [ 1:0] s_axil_bresp,
    input  logic        s_axil_arvalid,
    output logic        s_axil_arready,
    input  logic [ 5:0] s_axil_araddr,
    input  logic [ 2:0] s_axil_arprot,
    output logic        s_axil_rvalid,
    input  logic        s_axil_rready,
    output logic [31:0] s_axil_rdata,
    output logic [ 1:0] s_axil_rresp
);
  localparam int unsigned BYTES = WIDTH / 8;
  localparam int unsigned COUNT = $clog2(BYTES + 1);
  localparam int unsigned RESULT_WORDS = CORE == CORE_KECCAK ? 21 : 8;
  localparam int unsigned RESULT_COUNT = $clog2(RESULT_WORDS * BYTES + 1);

  // ---- registers ----
  logic [1:0] mode, key_size;
  logic [2:0] keccak_function;
  logic [31:0] output_bytes;
  logic [3:0][31:0] key;
  logic clear, busy, rst;
  status_t errors;

  assign rst = ~aresetn | clear;
  axi_lite_registers #(.CORE(CORE)) u_registers (
      .clk(aclk),
      .rst(~aresetn),
      .awvalid(s_axil_awvalid),
      .awready(s_axil_awready),
      .awaddr(s_axil_awaddr),
      .wvalid(s_axil_wvalid),
      .wready(s_axil_wready),
      .wdata(s_axil_wdata),
      .wstrb(s_axil_wstrb),
      .bvalid(s_axil_bvalid),
      .bready(s_axil_bready),
      .bresp(s_axil_bresp),
      .arvalid(s_axil_arvalid),
      .arready(s_axil_arready),
      .araddr(s_axil_araddr),
      .rvalid(s_axil_rvalid),
      .rready(s_axil_rready),
      .rdata(s_axil_rdata),
      .rresp(s_axil_rresp),
      .mode,
      .key_size,
      .keccak_function,
      .output_bytes,
      .key,
      .clear,
      .busy,
      .errors
  );

  // ---- packets: one at a time ----
  typedef enum logic [2:0] {
    IDLE,
    HASH,     // beats go to the padding
    ENCRYPT,  // beats go to the gathering of blocks
    DROP,     // the rest of a packet that can't be processed
    FINISH    // everything is in; waits for the result
  } packet_e;

  packet_e packet, purpose;
  logic right_mode, right_key, contiguous, right_keep, right_length;
  logic [COUNT-1:0] beat_bytes;
  logic hash_ready, block_gathering, encrypting, take, more_to_come, flush, result_done;

  always_comb begin
    beat_bytes = '0;
    for (int i = 0; i < BYTES; i++) beat_bytes = beat_bytes + COUNT'(s_axis_tkeep[i]);
  end
  assign contiguous = (s_axis_tkeep & (s_axis_tkeep + 1'b1)) == 0;
  assign right_keep = contiguous & (s_axis_tlast | &s_axis_tkeep);
  assign right_mode = mode == MODE_HASH ? has_hash(CORE) & (CORE != CORE_KECCAK | keccak_function <= SHAKE256)
                                        : mode == MODE_ENCRYPT & has_aes(CORE);
  assign right_key = mode != MODE_ENCRYPT | key_size == KEY_SIZE_128;

  // The destination of the current beat.
  always_comb begin
    purpose = packet;
    if (packet == IDLE) purpose = !(right_mode & right_key) ? DROP : mode == MODE_HASH ? HASH : ENCRYPT;
    if ((purpose == HASH | purpose == ENCRYPT) & !right_keep) purpose = DROP;
  end

  always_comb begin
    case (purpose)
      HASH: s_axis_tready = hash_ready;
      ENCRYPT: s_axis_tready = block_gathering;
      DROP: s_axis_tready = packet != ENCRYPT | block_gathering;  // a whole block before the bad beat goes to the core first
      default: s_axis_tready = 1'b0;
    endcase
  end
  assign take = s_axis_tvalid & s_axis_tready;
  // A packet to encrypt that ends within a block, or a packet with a bad beat: what has arrived of it is discarded.
  assign flush = take & ((purpose == DROP & packet != DROP) | (purpose == ENCRYPT & s_axis_tlast & !right_length));

  assign more_to_come = take ? !s_axis_tlast : packet != IDLE & packet != FINISH;
  always_ff @(posedge aclk) begin
    if (!aresetn) packet <= IDLE;
    // The rest of a cleared packet is dropped.
    else if (clear) packet <= more_to_come ? DROP : IDLE;
    else if (take) packet <= !s_axis_tlast ? purpose : purpose == DROP | flush ? IDLE : FINISH;
    else if (packet == FINISH & result_done) packet <= IDLE;
  end

  always_comb begin
    errors = '0;
    errors.bad_mode = s_axis_tvalid & packet == IDLE & !right_mode;
    errors.bad_key_size = s_axis_tvalid & packet == IDLE & !right_key;
    errors.bad_keep = take & purpose == DROP & packet != DROP & !errors.bad_mode & !errors.bad_key_size;
    errors.bad_length = take & purpose == ENCRYPT & s_axis_tlast & !right_length;
  end

  // ---- the result ----
  logic result_valid, result_ready, result_last;
  logic [RESULT_WORDS-1:0][WIDTH-1:0] result;
  logic [RESULT_COUNT-1:0] result_bytes;

  scatter #(.WIDTH(WIDTH), .MOST_WORDS(RESULT_WORDS)) u_scatter (
      .clk(aclk),
      .rst,
      .result_valid,
      .result_ready,
      .result,
      .result_bytes,
      .result_last,
      .beat_valid(m_axis_tvalid),
      .beat_ready(m_axis_tready),
      .beat(m_axis_tdata),
      .beat_keep(m_axis_tkeep),
      .beat_last(m_axis_tlast)
  );
  assign result_done = result_valid & result_ready & result_last;
  assign busy = packet != IDLE | s_axis_tvalid | encrypting | m_axis_tvalid;

  // ---- the hash ----
  logic word_valid, word_ready, word_last;
  logic [WIDTH-1:0] word;
  logic digest_valid, digest_ready, digest_last;
  logic [RESULT_WORDS-1:0][WIDTH-1:0] digest;
  logic [RESULT_COUNT-1:0] digest_bytes;

  // ---- AES ----
  logic plaintext_valid, plaintext_ready, plaintext_last;
  logic [3:0][31:0] plaintext, ciphertext;
  logic ciphertext_valid, ciphertext_ready, ciphertext_last;

  if (has_aes(CORE)) begin : g_aes
    logic [1:0] place;  // of the next word in its block
    logic [1:0] held;  // blocks in the core: it may take one before the previous one comes out
    logic last_held;  // the packet's last one is among them

    gather #(.WIDTH(32), .MOST_WORDS(4)) u_gather (
        .clk(aclk),
        .rst(rst | flush),
        .words(3'd4),
        .word_valid(s_axis_tvalid & purpose == ENCRYPT),
        .word_ready(block_gathering),
        .word(s_axis_tdata[31:0]),
        .word_last(s_axis_tlast),
        .block_valid(plaintext_valid),
        .block_ready(plaintext_ready),
        .block(plaintext),
        .block_last(plaintext_last)
    );
    assign right_length = place == 2'd3 & (&s_axis_tkeep);

    always_ff @(posedge aclk) begin
      if (rst | flush) place <= '0;
      else if (take & purpose == ENCRYPT) place <= place + 2'd1;
      if (rst) begin
        held <= '0;
        last_held <= 1'b0;
      end else begin
        held <= held + 2'(plaintext_valid & plaintext_ready) - 2'(ciphertext_valid & ciphertext_ready);
        if (plaintext_valid & plaintext_ready) last_held <= plaintext_last;
      end
    end
    assign ciphertext_last = last_held & held == 2'd1;
    assign encrypting = plaintext_valid | held != '0;
  end else begin : g_no_aes
    assign right_length = 1'b1;
    assign block_gathering = 1'b1;
    assign encrypting = 1'b0;
    assign {plaintext_valid, plaintext_last, plaintext, ciphertext_last} = '0;
  end

  if (CORE == CORE_FUGUE || CORE == CORE_FUGUE_AES_KE) begin : g_fugue_padding
    fugue_padding u_padding (
        .clk(aclk),
        .rst(rst | flush),
        .beat_valid(s_axis_tvalid & purpose == HASH),
        .beat_ready(hash_ready),
        .beat(s_axis_tdata),
        .beat_bytes,
        .beat_last(s_axis_tlast),
        .word_valid,
        .word_ready,
        .word,
        .word_last
    );
    assign digest_bytes = RESULT_COUNT'(32);
    assign digest_last = 1'b1;
  end else if (CORE == CORE_GROESTL || CORE == CORE_GROESTL_AES_KE) begin : g_groestl_padding
    groestl_padding u_padding (
        .clk(aclk),
        .rst(rst | flush),
        .beat_valid(s_axis_tvalid & purpose == HASH),
        .beat_ready(hash_ready),
        .beat(s_axis_tdata),
        .beat_bytes,
        .beat_last(s_axis_tlast),
        .word_valid,
        .word_ready,
        .word,
        .word_last
    );
    assign digest_bytes = RESULT_COUNT'(32);
    assign digest_last = 1'b1;
  end else if (CORE == CORE_AES) begin : g_no_padding
    assign {hash_ready, word_valid, word_ready, word, word_last, digest_valid, digest, digest_bytes, digest_last} = '0;
  end

  // An unfinished hash is wiped together with its padding.
  logic core_rst;
  assign core_rst = rst | (flush & packet == HASH);

  if (CORE == CORE_AES) begin : g_core_aes
    aes u_core (.clk(aclk), .rst(core_rst), .plaintext_valid, .plaintext_ready, .plaintext, .key, .ciphertext_valid,
                .ciphertext_ready, .ciphertext);
  end else if (CORE == CORE_FUGUE) begin : g_core_fugue
    fugue u_core (.clk(aclk), .rst(core_rst), .message_valid(word_valid), .message_ready(word_ready), .message(word),
                  .message_last(word_last), .digest_valid, .digest_ready, .digest);
    assign {plaintext_ready, ciphertext_valid, ciphertext} = '0;
  end else if (CORE == CORE_FUGUE_AES_KE) begin : g_core_fugue_aes_ke
    fugue_aes_ke u_core (.clk(aclk), .rst(core_rst), .message_valid(word_valid), .message_ready(word_ready), .message(word),
                         .message_last(word_last), .digest_valid, .digest_ready, .digest, .plaintext_valid, .plaintext_ready,
                         .plaintext, .key, .ciphertext_valid, .ciphertext_ready, .ciphertext);
  end else if (CORE == CORE_KECCAK) begin : g_core_keccak
    logic [4:0] rate_lanes;
    logic [31:0] left;
    logic started, block_valid, block_ready, block_last, shake;
    logic [20:0][63:0] block;

    always_comb begin
      case (keccak_function)
        SHA3_224: rate_lanes = 5'd18;
        SHA3_384: rate_lanes = 5'd13;
        SHA3_512: rate_lanes = 5'd9;
        SHAKE128: rate_lanes = 5'd21;
        default: rate_lanes = 5'd17;
      endcase
    end
    assign shake = keccak_function == SHAKE128 | keccak_function == SHAKE256;

    keccak_padding u_padding (
        .clk(aclk),
        .rst(rst | flush),
        .rate_lanes,
        .suffix(shake ? 8'h1f : 8'h06),
        .beat_valid(s_axis_tvalid & purpose == HASH),
        .beat_ready(hash_ready),
        .beat(s_axis_tdata),
        .beat_bytes,
        .beat_last(s_axis_tlast),
        .word_valid,
        .word_ready,
        .word,
        .word_last
    );
    gather #(.WIDTH(64), .MOST_WORDS(21)) u_gather (.clk(aclk), .rst(core_rst), .words(rate_lanes), .word_valid, .word_ready,
                                                    .word, .word_last, .block_valid, .block_ready, .block, .block_last);
    keccak u_core (.clk(aclk), .rst(core_rst), .message_valid(block_valid), .message_ready(block_ready), .message(block),
                   .message_last(block_last), .rate_lanes, .digest_valid, .digest_ready, .digest_more(~digest_last), .digest);

    logic [31:0] rate_bytes, wanted;
    always_comb begin
      rate_bytes = {24'd0, rate_lanes, 3'b000};
      case (keccak_function)
        SHA3_224: wanted = 32'd28;
        SHA3_256: wanted = 32'd32;
        SHA3_384: wanted = 32'd48;
        SHA3_512: wanted = 32'd64;
        default: wanted = started ? left : output_bytes;
      endcase
    end
    assign digest_last = wanted <= rate_bytes;
    assign digest_bytes = digest_last ? wanted[7:0] : rate_bytes[7:0];
    always_ff @(posedge aclk) begin
      if (core_rst) begin
        started <= 1'b0;
        left <= '0;
      end else if (digest_valid & digest_ready) begin
        started <= ~digest_last;
        left <= wanted - rate_bytes;
      end
    end
    assign {plaintext_ready, ciphertext_valid, ciphertext} = '0;
  end else begin : g_core_groestl
    logic block_valid, block_ready, block_last;
    logic [15:0][31:0] block;

    gather #(.WIDTH(32), .MOST_WORDS(16)) u_gather (.clk(aclk), .rst(core_rst), .words(5'd16), .word_valid, .word_ready, .word,
                                                    .word_last, .block_valid, .block_ready, .block, .block_last);
    if (CORE == CORE_GROESTL) begin : g_plain
      groestl u_core (.clk(aclk), .rst(core_rst), .message_valid(block_valid), .message_ready(block_ready), .message(block),
                      .message_last(block_last), .digest_valid, .digest_ready, .digest);
      assign {plaintext_ready, ciphertext_valid, ciphertext} = '0;
    end else begin : g_shared
      groestl_aes_ke u_core (.clk(aclk), .rst(core_rst), .message_valid(block_valid), .message_ready(block_ready),
                             .message(block), .message_last(block_last), .digest_valid, .digest_ready, .digest,
                             .plaintext_valid, .plaintext_ready, .plaintext, .key, .ciphertext_valid, .ciphertext_ready,
                             .ciphertext);
    end
  end

  // Digest and ciphertext are never valid together, because there is one packet at a time.
  assign result_valid = digest_valid | ciphertext_valid;
  assign {digest_ready, ciphertext_ready} = {result_ready, result_ready};
  assign result = digest_valid ? digest : (RESULT_WORDS * WIDTH)'(ciphertext);
  assign result_bytes = digest_valid ? digest_bytes : RESULT_COUNT'(16);
  assign result_last = digest_valid ? digest_last : ciphertext_last;

  logic unused;
  assign unused = &{1'b0, s_axil_awprot, s_axil_arprot, keccak_function, output_bytes, key, word_valid, word_ready, word_last,
                    word, digest_ready, plaintext_valid, plaintext_ready, plaintext_last, plaintext, ciphertext_ready};
endmodule
