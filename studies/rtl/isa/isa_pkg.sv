// The registers of the Keccak instructions, and the building blocks of their datapaths.
package isa_pkg;

  typedef logic [63:0] lane_t;
  typedef lane_t [1:0] register_t;

  function automatic lane_t rotl(lane_t lane, int unsigned places);
    return lane << places | lane >> (64 - places);
  endfunction

  // The same within each part of the lane: of 64, 32, 16 or 8 bits.
  function automatic lane_t rotl_within(logic [1:0] width, lane_t lane, int unsigned places);
    lane_t of_32, of_16, of_8;
    for (int i = 0; i < 64; i++) begin
      of_32[i] = lane[i / 32 * 32 + (i + 32 - places % 32) % 32];
      of_16[i] = lane[i / 16 * 16 + (i + 16 - places % 16) % 16];
      of_8[i] = lane[i / 8 * 8 + (i + 8 - places % 8) % 8];
    end
    case (width)
      2'd0: return rotl(lane, places);
      2'd1: return of_32;
      2'd2: return of_16;
      default: return of_8;
    endcase
  endfunction

  // The lane where `open` is set, and zeros elsewhere.
  function automatic lane_t gate(lane_t lane, logic open);
    return lane & {64{open}};
  endfunction

endpackage
