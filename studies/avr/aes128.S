; AES-128: the key schedule and encryption of a block (FIPS 197).
;
; AddRoundKey and SubBytes are merged: a byte of the round key is loaded straight into the register for the S-box's
; index, and the state is added to it. That is 6 cycles a byte; a load, an XOR, a move and a look-up would be 7.
;
; MixColumns, with p_r = a_r + a_(r+1):
;
;     b0 = a1 + p2 + 2.p0    b1 = a0 + p2 + 2.p1    b2 = a3 + p0 + 2.p2    b3 = a2 + p0 + 2.p3
;
; p0 + p1 + p2 + p3 = 0, so three doublings suffice. b0 ends up in the register of a1, and so on: rows 0 and 1 trade
; places, and rows 2 and 3. The next round's SubBytes and ShiftRows move every byte anyway. From that order they move
; the bytes along two cycles of eight registers, so a round needs two copies; from the plain order it would need four.
#include "counterpoint_avr.h"
#include "interface.inc"
#include "sbox.inc"

; Row r of column c is in s(4c + r), after SubBytes and ShiftRows.
.equ s0, 0
.equ s1, 1
.equ s2, 18
.equ s3, 19
.equ s4, 20
.equ s5, 21
.equ s6, 22
.equ s7, 23
.equ s8, 24
.equ s9, 25
.equ s10, 26
.equ s11, 27
.equ s12, 12
.equ s13, 13
.equ s14, 14
.equ s15, 15
.equ P2, 9
.equ P0, 10
.equ P1, 11
.equ POLYNOMIAL, 16
.equ LEFT, 17       ; rounds

#ifdef AES_RAM
    .global __do_copy_data                  ; makes the start-up code fill RAM from flash
    .section .data.aes_sbox, "aw"
#else
    .section .progmem.aes_sbox, "a"
#endif
    .balign 256
aes_sbox:
    sbox_table
    .text

; to = S(ZL), with the table's page in ZH.
.macro sub_byte to
#ifdef AES_RAM
    ld      \to, Z
#else
    lpm     \to, Z
#endif
.endm

; to = S(byte `from` of the state + its round key), where `from` is the byte's number and `at` the register.
.macro add_and_sub to, from, at
    ldd     r30, Y + \from
    eor     r30, s\at
    sub_byte \to
.endm

; AddRoundKey, SubBytes and ShiftRows, from the order in which MixColumns leaves the rows. Each line frees the next
; one's register.
.macro sub_bytes
    add_and_sub P0, 0, 1
    add_and_sub s1, 5, 4
    add_and_sub s4, 4, 5
    add_and_sub s5, 9, 8
    add_and_sub s8, 8, 9
    add_and_sub s9, 13, 12
    add_and_sub s12, 12, 13
    add_and_sub s13, 1, 0
    mov     s0, P0
    add_and_sub P0, 10, 11
    add_and_sub s11, 7, 6
    add_and_sub s6, 14, 15
    add_and_sub s15, 11, 10
    add_and_sub s10, 2, 3
    add_and_sub s3, 15, 14
    add_and_sub s14, 6, 7
    add_and_sub s7, 3, 2
    mov     s2, P0
.endm

; r *= x: 3 cycles, whether the top bit is set or not.
.macro double r
    lsl     \r
    brcc    .+2
    eor     \r, POLYNOMIAL
.endm

; Turns a column a0 .. a3 into b1 b0 b3 b2.
.macro mix_column a0, a1, a2, a3
    movw    P0, \a0
    eor     P0, \a1
    eor     P1, \a2
    mov     P2, \a2
    eor     P2, \a3
    eor     \a1, P2
    eor     \a0, P2
    eor     \a3, P0
    eor     \a2, P0
    double  P0
    double  P1
    double  P2
    eor     \a1, P0
    eor     \a0, P1
    eor     \a3, P2
    eor     P0, P1
    eor     P0, P2
    eor     \a2, P0
.endm

; aes128_encrypt(context, out, in): 16 bytes; out may be in.
function aes128_encrypt
    .irp    r, 9,10,11,12,13,14,15,16,17,28,29
    push    \r
    .endr
    push    r22
    push    r23
    movw    r28, r24
    movw    r30, r20
    .set    n, 0
    .irp    s, s1,s0,s3,s2, s5,s4,s7,s6, s9,s8,s11,s10, s13,s12,s15,s14
    ldd     \s, Z + n
    .set    n, n + 1
    .endr
    ldi     r31, hi8(aes_sbox)
    ldi     POLYNOMIAL, 0x1b
    ldi     LEFT, 9
1:  sub_bytes
    mix_column s0, s1, s2, s3
    mix_column s4, s5, s6, s7
    mix_column s8, s9, s10, s11
    mix_column s12, s13, s14, s15
    adiw    r28, 16
    dec     LEFT
    breq    2f
    rjmp    1b
2:  sub_bytes
    pop     r31
    pop     r30
    .set    n, 0
    .irp    s, s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12,s13,s14,s15
    ldd     P0, Y + 16 + n
    eor     \s, P0
    std     Z + n, \s
    .set    n, n + 1
    .endr
    .irp    r, 29,28,17,16,15,14,13,12,11,10,9
    pop     \r
    .endr
    clr     r1
    ret

.macro add_word a0, a1, a2, a3, b0, b1, b2, b3
    eor     \a0, \b0
    eor     \a1, \b1
    eor     \a2, \b2
    eor     \a3, \b3
.endm

; aes128_expand_key(context, key): eleven round keys.
function aes128_expand_key
    .irp    r, 12,13,14,15,16,17,28,29
    push    \r
    .endr
    movw    r28, r24
    movw    r30, r22
    .set    n, 0
    .irp    s, s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12,s13,s14,s15
    ldd     \s, Z + n
    std     Y + n, \s
    .set    n, n + 1
    .endr
    ldi     r31, hi8(aes_sbox)
    ldi     LEFT, 1                         ; rcon
1:  adiw    r28, 16
    .irp    n, 0,1,2,3
    mov     r30, s12 + ((\n + 1) & 3)
    sub_byte r30
    eor     s\n, r30
    .endr
    eor     s0, LEFT
    add_word s4, s5, s6, s7, s0, s1, s2, s3
    add_word s8, s9, s10, s11, s4, s5, s6, s7
    add_word s12, s13, s14, s15, s8, s9, s10, s11
    .set    n, 0
    .irp    s, s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12,s13,s14,s15
    std     Y + n, \s
    .set    n, n + 1
    .endr
    cpi     LEFT, 0x36
    breq    2f
    ldi     POLYNOMIAL, 0x1b
    double  LEFT
    rjmp    1b
2:  .irp    r, 29,28,17,16,15,14,13,12
    pop     \r
    .endr
    clr     r1
    ret
