; Keccak-f[1600] and SHA3-256. The permutation is in keccak.inc.
#include "counterpoint_avr.h"
#include "interface.inc"

.equ LANE_BYTES, 8
.equ ROUNDS, 24
#include "keccak.inc"

.if STATE_BYTES + 5 * LANE_BYTES != KECCAK_F1600_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif
permutation_function keccak_f1600

; The context of SHA3-256: the permutation's, then the number of bytes in the block.
.equ FILLED, KECCAK_F1600_CONTEXT_BYTES
.equ RATE_BYTES, 136
.if FILLED + 1 != SHA3_256_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif

function sha3_256_init
    movw    r26, r24
    ldi     r30, FILLED + 1
1:  st      X+, r1
    dec     r30
    brne    1b
    movw    r26, r24
    .macro  set_lane lane, from
    point   26, 26, 8 * (\lane - \from)
    ldi     r30, 8
    ldi     r31, 0xff
    st      X+, r31
    dec     r30
    brne    . - 6
    .endm
    set_lane 1, 0
    set_lane 2, 2
    set_lane 8, 3
    set_lane 12, 9
    set_lane 17, 13
    set_lane 20, 18
    ret

; sha3_256_update(context, data, length)
function sha3_256_update
    save_registers
    movw    r28, r24
    movw    r26, r22
sha3_next:
    mov     r0, r20
    or      r0, r21
    brne    .+2
    rjmp    sha3_end
    point   30, 28, FILLED
    ld      r19, Z
    ldi     r24, RATE_BYTES
    sub     r24, r19                        ; bytes to take: as many as fit,
    cp      r20, r24
    cpc     r21, r1
    brsh    1f
    mov     r24, r20                        ; or all there are
1:  sub     r20, r24
    sbci    r21, 0
    add     r24, r19
    st      Z, r24                          ; filled afterwards
    movw    r30, r28
    add     r30, r19
    adc     r31, r1
    sub     r24, r19
    ; Eight at a time, then one at a time.
2:  subi    r24, 8
    brlo    4f
    .rept   8
    ld      r18, X+
    ld      r0, Z
    eor     r0, r18
    st      Z+, r0
    .endr
    rjmp    2b
4:  subi    r24, -8
    breq    6f
5:  ld      r18, X+
    ld      r0, Z
    eor     r0, r18
    st      Z+, r0
    dec     r24
    brne    5b
6:  point   30, 28, FILLED
    ld      r19, Z
    cpi     r19, RATE_BYTES
    brne    sha3_end                        ; not full, so this is the end of the data
    st      Z, r1
    push    r26
    push    r27
    push    r20
    push    r21
    call    permute
    pop     r21
    pop     r20
    pop     r27
    pop     r26
    clr     r1
    rjmp    sha3_next
sha3_end:
    restore_registers_and_return

; sha3_256_final(context, digest): 06 after the message, 80 at the block's end.
function sha3_256_final
    save_registers
    push    r22
    push    r23
    movw    r28, r24
    point   30, 28, FILLED
    ld      r18, Z
    movw    r30, r28
    add     r30, r18
    adc     r31, r1
    ldi     r18, 0x06
    ld      r0, Z
    eor     r0, r18
    st      Z, r0
    point   30, 28, RATE_BYTES - 1
    ldi     r18, 0x80
    ld      r0, Z
    eor     r0, r18
    st      Z, r0
    call    permute
    pop     r27
    pop     r26
    .set    i, 0
    .rept   32
    ldd     r0, Y + i
    .if     (i >= 8) && (i < 24)
    com     r0
    .endif
    st      X+, r0
    .set    i, i + 1
    .endr
    restore_registers_and_return

one_shot_function sha3_256, SHA3_256_CONTEXT_BYTES, sha3_256_init, sha3_256_update, sha3_256_final
