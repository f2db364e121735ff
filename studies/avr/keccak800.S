; Keccak-f[800], in two builds: counterpoint_avr.h names them, keccak800_rows.inc and keccak.inc explain them.
#include "counterpoint_avr.h"
#include "interface.inc"

.equ ROUNDS, 22
#ifdef KECCAK_LOW_MEMORY
.equ LANE_BYTES, 4
#include "keccak.inc"

.if STATE_BYTES + 5 * LANE_BYTES != KECCAK_F800_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif
permutation_function keccak_f800
#else
#include "keccak800_rows.inc"
#endif
