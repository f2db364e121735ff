; Keccak-f[800]. The permutation is in keccak.inc.
#include "counterpoint_avr.h"
#include "interface.inc"

.equ LANE_BYTES, 4
.equ ROUNDS, 22
#include "keccak.inc"

.if STATE_BYTES + 5 * LANE_BYTES != KECCAK_F800_CONTEXT_BYTES
.error "the context of counterpoint_avr.h is another one"
.endif
permutation_function keccak_f800
