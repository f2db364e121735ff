; Keccak-f[1600] and SHA3-256.
;
; A round is two passes over the state in RAM.
;
; theta_rho_pi goes along the circle of 24 lanes that pi makes: eight registers hold a lane that is on its way; at its
; destination its bytes change places with those there, which get D on the way. Whole bytes of a rotation are renaming.
;
; chi_iota_theta goes by bytes: all 25 lanes' byte z, then byte z + 1. It also sums up the columns that it writes, so it
; knows the next round's C for byte z, and D as well, but for the one bit that comes from byte z - 1 and is kept.
;
; Lanes 1, 2, 8, 12, 17 and 20 are held complemented, so chi needs five complements instead of 25 ([Keccak-impl], 2.2).
#include "counterpoint_avr.h"
#include "interface.inc"

; The context: lane x + 5y of A at 8(x + 5y), then D, then how many bytes of the block are filled.
.equ D, 200
.equ FILLED, 240
.equ RATE_BYTES, 136
.if FILLED + 1 != SHA3_256_CONTEXT_BYTES
.error "the context of counterpoint_avr.h is another one"
.endif

; ---- chi, iota and theta's sums, by bytes

.equ a0, 0          ; a row, in registers 0 .. 4
.equ a1, 1
.equ a2, 2
.equ a3, 3
.equ a4, 4
.equ t, 5
.equ c0, 6          ; a0 and a1 as they were
.equ c1, 7
.equ C, 8           ; C + x: the sum of column x
.equ BEFORE, 14     ; BEFORE + x: the same of the byte before
.equ LEFT, 20       ; bytes to go

; Eight lanes are in reach of a pointer: 0 .. 7 and 16 .. 23 of Y, 8 .. 15 and 24, and then D, of Z.
.macro reach_first
    .set    y_lane, 0
    .set    z_lane, 8
.endm
.macro reach_next pointer, lane
    point   \pointer, \pointer, 128
    .set    \lane, \lane + 16
.endm
.macro load_byte register, lane
    .if     ((\lane) >> 3) == (y_lane >> 3)
    ldd     \register, Y + 8 * ((\lane) - y_lane)
    .else
    ldd     \register, Z + 8 * ((\lane) - z_lane)
    .endif
.endm
.macro store_byte lane, register
    .if     ((\lane) >> 3) == (y_lane >> 3)
    std     Y + 8 * ((\lane) - y_lane), \register
    .else
    std     Z + 8 * ((\lane) - z_lane), \register
    .endif
.endm

; to += x op y, where op is `and` or `or`: 3 cycles.
.macro term to, x, op, y
    mov     t, \x
    \op     t, \y
    eor     \to, t
.endm
; to += (x complemented) op y
.macro term_complement to, x, op, y
    mov     t, \x
    com     t
    \op     t, \y
    eor     \to, t
.endm

; The rows, 16 cycles each. An `and` turns to an `or` where its operands are held complemented.
.macro chi_0
    term    a0, a1, or, a2
    term_complement a1, a2, or, a3
    term    a2, a3, and, a4
    term    a3, a4, or, c0
    and     c0, c1
.endm
.macro chi_1
    term    a0, a1, or, a2
    term    a1, a2, and, a3
    term_complement a2, a4, or, a3
    term    a3, a4, or, c0
    and     c0, c1
.endm
.macro chi_2
    term    a0, a1, or, a2
    term    a1, a2, and, a3
    com     a3
    term    a2, a3, and, a4
    term    a3, a4, or, c0
    and     c0, c1
.endm
.macro chi_3
    term    a0, a1, and, a2
    term    a1, a2, or, a3
    com     a3
    term    a2, a3, or, a4
    term    a3, a4, and, c0
    or      c0, c1
.endm
.macro chi_4
    com     a1
    term    a0, a1, and, a2
    term    a1, a2, or, a3
    term    a2, a3, and, a4
    term    a3, a4, or, c0
    and     c0, c1
.endm

; One byte of row y. Iota's byte is on the stack.
.macro chi_row y
    .irp    x, 0,1,2,3,4
    load_byte \x, 5 * \y + \x
    .endr
    movw    c0, a0
    chi_\y
    eor     a4, c0
    .if     \y == 0
    pop     t
    eor     a0, t
    .endif
    .irp    x, 0,1,2,3,4
    store_byte 5 * \y + \x, \x
    .endr
    .if     \y == 0
    movw    C + 0, a0
    movw    C + 2, a2
    mov     C + 4, a4
    .else
    .irp    x, 0,1,2,3,4
    eor     C + \x, \x
    .endr
    .endif
.endm

; One byte of row y, for the sums alone.
.macro sum_row y
    .irp    x, 0,1,2,3,4
    .if     \y == 0
    load_byte C + \x, \x
    .else
    load_byte t, 5 * \y + \x
    eor     C + \x, t
    .endif
    .endr
.endm

; D[x] = C[x-1] + rotl(C[x+1], 1), for one byte.
.macro theta_byte x, after, before
    mov     t, C + \after
    lsl     BEFORE + \after
    rol     t
    eor     t, C + \before
    std     Z + 8 + 8 * \x, t
.endm

; The byte 0 of D[x] lacks the top bit of C[x+1].
.macro theta_end x, after
    clr     t
    lsl     BEFORE + \after
    rol     t
    ldd     a0, Z + 8 * \x
    eor     a0, t
    std     Z + 8 * \x, a0
.endm

; A pass with rows `row`: Y is the context, before and after.
.macro pass row
    point   30, 28, 64
    .irp    x, 0,2,4
    clr     BEFORE + \x
    clr     BEFORE + \x + 1
    .endr
    ldi     LEFT, 8
1:  reach_first
    \row    0
    \row    1
    \row    2
    reach_next 28, y_lane
    \row    3
    reach_next 30, z_lane
    \row    4
    theta_byte 0, 1, 4
    theta_byte 1, 2, 0
    theta_byte 2, 3, 1
    theta_byte 3, 4, 2
    theta_byte 4, 0, 3
    .irp    x, 0,2,4
    movw    BEFORE + \x, C + \x
    .endr
    point   28, 28, -127
    point   30, 30, -127
    dec     LEFT
    breq    2f
    rjmp    1b
2:  point   28, 28, -8
    point   30, 28, D
    theta_end 0, 1
    theta_end 1, 2
    theta_end 2, 3
    theta_end 3, 4
    theta_end 4, 0
.endm

; ---- theta, rho and pi, by lanes

.equ ZERO, 9
; D[1] and D[2] are in registers.
.equ D1, 10
.equ D2, 18
; Y reaches lanes 22 .. 24 and D, Z lanes 0 .. 7, and X is moved to any other lane.
.equ Y_AT, 176

.set v0, 0
.set v1, 1
.set v2, 2
.set v3, 3
.set v4, 4
.set v5, 5
.set v6, 6
.set v7, 7
.set spare, 8

; Byte k of the lane on its way goes to a lane of column x, and that lane's byte plus D[x] is on its way instead:
; 5 cycles with D[x] in registers, else 7.
.macro exchange_byte k, lane, x
    .if     \lane < 8
    ldd     spare, Z + 8 * \lane + \k
    std     Z + 8 * \lane + \k, v\k
    .else
    .if     \lane >= 22
    ldd     spare, Y + 8 * \lane - Y_AT + \k
    std     Y + 8 * \lane - Y_AT + \k, v\k
    .else
    ld      spare, X
    st      X+, v\k
    .endif
    .endif
    .if     (\x == 1) || (\x == 2)
    .set    name, v\k
    .set    v\k, spare
    .set    spare, name
    eor     v\k, D1 + 8 * (\x - 1) + \k
    .else
    ldd     v\k, Y + D - Y_AT + 8 * \x + \k
    eor     v\k, spare
    .endif
.endm

.macro exchange lane
    .set    x, \lane - \lane / 5 * 5
    .if     (\lane >= 8) && (\lane < 22)
    .if     8 * \lane != x_at
    point   26, 26, 8 * \lane - x_at
    .endif
    .set    x_at, 8 * \lane + 8
    .endif
    .irp    k, 0,1,2,3,4,5,6,7
    exchange_byte \k, \lane, x
    .endr
.endm

; rotl of the lane on its way. By a byte: renaming. By a bit to the left: 9 cycles, to the right: 10.
.macro rename_bytes
    .set    name, v7
    .set    v7, v6
    .set    v6, v5
    .set    v5, v4
    .set    v4, v3
    .set    v3, v2
    .set    v2, v1
    .set    v1, v0
    .set    v0, name
.endm
.macro rotl1
    lsl     v0
    .irp    k, 1,2,3,4,5,6,7
    rol     v\k
    .endr
    adc     v0, ZERO
.endm
.macro rotr1
    bst     v0, 0
    lsr     v7
    .irp    k, 6,5,4,3,2,1,0
    ror     v\k
    .endr
    bld     v7, 7
.endm
.macro rotate n
    .rept   (\n + 3) / 8
    rename_bytes
    .endr
    .if     (\n % 8) <= 4
    .rept   \n % 8
    rotl1
    .endr
    .else
    .rept   8 - \n % 8
    rotr1
    .endr
    .endif
.endm

; rotate by r, exchange with lane n: the circle of pi from lane 1 back to lane 1.
.macro theta_rho_pi
    movw    r30, r28
    point   26, 28, 80
    .set    x_at, 80
    point   28, 28, Y_AT
    clr     ZERO
    .irp    k, 0,1,2,3,4,5,6,7
    ldd     D1 + \k, Y + D - Y_AT + 8 + \k
    ldd     D2 + \k, Y + D - Y_AT + 16 + \k
    ldd     v\k, Z + \k                     ; lane 0 stays where it is
    ldd     spare, Y + D - Y_AT + \k
    eor     v\k, spare
    std     Z + \k, v\k
    ldd     v\k, Z + 8 + \k
    eor     v\k, D1 + \k
    .endr
    .irp    step, <1, 10>, <3, 7>, <6, 11>, <10, 17>, <15, 18>, <21, 3>, <28, 5>, <36, 16>, <45, 8>, <55, 21>, <2, 24>, <14, 4>
    to_lane \step
    .endr
    .irp    step, <27, 15>, <41, 23>, <56, 19>, <8, 13>, <25, 12>, <43, 2>, <62, 20>, <18, 14>, <39, 22>, <61, 9>, <20, 6>
    to_lane \step
    .endr
    rotate  44
    .irp    k, 0,1,2,3,4,5,6,7
    std     Z + 8 + \k, v\k
    .endr
    movw    r28, r30
.endm
.macro to_lane n, lane
    rotate  \n
    exchange \lane
.endm

; ---- the permutation

; A round's constant, from its highest byte to its lowest: bit 2^j - 1 is bit 0 of a shift register after j + 7r steps.
    .section .progmem.keccak_constants, "a"
.set lfsr, 1
.macro constant_bit j
    .set    constant_\j, (lfsr) & 1
    .set    lfsr, (lfsr << 1) ^ ((lfsr >> 7) & 1) * 0x171
.endm
round_constants:
.rept 24
    .irp    j, 0,1,2,3,4,5,6
    constant_bit \j
    .endr
    .byte   constant_6 << 7, 0, 0, 0, constant_5 << 7, 0, constant_4 << 7
    .byte   constant_0 | constant_1 << 1 | constant_2 << 3 | constant_3 << 7
.endr
round_constants_end:
    .text

; Keccak-f[1600] with six lanes complemented: Y is the context, before and after.
permute:
    pass    sum_row
    ldi     r30, lo8(round_constants)
    ldi     r31, hi8(round_constants)
permute_round:
    push    r30
    push    r31
    theta_rho_pi
    pop     r31
    pop     r30
    movw    r26, r30
    adiw    r26, 8
    push    r26
    push    r27
    .rept   8
    lpm     r0, Z+
    push    r0
    .endr
    pass    chi_row
    pop     r31
    pop     r30
    cpi     r30, lo8(round_constants_end)
    breq    3f
    rjmp    permute_round
3:  ret

; The six lanes complemented, or back: Y is the context.
complement_lanes:
    .irp    lane, 1,2,8,12,17,20
    point   30, 28, 8 * \lane
    ldi     r18, 8
1:  ld      r0, Z
    com     r0
    st      Z+, r0
    dec     r18
    brne    1b
    .endr
    ret

; keccak_f1600(context): the state at the context's beginning, lanes as they are.
function keccak_f1600
    save_registers
    movw    r28, r24
    rcall   complement_lanes
    call    permute
    rcall   complement_lanes
    restore_registers_and_return

; ---- SHA3-256

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
    sub     r24, r19                        ; bytes to take: what has room,
    cp      r20, r24
    cpc     r21, r1
    brsh    1f
    mov     r24, r20                        ; or what there is
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
    brne    sha3_end                        ; not full, so the data has ended
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

; sha3_256_final(context, digest): 06 behind the message, 80 at the block's end.
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
