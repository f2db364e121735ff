; Luffa-256 and Luffa-224 (version 2).
;
; The eight words of a chain fill all 32 registers. What needs one for itself (the temporary of SubCrumb, the zero of
; the rotations, a constant) pushes one byte of a word that it does not touch and pops it afterwards: 12 cycles a step,
; where a word in memory would cost 32. Rotations by whole bytes are renaming.
#include "counterpoint_avr.h"
#include "interface.inc"

; The context: three chains, then what is left over of the message. Words are big-endian in memory, as in the message.
.equ BUFFER, 96
.equ COUNT, 128
.if COUNT + 1 != LUFFA256_CONTEXT_BYTES
.error "the context of counterpoint_avr.h is another one"
.endif

; The names of registers: w3_0 is the lowest byte of word a3.
.macro name_byte k, p
    .set    w\k\()_\p, 4 * \k + \p
.endm
.macro name_word k
    .irp    p, 0,1,2,3
    name_byte \k, \p
    .endr
.endm
.irp k, 0,1,2,3,4,5,6,7
    name_word \k
.endr

; Word k = rotl(word k, 8), by renaming.
.macro rename_bytes k
    .set    name, w\k\()_3
    .set    w\k\()_3, w\k\()_2
    .set    w\k\()_2, w\k\()_1
    .set    w\k\()_1, w\k\()_0
    .set    w\k\()_0, name
.endm

; The register `spare` is free from here ..
.macro spill byte
    .set    spare, \byte
    push    spare
.endm
; .. to here, where the byte comes back to whichever register is then free.
.macro unspill byte
    pop     spare
    .set    \byte, spare
.endm

; SubCrumb on one byte of four words: 16 cycles. The new x0 is in the spare register, and the old one's is spare.
.macro sub_crumb x0, x1, x2, x3
    mov     spare, \x0
    or      \x0, \x1
    eor     \x2, \x3
    com     \x1
    eor     \x0, \x3
    and     \x3, spare
    eor     \x1, \x3
    eor     \x3, \x2
    and     \x2, \x0
    com     \x0
    eor     \x2, \x1
    or      \x1, \x3
    eor     spare, \x1
    eor     \x3, \x2
    and     \x2, \x1
    eor     \x1, \x0
    .set    name, \x0
    .set    \x0, spare
    .set    spare, name
.endm
.macro sub_crumb_low p
    sub_crumb w0_\p, w1_\p, w2_\p, w3_\p
.endm
.macro sub_crumb_high p
    sub_crumb w5_\p, w6_\p, w7_\p, w4_\p
.endm

; rotl by 1: 5 cycles if the spare register is 0, else 6.
.macro rotl1 k, with_zero
    .if     \with_zero
    lsl     w\k\()_0
    .else
    bst     w\k\()_3, 7
    lsl     w\k\()_0
    .endif
    rol     w\k\()_1
    rol     w\k\()_2
    rol     w\k\()_3
    .if     \with_zero
    adc     w\k\()_0, spare
    .else
    bld     w\k\()_0, 0
    .endif
.endm
.macro rotr1 k
    bst     w\k\()_0, 0
    lsr     w\k\()_3
    ror     w\k\()_2
    ror     w\k\()_1
    ror     w\k\()_0
    bld     w\k\()_3, 7
.endm
.macro add_word to, from
    eor     w\to\()_0, w\from\()_0
    eor     w\to\()_1, w\from\()_1
    eor     w\to\()_2, w\from\()_2
    eor     w\to\()_3, w\from\()_3
.endm

; MixWord: 53 cycles with a zero, else 58. rotl by 14 is two bytes to the left and two bits to the right.
.macro mix_word u, v, with_zero
    add_word \v, \u
    rotl1   \u, \with_zero
    rotl1   \u, \with_zero
    add_word \u, \v
    rename_bytes \v
    rename_bytes \v
    rotr1   \v
    rotr1   \v
    add_word \v, \u
    rename_bytes \u
    rotl1   \u, \with_zero
    rotl1   \u, \with_zero
    add_word \u, \v
    rotl1   \v, \with_zero
.endm

; A step without its constants. SubCrumb moves the bytes of a0, a5 and the two spilled ones round by one register; the
; next step goes through them backwards, which moves them back. The rotations come back to where they were after four
; steps, so there are four bodies.
.macro step r
step_\r:
    .if     (\r) & 1
    spill   w7_2
    .irp    p, 0,3,2,1
    sub_crumb_low \p
    .endr
    unspill w7_2
    spill   w1_1
    .irp    p, 1,0,3,2
    sub_crumb_high \p
    .endr
    .else
    spill   w7_0
    .irp    p, 0,1,2,3
    sub_crumb_low \p
    .endr
    unspill w7_0
    spill   w1_0
    .irp    p, 0,1,2,3
    sub_crumb_high \p
    .endr
    .endif
    clr     spare
    mix_word 0, 4, 1
    mix_word 2, 6, 1
    mix_word 3, 7, 1
    .if     (\r) & 1
    unspill w1_1
    .else
    unspill w1_0
    .endif
    mix_word 1, 5, 0
    ret
    keep_names \r, 0
    keep_names \r, 4
    keep_names \r, 6
.endm

; The names behind body r, for those who call it.
.macro keep_names r, k
    .irp    p, 0,1,2,3
    keep_name \r, \k, \p
    .endr
.endm
.macro keep_name r, k, p
    .set    after\r\()_w\k\()_\p, w\k\()_\p
.endm
.macro set_names r, k
    .irp    p, 0,1,2,3
    set_name \r, \k, \p
    .endr
.endm
.macro set_name r, k, p
    .set    w\k\()_\p, after\r\()_w\k\()_\p
.endm

; In reach of rcall: Q_0, the bodies, Q_1 and Q_2, all else; as subsections of .text, since names must come before their use.
    .text   1
step 0
step 1
step 2
step 3

; One clock of the generator of constants: a shift of (left, right) with feedback, then left and right change places.
.macro clock_generator
    .set    carry, (left >> 31) & 1
    .set    output, (left << 1 | ((right >> 31) & 1)) & 0xffffffff ^ carry * 0xc4d6496c
    .set    left, (right << 1) & 0xffffffff ^ carry * 0x55c61c8d
    .set    right, output
.endm

.macro add_constant_byte p, k
    ldi     spare, output >> (8 * \p) & 0xff
    eor     w\k\()_\p, spare
.endm
.macro add_constant k
    clock_generator
    .irp    p, 0,1,2,3
    add_constant_byte \p, \k
    .endr
.endm


; Step r with its constants, which are added to a0 and a4.
.macro whole_step r
    rcall   step_\r
    set_names \r, 0
    set_names \r, 4
    set_names \r, 6
    spill   w6_0
    add_constant 0
    add_constant 4
    unspill w6_0
.endm

.macro load k, p
    ldd     w\k\()_\p, Z + 4 * \k + 3 - \p
.endm
.macro store k, p
    std     Y + 4 * \k + 3 - \p, w\k\()_\p
.endm

; permute_J: chain J through Q_J. Y is the context before and after.
.macro permutation j, seed_left, seed_right
    .set    left, \seed_left
    .set    right, \seed_right
permute_\j:
    push    r28
    push    r29
    point   30, 28, 32 * \j
    ldd     r0, Z + 28                      ; for r31, while that is the pointer
    push    r0
    .irp    p, 0,1,2,3
    load    0, \p
    load    1, \p
    load    2, \p
    load    3, \p
    load    4, \p
    load    5, \p
    load    6, \p
    .endr
    ldd     r28, Z + 31
    ldd     r29, Z + 30
    ldd     r30, Z + 29
    pop     r31
    .rept   \j                              ; the tweak
    .irp    k, 4,5,6,7
    rotl1   \k, 0
    .endr
    .endr
    .rept   2
    .irp    r, 0,1,2,3
    whole_step \r
    .endr
    .endr
    .irp    r, 28,29,30,31
    push    \r
    .endr
    in      r30, 0x3d
    in      r31, 0x3e
    ldd     r29, Z + 5                      ; the context, below the four bytes
    ldd     r28, Z + 6
    point   28, 28, 32 * \j
    .irp    p, 0,1,2,3
    store   0, \p
    store   1, \p
    store   2, \p
    store   3, \p
    store   4, \p
    store   5, \p
    store   6, \p
    .endr
    .irp    p, 28,29,30,31
    pop     r0
    std     Y + \p, r0
    .endr
    pop     r29
    pop     r28
.endm

; Message injection for one byte of every word, `q` bytes into it: X_i = H_i + 2.(H_0 + H_1 + H_2) + 2^i.M.
; Y is the context, r25:r24 its third chain, X the block.
.equ S, 0
.equ M, 8

; 2.(a0 .. a7) = (a7, a0 + a7, a1, a2 + a7, a3 + a7, a4, a5, a6): three XORs, and each word takes its neighbour's name.
; `names` counts how often the words at `a` have changed names before.
.macro double_words a, names
    eor     \a + ((0 - \names) & 7), \a + ((7 - \names) & 7)
    eor     \a + ((2 - \names) & 7), \a + ((7 - \names) & 7)
    eor     \a + ((3 - \names) & 7), \a + ((7 - \names) & 7)
.endm

.macro inject pointer, offset, q, names
    .irp    k, 0,1,2,3,4,5,6,7
    ldd     r16, \pointer + \offset + 4 * \k + \q
    eor     r16, S + ((\k - 1) & 7)
    eor     r16, M + ((\k - \names) & 7)
    std     \pointer + \offset + 4 * \k + \q, r16
    .endr
.endm

.macro message_injection q
    movw    r30, r26
    .irp    k, 0,1,2,3,4,5,6,7
    ldd     M + \k, Z + 4 * \k + \q
    .endr
    movw    r30, r24
    .irp    k, 0,1,2,3,4,5,6,7
    ldd     S + \k, Y + 4 * \k + \q
    ldd     r16, Y + 32 + 4 * \k + \q
    eor     S + \k, r16
    ldd     r16, Z + 4 * \k + \q
    eor     S + \k, r16
    .endr
    double_words S, 0
    inject  Y, 0, \q, 0
    double_words M, 0
    inject  Y, 32, \q, 1
    double_words M, 1
    inject  Z, 0, \q, 2
.endm

    .text   0
    permutation 0, 0x181cca53, 0x380cde06
    rjmp    permute_1
    .text   2
    permutation 1, 0x5b6f0876, 0xf16f8594
    permutation 2, 0x7e106ce9, 0x38979cb0
    ret

; A round: Y is the context, X the block.
    .text   3
compress:
    point   24, 28, 64
    .irp    q, 0,1,2,3
    message_injection \q
    .endr
    jmp     permute_0

.macro big_endian value
    .byte   ((\value) >> 24) & 0xff, ((\value) >> 16) & 0xff, ((\value) >> 8) & 0xff, (\value) & 0xff
.endm
.macro big_endian_words a, b, c, d
    big_endian \a
    big_endian \b
    big_endian \c
    big_endian \d
.endm

; The initial value.
    .section .progmem.luffa_iv, "a"
initial_value:
    big_endian_words 0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465
    big_endian_words 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb
    big_endian_words 0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3
    big_endian_words 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581
    big_endian_words 0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05
    big_endian_words 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7
    .text   3

function luffa224_init
function luffa256_init
    movw    r26, r24
    ldi     r30, lo8(initial_value)
    ldi     r31, hi8(initial_value)
    ldi     r18, 96
1:  lpm     r0, Z+
    st      X+, r0
    dec     r18
    brne    1b
    point   26, 26, COUNT - BUFFER
    st      X, r1
    ret

update_function luffa256_update, 32, BUFFER, COUNT, 1, compress

; The padding: 80 and zeros. A blank round, and the digest is the sum of the chains.
.macro final_function name, BYTES
function \name
    ldi     r20, \BYTES
    rjmp    final
.endm

final_function luffa224_final, 28
final_function luffa256_final, 32

final:
    save_registers
    push    r22
    push    r23
    push    r20
    movw    r28, r24
    point   30, 28, COUNT
    ld      r18, Z
    andi    r18, 31
    point   30, 28, BUFFER
    add     r30, r18
    adc     r31, r1
    ldi     r19, 0x80
1:  st      Z+, r19
    clr     r19
    inc     r18
    cpi     r18, 32
    brne    1b
    point   26, 28, BUFFER
    call    compress
    clr     r1
    point   30, 28, BUFFER
    movw    r26, r30
    ldi     r18, 32
2:  st      Z+, r1
    dec     r18
    brne    2b
    call    compress
    pop     r20
    pop     r27
    pop     r26
3:  point   30, 28, 64
    ld      r0, Z
    ldd     r1, Y + 32
    eor     r0, r1
    ld      r1, Y+
    eor     r0, r1
    st      X+, r0
    dec     r20
    brne    3b
    restore_registers_and_return

one_shot_function luffa224, LUFFA256_CONTEXT_BYTES, luffa224_init, luffa256_update, luffa224_final
one_shot_function luffa256, LUFFA256_CONTEXT_BYTES, luffa256_init, luffa256_update, luffa256_final
