; Luffa-256 and Luffa-224.
#include "counterpoint_avr.h"
.equ CHAINS, 3
.equ CONTEXT_BYTES, LUFFA256_CONTEXT_BYTES
#include "luffa.inc"

function luffa224_init
init_function luffa256
update_function luffa256_update, 32, BUFFER, COUNT, 1, compress
final_function luffa224, 28
final_function luffa256, 32
one_shot_function luffa224, CONTEXT_BYTES, luffa224_init, luffa256_update, luffa224_final
one_shot_function luffa256, CONTEXT_BYTES, luffa256_init, luffa256_update, luffa256_final
