; Luffa-512.
#include "counterpoint_avr.h"
.equ CHAINS, 5
.equ CONTEXT_BYTES, LUFFA512_CONTEXT_BYTES
#include "luffa.inc"

init_function luffa512
update_function luffa512_update, 32, BUFFER, COUNT, 1, compress
final_function luffa512, 64
one_shot_function luffa512, CONTEXT_BYTES, luffa512_init, luffa512_update, luffa512_final
