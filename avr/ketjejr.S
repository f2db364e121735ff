; Ketje Jr (version 2): authenticated encryption on Keccak-p*[200].
;
; Keccak-p* is Keccak-p between two changes of the lanes' places. The context holds the lanes where Keccak-p has them: byte e
; of the state as Ketje counts it is lane twist[e]. Six lanes are complemented, as keccak200.S wants them; of the three bytes
; that a step touches, only the one for padding is among them, and that is never read. Assembled together with keccak200.S.
#include "counterpoint_avr.h"
#include "interface.inc"

.if KETJE_JR_CONTEXT_BYTES != 25
.error "the context of counterpoint_avr.h is another one"
.endif

; Bytes 0, 1 and 2 of the state, as Ketje counts them.
.equ BYTE0, 0
.equ BYTE1, 6
.equ BYTE2, 12

    .section .progmem.ketje_twist, "a"
twist:
    .byte   0, 6, 12, 18, 24, 3, 9, 10, 16, 22, 1, 7, 13, 19, 20, 4, 5, 11, 17, 23, 2, 8, 14, 15, 21
    .text

; The next block: r24 bytes (2, or what there is) to r18 and r19, from X with r21:r20 bytes.
take_block:
    clr     r24
    mov     r0, r20
    or      r0, r21
    breq    1f
    ld      r18, X+
    inc     r24
    subi    r20, 1
    sbci    r21, 0
    mov     r0, r20
    or      r0, r21
    breq    1f
    ld      r19, X+
    inc     r24
    subi    r20, 1
    sbci    r21, 0
1:  ret

; state[at] += register.
.macro add_byte at, register
    ldd     r0, Y + \at
    eor     r0, \register
    std     Y + \at, r0
.endm

; The block in r18 and r19 of r24 bytes, r25 = the frame bits and the padding's first bit behind it.
add_block:
    ldi     r30, 0x08                       ; the padding's last bit
    add_byte BYTE2, r30
    cpi     r24, 1
    brlo    1f
    breq    2f
    add_byte BYTE0, r18
    add_byte BYTE1, r19
    add_byte BYTE2, r25
    ret
1:  add_byte BYTE0, r25
    ret
2:  add_byte BYTE0, r18
    add_byte BYTE1, r25
    ret

; Byte number r20 of the state += r0, and on to the next one. Y is the context.
start_byte:
    ldi     r30, lo8(twist)
    ldi     r31, hi8(twist)
    add     r30, r20
    adc     r31, r1
    lpm     r21, Z
    movw    r30, r28
    add     r30, r21
    adc     r31, r1
    ld      r21, Z
    eor     r21, r0
    st      Z, r21
    inc     r20
    ret

; ketje_jr_start(context, key, key_bytes, nonce, nonce_bytes): the key pack and the nonce, padded to the whole state.
function ketje_jr_start
    save_registers
    movw    r28, r24
    movw    r26, r22
    mov     r24, r20                        ; bytes of the key
    .set    n, 0
    .rept   25
    std     Y + n, r1
    .set    n, n + 1
    .endr
    ldi     r20, 0xff
    .irp    lane, 1,2,8,12,17,20
    std     Y + \lane, r20
    .endr
    clr     r20
    mov     r0, r24
    ldi     r22, 2
    add     r0, r22
    rcall   start_byte
    ldi     r22, 1
    tst     r24
    breq    2f
1:  ld      r0, X+
    rcall   start_byte
    dec     r24
    brne    1b
2:  mov     r0, r22
    rcall   start_byte
    movw    r26, r18
    tst     r16
    breq    4f
3:  ld      r0, X+
    rcall   start_byte
    dec     r16
    brne    3b
4:  mov     r0, r22
    rcall   start_byte
    ldi     r20, 24
    ldi     r22, 0x80
    mov     r0, r22
    rcall   start_byte
    call    keccak_p200_12
    restore_registers_and_return

; ketje_jr_wrap(context, data, data_bytes, plain, cipher, bytes); ketje_jr_unwrap(.., cipher, plain, bytes)
function ketje_jr_unwrap
    ldi     r30, 1
    rjmp    ketje_jr_any
function ketje_jr_wrap
    clr     r30
ketje_jr_any:
    save_registers
    .irp    r, 30,14,15,16,17,18,19
    push    \r
    .endr
    movw    r28, r24
    movw    r26, r22
; Associated data: a step for each block, at least one.
1:  rcall   take_block
    ldi     r25, 0x04
    mov     r0, r20
    or      r0, r21
    brne    2f
    ldi     r25, 0x06                       ; the last one
2:  rcall   add_block
    .irp    r, 26,27,20,21
    push    \r
    .endr
    call    keccak_p200_1
    .irp    r, 21,20,27,26
    pop     \r
    .endr
    mov     r0, r20
    or      r0, r21
    brne    1b
    .irp    r, 27,26,23,22,21,20,17
    pop     \r
    .endr
; The message: what the state gives is added, the plaintext goes in. X and r23:r22 are where from and where to.
3:  rcall   take_block
    ldd     r15, Y + BYTE0
    ldd     r16, Y + BYTE1
    eor     r15, r18
    eor     r16, r19
    movw    r30, r22
    cpi     r24, 1
    brlo    5f
    st      Z+, r15
    breq    4f
    st      Z+, r16
4:  movw    r22, r30
5:  tst     r17
    breq    6f
    mov     r18, r15
    mov     r19, r16
6:  mov     r0, r20
    or      r0, r21
    breq    7f
    ldi     r25, 0x07
    rcall   add_block
    .irp    r, 26,27,23,22,21,20,17
    push    \r
    .endr
    call    keccak_p200_1
    .irp    r, 17,20,21,22,23,27,26
    pop     \r
    .endr
    rjmp    3b
7:  ldi     r25, 0x05                       ; the last one
    rcall   add_block
    call    keccak_p200_6
    restore_registers_and_return

; ketje_jr_tag(context, tag, tag_bytes): two bytes are in the state, and each step gives two more.
function ketje_jr_tag
    save_registers
    movw    r28, r24
    movw    r26, r22
1:  cpi     r20, 1
    brlo    2f
    ldd     r0, Y + BYTE0
    st      X+, r0
    breq    2f
    ldd     r0, Y + BYTE1
    st      X+, r0
    subi    r20, 2
    breq    2f
    clr     r24
    ldi     r25, 0x02
    rcall   add_block
    push    r26
    push    r27
    push    r20
    call    keccak_p200_1
    pop     r20
    pop     r27
    pop     r26
    rjmp    1b
2:  restore_registers_and_return
