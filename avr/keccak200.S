; Keccak-f[200], all of it in registers.
;
; Lane x + 5y is in register x + 5y at first. chi writes over its input, and pi is renaming, so lanes wander from round to
; round; after six rounds they are moved back, in six circles of four.
;
; Lanes 1, 2, 8, 12, 17 and 20 are held complemented inside.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "keccak_chi.inc"

.if KECCAK_F200_CONTEXT_BYTES != 25
.error "the context of counterpoint_avr.h is another one"
.endif

.equ ZERO, 25
.equ C, 26          ; C + x: the sum of column x, in theta
.equ t, 31
.equ c0, 26         ; and in chi, a0 and a1 as they were
.equ c1, 27

.macro home n
    .set    lane_\n, \n
.endm
.set n, 0
.rept 25
    home    %n
    .set    n, n + 1
.endr

; The round constants in the order in which they are pushed, so that they are popped from the first round on. After each
; six, whether more are to come.
    .section .progmem.keccak200_constants, "a"
round_constants:
    .byte   0, 0x80, 0x02, 0x03, 0x89, 0x8b, 0x8b
    .byte   1, 0x0a, 0x09, 0x88, 0x8a, 0x09, 0x81
    .byte   1, 0x01, 0x8b, 0x00, 0x8a, 0x82, 0x01
    .text

; Column x: its sum, and adding D[x] = C[x-1] + rotl(C[x+1], 1) to it.
.macro add_to_sum x, n
    eor     C + \x, lane_\n
.endm
.macro theta_column x, before, after
    mov     t, C + \after
    lsl     t
    adc     t, ZERO
    eor     t, C + \before
    .set    n, \x
    .rept   5
    add_t   %n
    .set    n, n + 5
    .endr
.endm
.macro add_t n
    eor     lane_\n, t
.endm

; rotl of a lane, by 1 .. 7.
.macro rotl_1 n
    lsl     lane_\n
    adc     lane_\n, ZERO
.endm
.macro rotr_1 n
    bst     lane_\n, 0
    lsr     lane_\n
    bld     lane_\n, 7
.endm
.macro rotl n, by
    .if     (\by >= 3) && (\by <= 6)
    swap    lane_\n
    .endif
    .if     (\by == 3) || (\by == 7)
    rotr_1  \n
    .endif
    .rept   (\by % 4) % 3
    rotl_1  \n
    .endr
.endm

; Row y of chi, on lanes n .. n + 4.
.macro chi_row y, n0, n1, n2, n3, n4
    .set    a0, lane_\n0
    .set    a1, lane_\n1
    .set    a2, lane_\n2
    .set    a3, lane_\n3
    .set    a4, lane_\n4
    mov     c0, a0
    mov     c1, a1
    chi_\y
.endm

; The names along the circle of pi: the last one's goes to the first.
.macro rename to, from
    .set    lane_\to, lane_\from
.endm

.macro round
    .irp    x, 0,1,2,3,4
    mov     C + \x, lane_\x
    .set    n, \x
    .rept   4
    .set    n, n + 5
    add_to_sum \x, %n
    .endr
    .endr
    theta_column 0, 4, 1
    theta_column 1, 0, 2
    theta_column 2, 1, 3
    theta_column 3, 2, 4
    theta_column 4, 3, 0
    rotl    1, 1
    rotl    10, 3
    rotl    7, 6
    rotl    11, 2
    rotl    17, 7
    rotl    18, 5
    rotl    3, 4
    rotl    5, 4
    rotl    16, 5
    rotl    8, 7
    rotl    21, 2
    rotl    24, 6
    rotl    4, 3
    rotl    15, 1
    rotl    13, 1
    rotl    12, 3
    rotl    2, 6
    rotl    20, 2
    rotl    14, 7
    rotl    22, 5
    rotl    9, 4
    rotl    6, 4
    .set    name, lane_6
    rename  6, 9
    rename  9, 22
    rename  22, 14
    rename  14, 20
    rename  20, 2
    rename  2, 12
    rename  12, 13
    rename  13, 19
    rename  19, 23
    rename  23, 15
    rename  15, 4
    rename  4, 24
    rename  24, 21
    rename  21, 8
    rename  8, 16
    rename  16, 5
    rename  5, 3
    rename  3, 18
    rename  18, 17
    rename  17, 11
    rename  11, 7
    rename  7, 10
    rename  10, 1
    .set    lane_1, name
    chi_row 0, 0, 1, 2, 3, 4
    chi_row 1, 5, 6, 7, 8, 9
    chi_row 2, 10, 11, 12, 13, 14
    chi_row 3, 15, 16, 17, 18, 19
    chi_row 4, 20, 21, 22, 23, 24
    pop     t
    eor     lane_0, t
.endm

; A circle of four: what is in register a belongs to b, and so on.
.macro move_back a, b, c, d
    mov     t, \d
    mov     \d, \c
    mov     \c, \b
    mov     \b, \a
    mov     \a, t
.endm

; keccak_f200(state)
function keccak_f200
    save_registers
    ldi     r30, lo8(round_constants)
    ldi     r31, hi8(round_constants)
    push    r24
    push    r25
    .rept   21
    lpm     r0, Z+
    push    r0
    .endr
    movw    r30, r24
    .set    n, 0
    .rept   25
    ldd     n, Z + n
    .if     (n == 1) || (n == 2) || (n == 8) || (n == 12) || (n == 17) || (n == 20)
    com     n
    .endif
    .set    n, n + 1
    .endr
    clr     ZERO
six_rounds:
    .rept   6
    round
    .endr
    move_back 1, 3, 4, 2
    move_back 10, 5, 15, 20
    move_back 7, 16, 23, 14
    move_back 11, 8, 19, 22
    move_back 17, 21, 13, 9
    move_back 18, 24, 12, 6
    pop     t
    tst     t
    breq    1f
    jmp     six_rounds
1:  pop     r31
    pop     r30
    .set    n, 0
    .rept   25
    .if     (n == 1) || (n == 2) || (n == 8) || (n == 12) || (n == 17) || (n == 20)
    com     n
    .endif
    std     Z + n, n
    .set    n, n + 1
    .endr
    restore_registers_and_return
