; Luffa-256 on an MSP430, a 16-bit CPU: a companion study to ../avr.
;
; A word is two registers. A chain has sixteen halves, and twelve registers are free: the upper words a0 .. a3 stay in
; r4 .. r11, the lower ones a4 .. a7 are on the stack, half by half. Operations on these load them into r12 .. r14; r15
; is the temporary. A rotation by 16 swaps the halves, which costs nothing when they are stored.
;
; luffa256(digest, data, length): in r12, r13, r14, by the convention of MSP430 compilers; r4 .. r10 are preserved.

; Names of the halves: l is the lower one. The lower words are at these places on the stack.
.set A4L, 0
.set A4H, 2
.set A5L, 4
.set A5H, 6
.set A6L, 8
.set A6H, 10
.set A7L, 12
.set A7H, 14
; Then the address of the next constants, and the chain.
.set CONSTANT, 16
.set CHAIN, 18
.set FRAME, 20

; SubCrumb on halves of a0 .. a3, in registers: 17 cycles.
.macro sub_crumb_upper x0, x1, x2, x3
    mov     \x0, r15
    bis     \x1, \x0
    xor     \x3, \x2
    inv     \x1
    xor     \x3, \x0
    and     r15, \x3
    xor     \x3, \x1
    xor     \x2, \x3
    and     \x0, \x2
    inv     \x0
    xor     \x1, \x2
    bis     \x3, \x1
    xor     \x1, r15
    xor     \x2, \x3
    and     \x1, \x2
    xor     \x0, \x1
    mov     r15, \x0
.endm

; The same on halves of a5, a6, a7, a4 on the stack. The first word stays there, and is read again instead of copied: 46
; cycles.
.macro sub_crumb_lower x0, x1, x2, x3
    mov     \x0(sp), r12
    mov     \x1(sp), r13
    mov     \x2(sp), r14
    mov     \x3(sp), r15
    bis     r13, r12
    xor     r15, r14
    inv     r13
    xor     r15, r12
    and     \x0(sp), r15
    xor     r15, r13
    xor     r14, r15
    and     r12, r14
    inv     r12
    xor     r13, r14
    bis     r15, r13
    xor     r13, \x0(sp)
    xor     r14, r15
    and     r13, r14
    xor     r12, r13
    mov     r13, \x1(sp)
    mov     r14, \x2(sp)
    mov     r15, \x3(sp)
.endm

; rotl by 1: 3 cycles.
.macro rotl1 l, h
    rla     \l
    rlc     \h
    adc     \l
.endm
.macro rotr1 l, h
    bit     #1, \l
    rrc     \h
    rrc     \l
.endm
; rotl by 8: swap the bytes in both halves, then their low bytes: 7 cycles.
.macro rotl8 l, h
    swpb    \l
    swpb    \h
    mov     \l, r15
    xor     \h, r15
    mov.b   r15, r15
    xor     r15, \l
    xor     r15, \h
.endm

; MixWord of a word in registers with one on the stack: rotl by 14 is a swap of halves and rotr by 2. r14 is free.
.macro mix_word ul, uh, vl, vh
    mov     \vl(sp), r12
    mov     \vh(sp), r13
    xor     \ul, r12
    xor     \uh, r13
    rotl1   \ul, \uh
    rotl1   \ul, \uh
    xor     r12, \ul
    xor     r13, \uh
    rotr1   r13, r12
    rotr1   r13, r12
    xor     \ul, r13
    xor     \uh, r12
    rotl8   \ul, \uh
    rotl1   \ul, \uh
    rotl1   \ul, \uh
    xor     r13, \ul
    xor     r12, \uh
    rotl1   r13, r12
.endm
.macro store_mixed vl, vh
    mov     r13, \vl(sp)
    mov     r12, \vh(sp)
.endm

; The permutation of a chain: r12 is the chain, r13 its constants, which start at a multiple of 64.
.macro load_lower l, h, j
    mov     @r12+, r14
    mov     @r12+, r15
    .rept   \j
    rotl1   r14, r15
    .endr
    mov     r14, \l(sp)
    mov     r15, \h(sp)
.endm
.macro permutation j
    mov     r12, CHAIN(sp)
    mov     #constants + 64 * \j, CONSTANT(sp)
    .irp    r, r4, r5, r6, r7, r8, r9, r10, r11
    mov     @r12+, \r
    .endr
    load_lower A4L, A4H, \j
    load_lower A5L, A5H, \j
    load_lower A6L, A6H, \j
    load_lower A7L, A7H, \j
    call    #steps
.endm

; The eight steps. The return address is on the stack, so the frame is two bytes further up.
.macro steps_body
    sub_crumb_upper r4, r6, r8, r10
    sub_crumb_upper r5, r7, r9, r11
    sub_crumb_lower 2 + A5L, 2 + A6L, 2 + A7L, 2 + A4L
    sub_crumb_lower 2 + A5H, 2 + A6H, 2 + A7H, 2 + A4H
    mix_word r6, r7, 2 + A5L, 2 + A5H
    store_mixed 2 + A5L, 2 + A5H
    mix_word r8, r9, 2 + A6L, 2 + A6H
    store_mixed 2 + A6L, 2 + A6H
    mix_word r10, r11, 2 + A7L, 2 + A7H
    store_mixed 2 + A7L, 2 + A7H
    mix_word r4, r5, 2 + A4L, 2 + A4H
    mov     2 + CONSTANT(sp), r14
    xor     @r14+, r4
    xor     @r14+, r5
    xor     @r14+, r13
    xor     @r14+, r12
    mov     r14, 2 + CONSTANT(sp)
    store_mixed 2 + A4L, 2 + A4H
    bit     #63, r14
    jnz     1b
.endm

; The constants of a chain: sixteen outputs of the generator, which shifts (left, right) with feedback, then swaps left
; and right.
.macro step_constants seed_left, seed_right
    .set    left, \seed_left
    .set    right, \seed_right
    .rept   16
    .set    carry, (left >> 31) & 1
    .set    output, ((left << 1 | ((right >> 31) & 1)) & 0xffffffff) ^ (carry * 0xc4d6496c)
    .set    left, ((right << 1) & 0xffffffff) ^ (carry * 0x55c61c8d)
    .set    right, output
    .long   output
    .endr
.endm

    .text
steps:
1:  steps_body
    mov     2 + CHAIN(sp), r12
    mov     r4, 0(r12)
    mov     r5, 2(r12)
    mov     r6, 4(r12)
    mov     r7, 6(r12)
    mov     r8, 8(r12)
    mov     r9, 10(r12)
    mov     r10, 12(r12)
    mov     r11, 14(r12)
    .irp    p, 0, 2, 4, 6, 8, 10, 12, 14
    mov     2 + \p(sp), 16 + \p(r12)
    .endr
    add     #32, r12
    ret

; Message injection for the lower or the upper half of all words: X_i = H_i + 2.(H_0 + H_1 + H_2) + 2^i.M. r14 is the
; first chain, r15 the block, whose words are big-endian.
.macro double a0, a1, a2, a3, a4, a5, a6, a7
    xor     \a7, \a0
    xor     \a7, \a2
    xor     \a7, \a3
.endm
.macro load_sum k, r
    mov     4 * \k + HALF(r14), \r
    xor     32 + 4 * \k + HALF(r14), \r
    xor     64 + 4 * \k + HALF(r14), \r
.endm
.macro load_message k, r
    mov     4 * \k + 2 - HALF(r15), \r
    swpb    \r
.endm
.macro add_to chain, k, r
    xor     \r, 32 * \chain + 4 * \k + HALF(r14)
.endm
; Adds these registers to the words of a chain.
.macro add_block chain, a0, a1, a2, a3, a4, a5, a6, a7
    add_to  \chain, 0, \a0
    add_to  \chain, 1, \a1
    add_to  \chain, 2, \a2
    add_to  \chain, 3, \a3
    add_to  \chain, 4, \a4
    add_to  \chain, 5, \a5
    add_to  \chain, 6, \a6
    add_to  \chain, 7, \a7
.endm
.macro load_block what, a0, a1, a2, a3, a4, a5, a6, a7
    \what   0, \a0
    \what   1, \a1
    \what   2, \a2
    \what   3, \a3
    \what   4, \a4
    \what   5, \a5
    \what   6, \a6
    \what   7, \a7
.endm
; Twice (a0 .. a7) = (a7, a0 + a7, a1, a2 + a7, a3 + a7, a4, a5, a6): three sums, and the registers swap names.
.macro message_injection
    load_block load_sum, r4, r5, r6, r7, r8, r9, r10, r11
    double  r4, r5, r6, r7, r8, r9, r10, r11
    add_block 0, r11, r4, r5, r6, r7, r8, r9, r10
    add_block 1, r11, r4, r5, r6, r7, r8, r9, r10
    add_block 2, r11, r4, r5, r6, r7, r8, r9, r10
    load_block load_message, r4, r5, r6, r7, r8, r9, r10, r11
    add_block 0, r4, r5, r6, r7, r8, r9, r10, r11
    double  r4, r5, r6, r7, r8, r9, r10, r11
    add_block 1, r11, r4, r5, r6, r7, r8, r9, r10
    double  r11, r4, r5, r6, r7, r8, r9, r10
    add_block 2, r10, r11, r4, r5, r6, r7, r8, r9
.endm

; A round: r14 is the first chain, r15 the block, which starts at an even address.
compress:
    .set    HALF, 0
    message_injection
    .set    HALF, 2
    message_injection
    mov     r14, r12
    sub     #FRAME, sp
    permutation 0
    permutation 1
    permutation 2
    add     #FRAME, sp
    ret

; On the stack: the chains, a block, then the digest's address, and address and length of the remaining data.
.set BLOCK, 96
.set DIGEST, 128
.set DATA, 130
.set LENGTH, 132

.macro call_compress
    mov     sp, r14
    call    #compress
.endm

    .globl  luffa256
luffa256:
    .irp    r, r4, r5, r6, r7, r8, r9, r10
    push    \r
    .endr
    sub     #134, sp
    mov     r12, DIGEST(sp)
    mov     r13, DATA(sp)
    mov     r14, LENGTH(sp)
    mov     #initial_value, r15
    mov     sp, r14
2:  mov     @r15+, r13
    mov     r13, 0(r14)
    incd    r14
    cmp     #initial_value + 96, r15
    jne     2b
blocks:
    cmp     #32, LENGTH(sp)
    jlo     rest
    sub     #32, LENGTH(sp)
    mov     DATA(sp), r15
    add     #32, DATA(sp)
    bit     #1, r15
    jz      3f
    call    #copy
3:  call_compress
    jmp     blocks
rest:
    mov     LENGTH(sp), r13
    mov     DATA(sp), r15
    mov     sp, r14
    add     #BLOCK, r14
    mov     r14, r12
    add     #32, r12
4:  tst     r13
    jz      5f
    mov.b   @r15+, r11
    mov.b   r11, 0(r14)
    inc     r14
    dec     r13
    jmp     4b
5:  mov.b   #0x80, 0(r14)
    inc     r14
6:  cmp     r12, r14
    jeq     7f
    mov.b   #0, 0(r14)
    inc     r14
    jmp     6b
7:  mov     sp, r15
    add     #BLOCK, r15
    call_compress
    mov     sp, r15
    add     #BLOCK, r15
    mov     r15, r12
8:  mov     #0, 0(r12)
    incd    r12
    mov     sp, r14
    add     #BLOCK + 32, r14
    cmp     r14, r12
    jne     8b
    call_compress
    ; The digest is the sum of the chains, with big-endian words.
    mov     DIGEST(sp), r13
    mov     sp, r14
    mov     #8, r15
9:  .irp    half, 2, 0
    mov     \half(r14), r12
    xor     32 + \half(r14), r12
    xor     64 + \half(r14), r12
    swpb    r12
    mov.b   r12, 0(r13)
    swpb    r12
    mov.b   r12, 1(r13)
    incd    r13
    .endr
    add     #4, r14
    dec     r15
    jnz     9b
    add     #134, sp
    .irp    r, r10, r9, r8, r7, r6, r5, r4
    pop     \r
    .endr
    ret

; A block at an odd address is copied to an even one. r15 is the block, before and after.
copy:
    mov     sp, r14
    add     #2 + BLOCK, r14
    mov     r14, r12
    add     #32, r12
10: mov.b   @r15+, r13
    mov.b   r13, 0(r14)
    inc     r14
    cmp     r12, r14
    jne     10b
    sub     #32, r14
    mov     r14, r15
    ret

    .balign 64
constants:
    step_constants 0x181cca53, 0x380cde06
    step_constants 0x5b6f0876, 0xf16f8594
    step_constants 0x7e106ce9, 0x38979cb0
initial_value:
    .long   0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb
    .long   0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581
    .long   0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7
