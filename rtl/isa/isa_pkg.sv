// Registers of the instructions for Keccak, and what their datapaths are made of.
package isa_pkg;

  typedef logic [63:0] lane_t;
  typedef lane_t [1:0] register_t;

  function automatic lane_t rotl(lane_t lane, int unsigned places);
    return lane << places | lane >> (64 - places);
  endfunction

  // The lane where `open` is set, and zeros elsewhere.
  function automatic lane_t gate(lane_t lane, logic open);
    return lane & {64{open}};
  endfunction

endpackage
