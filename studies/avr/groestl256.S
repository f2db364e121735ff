; Groestl-256 and Groestl-224. README.md explains the data flow, counterpoint_avr.h the three builds.
;
; A column stays in registers until its eight output bytes are known. ShiftBytes only chooses displacements. Q's
; complement is in its S-box: S(x + ff). The last column of a round is not stored: the next round finds its bytes in
; registers, one for each of its columns.
;
; GROESTL_0 makes it Groestl-0, the round-2 form measured by [Groestl-guide]: P and Q rotate rows alike and add one byte
; a round.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "sbox.inc"
#include "groestl.inc"

.equ P, 0
.equ Q, 1
.equ ROUNDS, 10
.equ BLOCK_BYTES, 64

; The context.
.equ WORK, 0
#ifdef GROESTL_LOW_MEMORY
.equ H, 64
#else
.equ H, 128
#endif
.equ BUFFER, H + 64
.equ COUNT, BUFFER + 64
.if COUNT + 4 != GROESTL256_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif

#ifdef GROESTL_HIGH_SPEED
    .global __do_copy_data                  ; makes the start-up code fill RAM from flash
    .section .data.groestl_sbox, "aw"
#else
    .section .progmem.groestl_sbox, "a"
#endif
    .balign 256
sbox_p:
    sbox_table
#ifdef GROESTL_0
.equ sbox_q, sbox_p
#else
sbox_q:
    sbox_table 0xff
#endif
    .text

; Looks up the byte in ZL; ZH is the table's page.
.macro sub_byte to
#ifdef GROESTL_HIGH_SPEED
    ld      \to, Z
#else
    lpm     \to, Z
#endif
.endm

#ifdef GROESTL_0
.equ FIRST_OF_Q, 0
#else
.equ FIRST_OF_Q, 0x60   ; of row 7, whose first byte comes from column 6
#endif

; ShiftBytes: row i of column j comes from column j + shift.
.macro set_shift perm, i
#ifdef GROESTL_0
    .if     1
#else
    .if     \perm == P
#endif
    .set    shift, \i
    .else
    .set    shift, (2 * \i - (\i < 4)) & 7  ; 1 3 5 7 0 2 4 6; a true comparison is -1 here
    .endif
.endm

; AddRoundConstant, SubBytes and ShiftBytes for column j. The state is at Y, skewed by `skew` more ShiftBytes than its
; layout says, with its last column in registers. The constant of P's row 0 is (column << 4) + round, that of Q's row 7
; likewise; RC is stepped from each to the next. Groestl-0 has constants only in column 0: P's is RC, Q's ff + RC.
.macro fetch_column perm, j, skew=0
    .irp    i, 0,1,2,3,4,5,6,7
    set_shift \perm, \i
    .if     ((\j + shift) & 7) == 7
    mov     r30, RESIDENT + ((\i + 3) & 7)
    .else
    ldd     r30, Y + 8 * ((\j + (\skew + 1) * shift) & 7) + \i
    .endif
    .if     \i == 7 * \perm
#ifdef GROESTL_0
    .if     ((\j + shift) & 7) == 0
    eor     r30, RC
    .if     \perm == Q
    com     r30
    .endif
    inc     RC
    .endif
#else
    eor     r30, RC
    .if     \j == 7
    subi    RC, (0x70 - 0x20 * \perm) - (0x60 * \perm) - 1 ; to the next round's first constant
    .else
    .if     (\j + shift) == 7
    subi    RC, 0x70
    .else
    subi    RC, -0x10
    .endif
    .endif
#endif
    .endif
    sub_byte A + \i
    .endr
.endm

#ifdef GROESTL_LOW_MEMORY
; One working state. Each finished byte replaces the byte of its row that it was made from, so every round skews the
; layout by one more ShiftBytes. After eight rounds it is straight again: eight bodies serve ten rounds.

; Q's first round reads the message at Y and writes the working state at X.
.macro round perm, skew, from_message=0
    .irp    j, 0,1,2,3,4,5,6,7
    fetch_column \perm, \j, \skew
    .if     \from_message
    call    mix_column                      ; too far for rcall
    .else
    rcall   mix_column
    .endif
    .if     \j == 7
    keep_column
    .else
    .if     \from_message
    movw    r30, r26
    .endif
    .irp    i, 0,1,2,3,4,5,6,7
    set_shift \perm, \i
    .if     \from_message
    std     Z + 8 * ((\j + (\skew + 1) * shift) & 7) + \i, C + ((\i + 3) & 7)
    .else
    std     Y + 8 * ((\j + (\skew + 1) * shift) & 7) + \i, C + ((\i + 3) & 7)
    .endif
    .endr
    .if     \from_message
    ldi     r31, hi8(sbox_q)
    .endif
    .endif
    .endr
.endm

; H += the working state, which has the skew of ten rounds.
.macro feed_forward perm
    point   30, 28, H
    .irp    j, 0,1,2,3,4,5,6,7
    .irp    i, 0,1,2,3,4,5,6,7
    ld      r0, Z
    .if     \j == 7
    eor     r0, RESIDENT + ((\i + 3) & 7)
    .else
    set_shift \perm, \i
    ldd     r1, Y + 8 * ((\j + ROUNDS * shift) & 7) + \i
    eor     r0, r1
    .endif
    st      Z+, r0
    .endr
    .endr
    ret
.endm

; H += P(H + block): Y is the context, X the block.
add_p:
    point   30, 28, H
    sum_bytes 56
    sum_resident
    ldi     r31, hi8(sbox_p)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, 0x00
p_rounds:
    round   P, 0
    round   P, 1
    cpi     RC, ROUNDS
    brne    1f
    jmp     feed_forward_p
1:  .irp    skew, 2,3,4,5,6,7
    round   P, \skew
    .endr
    jmp     p_rounds

mix_column:
    mix_bytes
    ret

q_rounds:
    round   Q, 0
q_rounds_1:
    round   Q, 1
    cpi     RC, FIRST_OF_Q + ROUNDS
    brne    2f
    jmp     feed_forward_q
2:  .irp    skew, 2,3,4,5,6,7
    round   Q, \skew
    .endr
    jmp     q_rounds

; H += Q(block): Y is the context, X the block.
add_q:
    movw    r30, r28
    movw    r28, r26
    movw    r26, r30
    .irp    i, 0,1,2,3,4,5,6,7
    ldd     RESIDENT + ((\i + 3) & 7), Y + 56 + \i
    .endr
    ldi     r31, hi8(sbox_q)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, FIRST_OF_Q
    round   Q, 0, 1
    movw    r28, r26
    jmp     q_rounds_1

feed_forward_p:
    feed_forward P
feed_forward_q:
    feed_forward Q

#else
; Two working states: a round goes from Y to X.

.macro round perm
    .irp    j, 0,1,2,3,4,5,6,7
    fetch_column \perm, \j
    mix_bytes
    .if     \j == 7
    keep_column
    .else
    .irp    i, 0,1,2,3,4,5,6,7
    st      X+, C + ((\i + 3) & 7)
    .endr
    .endif
    .endr
.endm

#ifdef GROESTL_HIGH_SPEED
; The last round adds its columns to H, at X.
.macro last_round perm
    .irp    j, 0,1,2,3,4,5,6,7
    fetch_column \perm, \j
    mix_bytes
    .irp    i, 0,1,2,3,4,5,6,7
    ld      A + \i, X
    eor     A + \i, C + ((\i + 3) & 7)
    st      X+, A + \i
    .endr
    .endr
.endm

; Rounds 0, 2, .. write the second working state, the others the first. H follows the second one.
.macro rounds perm, first_constant
1:  round   \perm
    movw    r28, r26
    sbiw    r28, 56
    adiw    r26, 8
    sbrs    RC, 0
    rjmp    1b
    cpi     RC, \first_constant + ROUNDS - 1
    breq    2f
    subi    r26, 128
    sbci    r27, 0
    rjmp    1b
2:  last_round \perm
    point   28, 28, -64
    ret
.endm
#else
; Rounds 0, 2, .. write the first working state, the others the second. H follows the second one.
.macro rounds perm, first_constant
1:  round   \perm
    movw    r28, r26
    sbiw    r28, 56
    adiw    r26, 8
    sbrc    RC, 0
    rjmp    1b
    subi    r26, 128
    sbci    r27, 0
    cpi     RC, \first_constant + ROUNDS
    breq    2f
    rjmp    1b
2:  jmp     feed_forward
.endm

; H += the second working state, at Y.
feed_forward:
    point   30, 28, 64
    ldi     RC, 4
1:  feed_forward_bytes 14
    adiw    r28, 14
    dec     RC
    brne    1b
    feed_forward_resident
    point   28, 28, -64 - 56
    ret
#endif

; H += P(H + block): Y is the context, X the block.
add_p:
    point   30, 28, H
#ifdef GROESTL_HIGH_SPEED
    sum_bytes 56
#else
    point   28, 28, 64
    ldi     RC, 4
1:  sum_bytes 14
    adiw    r28, 14
    dec     RC
    brne    1b
    sbiw    r28, 56
#endif
    sum_resident
#ifdef GROESTL_HIGH_SPEED
    point   26, 28, 64
#else
    point   26, 28, -64
#endif
    ldi     r31, hi8(sbox_p)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, 0x00
    rounds  P, 0x00

; H += Q(block): Y is the context, X the block.
add_q:
    movw    r30, r28
    movw    r28, r26
#ifdef GROESTL_HIGH_SPEED
    point   26, 30, 64
#else
    movw    r26, r30
#endif
    .irp    i, 0,1,2,3,4,5,6,7
    ldd     RESIDENT + ((\i + 3) & 7), Y + 56 + \i
    .endr
    ldi     r31, hi8(sbox_q)
    ldi     POLYNOMIAL, 0x1b
    ldi     RC, FIRST_OF_Q
    rounds  Q, FIRST_OF_Q
#endif

#include "groestl_hash.inc"

init_function groestl256_init, 256
init_function groestl224_init, 224
update_function groestl256_update, BLOCK_BYTES, BUFFER, COUNT, 4, compress
final_function groestl224_final, 28
final_function groestl256_final, 32
one_shot_function groestl224, GROESTL256_CONTEXT_BYTES, groestl224_init, groestl256_update, groestl224_final
one_shot_function groestl256, GROESTL256_CONTEXT_BYTES, groestl256_init, groestl256_update, groestl256_final
