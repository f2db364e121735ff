; Groestl-512 and Groestl-384, like the balanced build of groestl256.S: S-boxes in flash, two working states.
;
; Y reaches half of a state's sixteen columns. A column's bytes are fetched half by half. The next column begins with
; the half that was last, so the pointer moves only once a column.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "sbox.inc"
#include "groestl.inc"

.equ P, 0
.equ Q, 1
.equ ROUNDS, 14
.equ BLOCK_BYTES, 128

; The context.
.equ WORK, 0
.equ H, 256
.equ BUFFER, H + 128
.equ COUNT, BUFFER + 128
.if COUNT + 4 != GROESTL512_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif

    .section .progmem.groestl_sbox, "a"
    .balign 256
sbox_p:
    sbox_table
sbox_q:
    sbox_table 0xff
    .text

; ShiftBytes: row i of column j comes from column j + shift: 0 1 2 3 4 5 6 11 for P, 1 3 5 11 0 2 4 6 for Q.
; A true comparison is -1 here.
.macro set_shift perm, i
    .if     \perm == P
    .set    shift, \i - 4 * (\i == 7)
    .else
    .set    shift, (2 * \i - (\i < 4)) % 8 - 4 * (\i == 3)
    .endif
.endm

; AddRoundConstant, SubBytes and ShiftBytes of byte i of column j, if it comes from the half in reach.
.macro fetch_byte perm, j, i
    set_shift \perm, \i
    .set    from, (\j + shift) % 16
    .if     from / 8 == half
    .if     from == 15
    mov     r30, RESIDENT + ((\i + 3) & 7)
    .else
    ldd     r30, Y + 8 * (from % 8) + \i
    .endif
    .if     \i == 7 * \perm
    eor     r30, RC
    .if     \j == 15
    subi    RC, -0x11                       ; to the next round's first constant
    .else
    subi    RC, -0x10
    .endif
    .endif
    lpm     A + \i, Z
    .endif
.endm

.macro fetch_half perm, j
    .irp    i, 0,1,2,3,4,5,6,7
    fetch_byte \perm, \j, \i
    .endr
.endm

.macro column perm, j
    fetch_half \perm, \j
    .if     half == 0
    point   28, 28, 64
    .else
    point   28, 28, -64
    .endif
    .set    half, 1 - half
    fetch_half \perm, \j
    mix_bytes
    .if     \j == 15
    keep_column
    .else
    .irp    i, 0,1,2,3,4,5,6,7
    st      X+, C + ((\i + 3) & 7)
    .endr
    .endif
.endm

; The rounds go from Y to X. Rounds 0, 2, .. write the first working state, the others the second, which H follows.
.macro rounds perm, first_constant
    .set    half, 0
1:  .irp    j, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    column  \perm, \j
    .endr
    movw    r28, r26
    subi    r28, 120
    sbci    r29, 0
    adiw    r26, 8
    sbrs    RC, 0
    dec     r27                             ; the second state was written: 256 bytes back
    cpi     RC, \first_constant + ROUNDS
    breq    2f
    jmp     1b
2:  jmp     feed_forward
.endm

; H += the second working state, at Y.
feed_forward:
    point   30, 28, 128
    ldi     RC, 15
1:  feed_forward_bytes 8
    adiw    r28, 8
    dec     RC
    brne    1b
    feed_forward_resident
    point   28, 28, -128 - 120
    ret

; H += P(H + block): Y is the context, X the block.
add_p:
    point   30, 28, H
    point   28, 28, 128
    ldi     RC, 15
1:  sum_bytes 8
    adiw    r28, 8
    dec     RC
    brne    1b
    sum_resident
    point   28, 28, -120
    point   26, 28, -128
    ldi     r31, hi8(sbox_p)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, 0x00
    rounds  P, 0x00

; H += Q(block): Y is the context, X the block.
add_q:
    movw    r30, r28
    movw    r28, r26
    movw    r26, r30
    point   30, 28, 120
    .irp    i, 0,1,2,3,4,5,6,7
    ldd     RESIDENT + ((\i + 3) & 7), Z + \i
    .endr
    ldi     r31, hi8(sbox_q)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, 0x60
    rounds  Q, 0x60

#include "groestl_hash.inc"

init_function groestl512_init, 512
init_function groestl384_init, 384
update_function groestl512_update, BLOCK_BYTES, BUFFER, COUNT, 4, compress
final_function groestl384_final, 48
final_function groestl512_final, 64
one_shot_function groestl384, GROESTL512_CONTEXT_BYTES, groestl384_init, groestl512_update, groestl384_final
one_shot_function groestl512, GROESTL512_CONTEXT_BYTES, groestl512_init, groestl512_update, groestl512_final
