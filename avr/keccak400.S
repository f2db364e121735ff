; Keccak-f[400]. The permutation is in keccak.inc.
#include "counterpoint_avr.h"
#include "interface.inc"

.equ LANE_BYTES, 2
.equ ROUNDS, 20
#include "keccak.inc"

.if STATE_BYTES + 5 * LANE_BYTES != KECCAK_F400_CONTEXT_BYTES
.error "the context of counterpoint_avr.h is another one"
.endif
permutation_function keccak_f400
