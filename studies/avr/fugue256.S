; Fugue-256 and Fugue-224.
;
; After a rotation by three columns, the columns that SMIX has just computed are S3 .. S6 of the next sub-round: S3 goes
; through the S-box, and CMIX adds S4 .. S6. So sixteen bytes stay in registers from one sub-round to the next. The
; rotation only changes displacements, which repeat after five words of the message: ten sub-rounds.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "sbox.inc"

; The context: thirty columns of four bytes; the end of the data being absorbed; S0 .. S3 between calls; how far the
; columns have moved, in message words modulo 5; the message's length in bytes; its incomplete last word.
.equ END, 120
.equ KEPT, 122
.equ PHASE, 138
.equ COUNT, 139
.equ BUFFER, 143
.if BUFFER + 4 != FUGUE256_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif

    .section .progmem.fugue_sbox, "a"
    .balign 256
fugue_sbox:
    sbox_table
    .text

; Byte i of column j is in register 4j + i before SMIX, which has four more registers for its results.
.equ MADE, 16
.equ SUM, 20        ; s_0 .. s_3
.equ t, 20          ; the same registers, outside of SMIX
.equ TOTAL, 24
.equ POLYNOMIAL, 25

; r *= x: 3 cycles, whether the top bit is set or not.
.macro double r
    lsl     \r
    brcc    .+2
    eor     \r, POLYNOMIAL
.endm

; Column j of Super-Mix, from registers u to registers v:
;
;     v_i = 2.(2.A_i + B_i) + C_i,   A_i = u_(i+1) + u_(i+2),   B_i = u_(i+2),   C_i = u_0 + u_1 + u_2 + u_3 + u_(i+1)
;
; M[j][i].s_i is added on the way: through C if the coefficient is 1, through A if it is 4, and through all three if it
; is 7. `one`, `other`, `four` and `seven` are the numbers of these rows. 50 cycles.
.macro super_mix_column j, u, v, one, other, four, seven
    movw    \v, \u + 2
    movw    \v + 2, \u
    eor     \v + 0, \u + 1
    eor     \v + 1, \u + 2
    eor     \v + 2, \u + 3
    eor     \v + 3, \u + 0
    mov     TOTAL, \v + 0
    eor     TOTAL, \v + 2
    eor     \v + \four, SUM + \four
    eor     \v + \seven, SUM + \seven
    .irp    i, 0,1,2,3
    double  \v + \i
    eor     \v + \i, \u + ((\i + 2) % 4)
    .endr
    eor     \v + \seven, SUM + \seven
    .irp    i, 0,1,2,3
    double  \v + \i
    eor     \v + \i, \u + ((\i + 1) % 4)
    eor     \v + \i, TOTAL
    .endr
    eor     \v + \one, SUM + \one
    eor     \v + \other, SUM + \other
    eor     \v + \seven, SUM + \seven
.endm

; Super-Mix: 210 cycles. s_i is the sum of row i without the diagonal. Each column replaces the one before it; the
; rotation of the rows is in `made`.
super_mix:
    movw    SUM + 0, 8 + 0
    movw    SUM + 2, 0 + 2
    eor     SUM + 0, 4 + 0
    eor     SUM + 0, 12 + 0
    eor     SUM + 1, 0 + 1
    eor     SUM + 1, 12 + 1
    eor     SUM + 2, 4 + 2
    eor     SUM + 2, 12 + 2
    eor     SUM + 3, 4 + 3
    eor     SUM + 3, 8 + 3
    super_mix_column 0, 0, MADE, 0, 3, 1, 2
    super_mix_column 1, 4, 0, 0, 1, 2, 3
    super_mix_column 2, 8, 4, 1, 2, 3, 0
    super_mix_column 3, 12, 8, 2, 3, 0, 1
    ret

; made = the register of byte i of column k after SMIX.
.macro set_made k, i
    .set    made, (((\k + \i) % 4 + 4) % 5) * 4 + \i
.endm

; Columns 0 .. 15 are in reach of the context's address, 15 .. 29 (and END) of an address 60 bytes after it.
.macro reach column
    .if     (\column < 15) && (window != 0)
    sbiw    r28, 60
    .set    window, 0
    .endif
    .if     (\column > 15) && (window == 0)
    adiw    r28, 60
    .set    window, 60
    .endif
.endm
.macro locate n
    .set    column, (base + \n + 60) % 30
    reach   column
    .set    at, 4 * column - window
.endm

; Column n += column k of SMIX's result.
.macro add_made n, k
    locate  \n
    .irp    i, 0,1,2,3
    set_made \k, \i
    ldd     t, Y + at + \i
    eor     t, made
    std     Y + at + \i, t
    .endr
.endm
.macro store_made n, k
    locate  \n
    .irp    i, 0,1,2,3
    set_made \k, \i
    std     Y + at + \i, made
    .endr
.endm

; The S-box of (byte i of S_k + byte i of S_(k+4)).
.macro sub_byte to, k, i
    locate  \k
    set_made \k + 1, \i
    ldd     r30, Y + at + \i
    eor     r30, made
    lpm     \to + \i, Z
.endm
; The S-box of byte i of S3.
.macro sub_byte_made i
    set_made 0, \i
    mov     r30, made
    lpm     12 + \i, Z
.endm

; The sub-round ROR(3), CMIX, SMIX as a function, from base -3r to -3r - 3. It begins and ends in reach of the last
; columns. The S-box moves each byte to its place in SMIX, in an order in which that place is free; one copy breaks a
; cycle.
.macro sub_round r
sub_round_\r:
    .set    window, 60
    .set    base, -3 * \r - 3
    add_made 15, 1
    add_made 16, 2
    add_made 17, 3
    store_made 4, 1
    store_made 5, 2
    store_made 6, 3
    .irp    i, 0,1,2,3
    sub_byte_made \i
    .endr
    sub_byte 0, 0, 0
    sub_byte 4, 1, 0
    sub_byte 8, 2, 0
    sub_byte 0, 0, 1
    sub_byte 4, 1, 1
    sub_byte 8, 2, 1
    sub_byte 4, 1, 2
    sub_byte MADE, 0, 2
    sub_byte 8, 2, 2
    mov     0 + 2, MADE + 2
    sub_byte 8, 2, 3
    sub_byte 4, 1, 3
    sub_byte 0, 0, 3
    reach   29
    rjmp    super_mix
.endm

.irp r, 0,1,2,3,4,5,6,7,8,9
    sub_round \r
.endr

; Absorbs the message word at X: TIX, two sub-rounds, then the next word if there is one.
.macro word w, first, second, next
word_\w:
    .set    window, 60
    .set    base, -6 * \w
    locate  24
    .irp    i, 0,1,2,3
    set_made 1, \i
    ldd     t, Y + at + \i
    eor     made, t
    .endr
    add_made 10, 0
    .irp    i, 0,1,2,3
    set_made 0, \i
    ld      made, X+
    .endr
    add_made 8, 0
    reach   29
    rcall   sub_round_\first
    rcall   sub_round_\second
    ldd     t, Y + END - 60
    ldd     t + 1, Y + END - 60 + 1
    cp      r26, t
    cpc     r27, t + 1
    .if     \next
    brne    word_\next
    .else
    breq    1f
    rjmp    word_0
1:
    .endif
    ldi     t, \next
    rjmp    absorb_end
.endm

; absorb: takes at least one message word, from X to END. Y is the context, before and after.
absorb:
    point   30, 28, KEPT
    rcall   load_kept
    ld      t, Z
    ldi     r31, hi8(fugue_sbox)
    ldi     POLYNOMIAL, 0x1b
    adiw    r28, 60
    cpi     t, 1
    breq    1f
    cpi     t, 2
    breq    2f
    cpi     t, 3
    breq    3f
    cpi     t, 4
    breq    4f
    rjmp    word_0
1:  rjmp    word_1
2:  rjmp    word_2
3:  rjmp    word_3
4:  rjmp    word_4
    word    0, 0, 1, 1
    word    1, 2, 3, 2
    word    2, 4, 5, 3
    word    3, 6, 7, 4
    word    4, 8, 9, 0
absorb_end:
    sbiw    r28, 60
    point   30, 28, KEPT
    .irp    k, 0,1,2,3
    .irp    i, 0,1,2,3
    set_made \k, \i
    st      Z+, made
    .endr
    .endr
    st      Z, t
    ret

load_kept:
    .irp    k, 0,1,2,3
    .irp    i, 0,1,2,3
    set_made \k, \i
    ld      made, Z+
    .endr
    .endr
    ret

function fugue224_init
    ldi     r18, lo8(initial_224)
    ldi     r19, hi8(initial_224)
    rjmp    1f
function fugue256_init
    ldi     r18, lo8(initial_256)
    ldi     r19, hi8(initial_256)
1:  movw    r26, r24
    ldi     r30, 120 - 32
2:  st      X+, r1
    dec     r30
    brne    2b
    movw    r30, r18
    ldi     r18, 32
3:  lpm     r0, Z+
    st      X+, r0
    dec     r18
    brne    3b
    ldi     r18, COUNT + 4 - 120
4:  st      X+, r1
    dec     r18
    brne    4b
    ret

.macro big_endian value
    .byte   ((\value) >> 24) & 0xff, ((\value) >> 16) & 0xff, ((\value) >> 8) & 0xff, (\value) & 0xff
.endm
    .section .progmem.fugue_initial, "a"
initial_224:
    .irp    word, 0, 0xf4c9120d, 0x6286f757, 0xee39e01c, 0xe074e3cb, 0xa1127c62, 0x9a43d215, 0xbd8d679a
    big_endian \word
    .endr
initial_256:
    .irp    word, 0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248
    big_endian \word
    .endr
    .text

; fugue256_update(context, data, length)
function fugue256_update
    save_registers
    movw    r28, r24
    movw    r26, r22
    mov     r0, r20
    or      r0, r21
    brne    .+2
    rjmp    fugue_end
    point   30, 28, COUNT
    ld      r18, Z
    mov     r24, r18
    add     r18, r20
    st      Z, r18
    ldd     r18, Z + 1
    adc     r18, r21
    std     Z + 1, r18
    ldd     r18, Z + 2
    adc     r18, r1
    std     Z + 2, r18
    ldd     r18, Z + 3
    adc     r18, r1
    std     Z + 3, r18
    andi    r24, 3
    breq    2f
    ; An incomplete word from before.
    point   30, 28, BUFFER
    add     r30, r24
    adc     r31, r1
1:  ld      r0, X+
    st      Z+, r0
    subi    r20, 1
    sbci    r21, 0
    inc     r24
    cpi     r24, 4
    breq    1f
    mov     r0, r20
    or      r0, r21
    brne    1b
    rjmp    fugue_end
1:  push    r26
    push    r27
    push    r20
    push    r21
    rcall   absorb_buffer
    pop     r21
    pop     r20
    pop     r27
    pop     r26
2:  ; The whole words.
    mov     r24, r20
    andi    r24, 0xfc
    mov     r0, r24
    or      r0, r21
    breq    3f
    add     r24, r26
    mov     r25, r21
    adc     r25, r27
    point   30, 28, END
    st      Z, r24
    std     Z + 1, r25
    push    r20
    rcall   absorb
    pop     r20
3:  ; The rest.
    andi    r20, 3
    breq    fugue_end
    point   30, 28, BUFFER
4:  ld      r0, X+
    st      Z+, r0
    dec     r20
    brne    4b
fugue_end:
    restore_registers_and_return

absorb_buffer:
    point   26, 28, BUFFER + 4
    point   30, 28, END
    st      Z, r26
    std     Z + 1, r27
    sbiw    r26, 4
    rjmp    absorb

; Stores four bytes at Z+ in message order.
store_word:
    st      Z, r23
    std     Z + 1, r22
    std     Z + 2, r21
    std     Z + 3, r20
    ret

; One of the closing rounds, from `base`: S4 += S0, S_n += S0, the rotation that makes S_n the new S0, SMIX.
.macro closing_round n
    add_made 4, 0
    .irp    k, 0,1,2,3
    store_made \k, \k
    .endr
    locate  \n
    .irp    i, 0,1,2,3
    set_made 0, \i
    ldd     r30, Y + at + \i
    eor     r30, made
    lpm     \i, Z
    .endr
    .irp    k, 1,2,3
    locate  \n + \k
    .irp    i, 0,1,2,3
    ldd     r30, Y + at + \i
    lpm     4 * \k + \i, Z
    .endr
    .endr
    call    super_mix
    .set    base, (base + \n) % 30
.endm

.macro output n
    locate  \n
    .irp    i, 0,1,2,3
    ldd     r30, Y + at + \i
    st      X+, r30
    .endr
.endm

; fugue256_final(context, digest): the rest filled with zeros, the length in bits as two words, the closing rounds.
function fugue224_final
    set                                     ; T: omit the last word
    rjmp    1f
function fugue256_final
    clt
1:  save_registers
    push    r22
    push    r23
    movw    r28, r24
    point   30, 28, COUNT
    ld      r24, Z
    andi    r24, 3
    breq    3f
    point   30, 28, BUFFER
    add     r30, r24
    adc     r31, r1
2:  st      Z+, r1
    inc     r24
    cpi     r24, 4
    brne    2b
    rcall   absorb_buffer
3:  ; Bits 32 .. 34 of the length.
    point   30, 28, COUNT
    ldd     r20, Z + 3
    swap    r20
    lsr     r20
    andi    r20, 7
    clr     r21
    clr     r22
    clr     r23
    point   30, 28, BUFFER
    rcall   store_word
    rcall   absorb_buffer
    point   30, 28, COUNT
    ld      r20, Z
    ldd     r21, Z + 1
    ldd     r22, Z + 2
    ldd     r23, Z + 3
    .rept   3
    lsl     r20
    rol     r21
    rol     r22
    rol     r23
    .endr
    point   30, 28, BUFFER
    rcall   store_word
    rcall   absorb_buffer
    ; Rotates by six columns for each step of the phase, which makes S0 the first column.
    point   30, 28, PHASE
    ld      r24, Z
    tst     r24
    breq    6f
4:  ldi     r25, 24
    point   30, 28, 72
5:  ldd     r0, Z + 24
    ld      r1, Z
    std     Z + 24, r1
    ldd     r1, Y + 48
    st      Z+, r1
    ldd     r1, Y + 24
    std     Y + 48, r1
    ld      r1, Y
    std     Y + 24, r1
    st      Y+, r0
    dec     r25
    brne    5b
    sbiw    r28, 24
    dec     r24
    brne    4b
6:  point   30, 28, KEPT
    rcall   load_kept
    ldi     r31, hi8(fugue_sbox)
    ldi     POLYNOMIAL, 0x1b
    adiw    r28, 60
    .irp    r, 0,1,2,3,4,5,6,7,8,9
    rcall   sub_round_\r
    .endr
    .set    base, 0
    .set    window, 60
    .rept   13
    closing_round 15
    closing_round 16
    .endr
    add_made 4, 0
    add_made 15, 0
    pop     r27
    pop     r26
    .irp    k, 1,2,3
    .irp    i, 0,1,2,3
    set_made \k, \i
    st      X+, made
    .endr
    .endr
    output  4
    output  15
    output  16
    output  17
    brts    7f
    output  18
7:  restore_registers_and_return

one_shot_function fugue224, FUGUE256_CONTEXT_BYTES, fugue224_init, fugue256_update, fugue224_final
one_shot_function fugue256, FUGUE256_CONTEXT_BYTES, fugue256_init, fugue256_update, fugue256_final
