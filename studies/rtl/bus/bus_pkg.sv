// The cores of the bus wrapper, and the contents of its registers. doc/registers.md explains them.
package bus_pkg;

  typedef enum logic [2:0] {
    CORE_AES            = 3'd0,
    CORE_FUGUE          = 3'd1,
    CORE_FUGUE_AES_KE   = 3'd2,
    CORE_GROESTL        = 3'd3,
    CORE_GROESTL_AES_KE = 3'd4,
    CORE_KECCAK         = 3'd5
  } core_e;

  // Field MODE of CONTROL.
  typedef enum logic [1:0] {
    MODE_HASH    = 2'd0,
    MODE_ENCRYPT = 2'd1
  } mode_e;

  // Field KEY_SIZE of CONTROL: only 128 bits are implemented.
  localparam logic [1:0] KEY_SIZE_128 = 2'd0;

  // Bits of STATUS.
  typedef struct packed {
    logic bad_length;    // 4: a packet to encrypt did not end with a whole block
    logic bad_keep;      // 3: a beat had gaps in TKEEP, or was neither full nor the last
    logic bad_key_size;  // 2
    logic bad_mode;      // 1: the core does not have that mode
    logic busy;          // 0
  } status_t;

  // The function of a Keccak core: field FUNCTION of CONTROL.
  typedef enum logic [2:0] {
    SHA3_224 = 3'd0,
    SHA3_256 = 3'd1,
    SHA3_384 = 3'd2,
    SHA3_512 = 3'd3,
    SHAKE128 = 3'd4,
    SHAKE256 = 3'd5
  } keccak_function_e;

  function automatic logic has_hash(core_e core);
    has_hash = core != CORE_AES;
  endfunction

  function automatic logic has_aes(core_e core);
    has_aes = core == CORE_AES || core == CORE_FUGUE_AES_KE || core == CORE_GROESTL_AES_KE;
  endfunction

endpackage
