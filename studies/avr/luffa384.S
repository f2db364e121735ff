; Luffa-384.
#include "counterpoint_avr.h"
.equ CHAINS, 4
.equ CONTEXT_BYTES, LUFFA384_CONTEXT_BYTES
#include "luffa.inc"

init_function luffa384
update_function luffa384_update, 32, BUFFER, COUNT, 1, compress
final_function luffa384, 48
one_shot_function luffa384, CONTEXT_BYTES, luffa384_init, luffa384_update, luffa384_final
