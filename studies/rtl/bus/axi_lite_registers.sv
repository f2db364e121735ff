// The registers of the wrapper on an AXI4-Lite bus: doc/registers.md lists them. One access at a time.
module axi_lite_registers
  import bus_pkg::*;
#(
    parameter core_e CORE = CORE_AES
) (
    input logic clk,
    input logic rst,

    input  logic        awvalid,
    output logic        awready,
    input  logic [ 5:0] awaddr,
    input  logic        wvalid,
    output logic        wready,
    input  logic [31:0] wdata,
    input  logic [ 3:0] wstrb,
    output logic        bvalid,
    input  logic        bready,
    output logic [ 1:0] bresp,
    input  logic        arvalid,
    output logic        arready,
    input  logic [ 5:0] araddr,
    output logic        rvalid,
    input  logic        rready,
    output logic [31:0] rdata,
    output logic [ 1:0] rresp,

    output logic [1:0] mode,
    output logic [1:0] key_size,
    output logic [2:0] keccak_function,
    output logic [31:0] output_bytes,
    output logic [3:0][31:0] key,
    output logic clear,  // for one cycle

    input logic    busy,
    input status_t errors  // each bit for one cycle; its `busy` is not used
);
  localparam logic [31:0] IDENTITY = 32'h4350_3031;  // "CP01"
  localparam logic [1:0] OKAY = 2'b00;
  localparam logic [1:0] SLAVE_ERROR = 2'b10;

  // Word addresses.
  localparam logic [3:0] ID = 4'h0;
  localparam logic [3:0] FEATURES = 4'h1;
  localparam logic [3:0] CONTROL = 4'h2;
  localparam logic [3:0] STATUS = 4'h3;
  localparam logic [3:0] KEY_0 = 4'h4;
  localparam logic [3:0] KEY_3 = 4'h7;
  localparam logic [3:0] OUTPUT_LENGTH = 4'h8;

  status_t status;
  logic write, read, writable;
  logic [3:0] write_word;

  assign write = awvalid & wvalid & ~bvalid;
  assign {awready, wready} = {2{write}};
  assign arready = ~rvalid;
  assign read = arvalid & arready;
  assign write_word = awaddr[5:2];

  // A register is written as a whole; while a packet is being processed, only CLEAR and STATUS can be written.
  always_comb begin
    case (write_word)
      STATUS: writable = 1'b1;
      CONTROL: writable = ~busy | wdata[8];
      KEY_0, KEY_0 + 4'd1, KEY_0 + 4'd2, KEY_3, OUTPUT_LENGTH: writable = ~busy;
      default: writable = 1'b0;
    endcase
    if (awaddr[1:0] != 0 | ~&wstrb) writable = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      {bvalid, rvalid, clear} <= '0;
      {bresp, rresp} <= '0;
      rdata <= '0;
      {mode, key_size, keccak_function} <= '0;
      output_bytes <= 32'd32;
      key <= '0;
      status <= '0;
    end else begin
      clear <= 1'b0;
      status <= (status | errors) & ~5'd1;
      if (bvalid & bready) bvalid <= 1'b0;
      if (rvalid & rready) rvalid <= 1'b0;
      if (write) begin
        bvalid <= 1'b1;
        bresp <= writable ? OKAY : SLAVE_ERROR;
        if (writable) begin
          case (write_word)
            CONTROL: begin
              mode <= wdata[1:0];
              key_size <= wdata[5:4];
              keccak_function <= wdata[14:12];
              clear <= wdata[8];
            end
            STATUS: status <= ((status & ~wdata[4:0]) | errors) & ~5'd1;
            OUTPUT_LENGTH: output_bytes <= wdata;
            default: key[write_word[1:0]] <= wdata;
          endcase
        end
      end
      if (clear) begin
        key <= '0;
        status <= '0;
      end
      if (read) begin
        rvalid <= 1'b1;
        rresp <= OKAY;
        case (araddr[5:2])
          ID: rdata <= IDENTITY;
          FEATURES: rdata <= {24'd0, 2'b00, has_aes(CORE), has_hash(CORE), 1'b0, CORE};
          CONTROL: rdata <= {17'd0, keccak_function, 6'd0, key_size, 2'd0, mode};
          STATUS: rdata <= {27'd0, status[4:1], busy};
          KEY_0, KEY_0 + 4'd1, KEY_0 + 4'd2, KEY_3: rdata <= '0;  // keys can't be read
          OUTPUT_LENGTH: rdata <= output_bytes;
          default: begin
            rdata <= '0;
            rresp <= SLAVE_ERROR;
          end
        endcase
      end
    end
  end

  logic unused;
  assign unused = &{1'b0, araddr[1:0], errors.busy, status.busy};
endmodule
