; Keccak-f[200], and Keccak-p[200] with 12, 6 and 1 rounds for Ketje.
;
; The whole state is in registers. Pi, and the places where chi leaves its results, are only other names of registers.
; So all 18 rounds are written out, and each of the shorter permutations has an entry that loads the state as that round
; expects it.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "keccak_steps.inc"

; Register 1 is zero throughout, 28 .. 31 hold the sums of columns, and the others the state and two free bytes.
.equ C0, 28
.equ C1, 29
.equ C2, 30
.equ C3, 31
.set d0, 26
.set d1, 27
; Byte n of the state is in register l<n>.
.set l0, 0
.irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
.set l\n, \n + 1
.endr

; Y is saved on the stack.
.macro load_state
    push    r28
    push    r29
    movw    r30, r28
    .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
    ldd     l\n, Z + \n
    .endr
.endm
.macro store_state
    pop     r29
    pop     r28
    .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
    std     Y + \n, l\n
    .endr
.endm

; An entry before the next round. Y is the state, with its six lanes complemented, before and after; everything else
; changes.
.macro entry name
    .subsection 1
\name:
    load_state
    jmp     \name\()_rounds
    .previous
\name\()_rounds:
.endm

.macro column to, a, b, c, d, e
    mov     \to, \a
    eor     \to, \b
    eor     \to, \c
    eor     \to, \d
    eor     \to, \e
.endm
.macro add_to_column D, a, b, c, d, e
    .irp    l, \a,\b,\c,\d,\e
    eor     \l, \D
    .endr
.endm

.macro rotl1 r
    lsl     \r
    adc     \r, r1
.endm
.macro rotr1 r
    bst     \r, 0
    lsr     \r
    bld     \r, 7
.endm
.macro rotl2 r
    rotl1   \r
    rotl1   \r
.endm
.macro rotl3 r
    swap    \r
    rotr1   \r
.endm
.macro rotl5 r
    swap    \r
    rotl1   \r
.endm
.macro rotl6 r
    swap    \r
    rotl2   \r
.endm
; D[x] = C[x-1] + rotl(C[x+1], 1), in the register of C[x+1].
.macro theta_sum after, before
    rotl1   \after
    eor     \after, \before
.endm

.macro round
    column  C0, l0, l5, l10, l15, l20
    column  C1, l1, l6, l11, l16, l21
    column  C2, l2, l7, l12, l17, l22
    column  C3, l3, l8, l13, l18, l23
    column  d1, l4, l9, l14, l19, l24
    mov     d0, C0
    theta_sum C0, C3
    theta_sum C3, C1
    theta_sum C1, d1
    theta_sum d1, C2
    theta_sum C2, d0
    add_to_column C1, l0, l5, l10, l15, l20
    add_to_column C2, l1, l6, l11, l16, l21
    add_to_column C3, l2, l7, l12, l17, l22
    add_to_column d1, l3, l8, l13, l18, l23
    add_to_column C0, l4, l9, l14, l19, l24

    .irp    l, l1,l13,l15
    rotl1   \l
    .endr
    .irp    l, l11,l20,l21
    rotl2   \l
    .endr
    .irp    l, l4,l10,l12
    rotl3   \l
    .endr
    .irp    l, l3,l5,l6,l9
    swap    \l
    .endr
    .irp    l, l16,l18,l22
    rotl5   \l
    .endr
    .irp    l, l2,l7,l24
    rotl6   \l
    .endr
    .irp    l, l8,l14,l17
    rotr1   \l
    .endr

    chi_0   l0, l6, l12, l18, l24, new0, new1, new2, new3, new4
    chi_1   l3, l9, l10, l16, l22, new5, new6, new7, new8, new9
    chi_2   l1, l7, l13, l19, l20, new10, new11, new12, new13, new14
    chi_3   l4, l5, l11, l17, l23, new15, new16, new17, new18, new19
    chi_4   l2, l8, l14, l15, l21, new20, new21, new22, new23, new24
    .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
    .set    l\n, new\n
    .endr
    next_round_constant
    .if     rc_byte_0
    ldi     C0, rc_byte_0
    eor     l0, C0
    .endif
.endm

    .global keccak_p200_12, keccak_p200_6, keccak_p200_1
rounds_18:
    load_state
.rept 6
    round
.endr
    entry   keccak_p200_12
.rept 6
    round
.endr
    entry   keccak_p200_6
.rept 5
    round
.endr
    entry   keccak_p200_1
    round
    store_state
    ret

; Complements the six lanes, or undoes it: Y is the state.
.macro complement_lanes
    .irp    lane, 1,2,8,12,17,20
    ldd     r18, Y + \lane
    com     r18
    std     Y + \lane, r18
    .endr
.endm

; keccak_f200(state): lanes are not complemented.
function keccak_f200
    save_registers
    movw    r28, r24
    complement_lanes
    call    rounds_18
    complement_lanes
    restore_registers_and_return
