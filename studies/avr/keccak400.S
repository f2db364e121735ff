; Keccak-f[400], in two builds: counterpoint_avr.h names them, keccak400_rows.inc and keccak.inc explain them.
#include "counterpoint_avr.h"
#include "interface.inc"

.equ ROUNDS, 20
#ifdef KECCAK_LOW_MEMORY
.equ LANE_BYTES, 2
#include "keccak.inc"

.if STATE_BYTES + 5 * LANE_BYTES != KECCAK_F400_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif
permutation_function keccak_f400
#else
#include "keccak400_rows.inc"
#endif
