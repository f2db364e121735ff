; Ketje Jr v2, with the permutations of keccak200.S.
;
; Ketje permutes its state with Keccak-p, with pi undone before it and done after it. Here the lanes stay where Keccak-p
; has them: Ketje's bytes 0 and 1, the rate, and 2 are lanes 0, 6 and 12. So only the key pack, at the start, is put
; into order. Lanes 1, 2, 8, 12, 17 and 20 are held complemented; 12 is never read.
;
; A block of two bytes is permuted only once it is known whether another one follows, because that decides its frame
; bits. The frame byte is added after the block's last byte, and 08 at byte 2; in a full block both are the same byte.
#include "counterpoint_avr.h"
#include "interface.inc"

; The context is the state, the number of bytes in the block, and whether text has begun.
.equ FILLED, 25
.equ TEXT, 26
.if TEXT + 1 != KETJE_JR_CONTEXT_BYTES
.error "the context differs from the one in counterpoint_avr.h"
.endif

.equ BLOCK_BYTES, 2
.equ BYTE_1, 6      ; the lanes of Ketje's bytes 1 and 2; that of byte n is 6n
.equ BYTE_2, 12
.equ PADDING_END, 0x08
; The frame bits, then a 1.
.equ FRAME_DATA, 0x04
.equ FRAME_DATA_END, 0x06
.equ FRAME_TEXT, 0x07
.equ FRAME_TEXT_END, 0x05
.equ FRAME_TAG, 0x02

.macro add_constant at, value
    ldd     r0, Y + \at
    ldi     r24, \value
    eor     r0, r24
    std     Y + \at, r0
.endm

; ketje_jr_init(context, key, key_bytes, nonce, nonce_bytes). Writes the key pack, the nonce, 1, zeros, 1, then moves
; every byte to its lane, along the cycle of pi.
function ketje_jr_init
    save_registers
    movw    r28, r24
    movw    r26, r24
    ldi     r24, 25
1:  st      X+, r1
    dec     r24
    brne    1b
    movw    r26, r28
    movw    r30, r22
    mov     r24, r20
    subi    r24, -2
    st      X+, r24
    rcall   copy
    movw    r30, r18
    mov     r20, r16
    rcall   copy
    add_constant 24, 0x80
    ldd     r18, Y + 1
    .set    carried, 18
    .set    other, 19
    .irp    lane, 6,9,22,14,20,2,12,13,19,23,15,4,24,21,8,16,5,3,18,17,11,7,10,1
    ldd     other, Y + \lane
    .if     (\lane == 1) || (\lane == 2) || (\lane == 8) || (\lane == 12) || (\lane == 17) || (\lane == 20)
    com     carried
    .endif
    std     Y + \lane, carried
    .set    other, carried
    .set    carried, 37 - other
    .endr
    std     Y + FILLED, r1
    std     Y + TEXT, r1
    call    keccak_p200_12
    restore_registers_and_return

; Copies r20 bytes from Z to X, then writes 01.
copy:
    tst     r20
    breq    2f
1:  ld      r24, Z+
    st      X+, r24
    dec     r20
    brne    1b
2:  ldi     r24, 0x01
    st      X+, r24
    ret

; Ends the data or the text: adds the frame byte r24 after the block's bytes, and the end of the padding. Y is the
; context.
end_block:
    ldd     r18, Y + FILLED
    movw    r30, r28
    .rept   BYTE_1
    add     r30, r18
    adc     r31, r1
    .endr
    ld      r0, Z
    eor     r0, r24
    st      Z, r0
    std     Y + FILLED, r1
    add_constant BYTE_2, PADDING_END
    ret

; Absorbs a byte from X into `lane`; of text, writes the encrypted or decrypted byte to Z.
.macro absorb_byte lane, text, decrypt
    ld      r18, X+
    ldd     r19, Y + \lane
    eor     r19, r18
    .if     \decrypt
    std     Y + \lane, r18
    .else
    std     Y + \lane, r19
    .endif
    .if     \text
    st      Z+, r19
    .endif
.endm

; Keccak-p with one round. Preserves X, Y, r20 .. r23.
.macro keep_arguments_and_step
    .irp    r, 20,21,22,23,26,27
    push    \r
    .endr
    call    keccak_p200_1
    .irp    r, 27,26,23,22,21,20
    pop     \r
    .endr
.endm

; Absorbs r21:r20 bytes at X; of text, writes the encrypted or decrypted bytes to r23:r22. After a full block it takes a
; whole block at once if there is one; otherwise it takes a byte at a time.
.macro absorb_function name, text, decrypt, frame
function \name
    save_registers
    movw    r28, r24
    .if     \text
    movw    r26, r20
    movw    r20, r18
    .else
    movw    r26, r22
    .endif
    mov     r24, r20
    or      r24, r21
    brne    .+2
    rjmp    \name\()_end
    .if     \text
    ldd     r24, Y + TEXT
    tst     r24
    brne    \name\()_next
    rcall   end_data
    .endif
\name\()_next:
    ldd     r18, Y + FILLED
    cpi     r18, BLOCK_BYTES
    brne    2f
\name\()_full:
    add_constant BYTE_2, \frame + PADDING_END
    keep_arguments_and_step
    clr     r18
    cpi     r20, BLOCK_BYTES
    cpc     r21, r1
    brlo    2f
    .if     \text
    movw    r30, r22
    .endif
    absorb_byte 0, \text, \decrypt
    absorb_byte BYTE_1, \text, \decrypt
    .if     \text
    movw    r22, r30
    .endif
    subi    r20, BLOCK_BYTES
    sbci    r21, 0
    breq    1f
    rjmp    \name\()_full
1:  rjmp    \name\()_end
2:  inc     r18
    std     Y + FILLED, r18
    movw    r30, r22
    cpi     r18, BLOCK_BYTES
    breq    3f
    absorb_byte 0, \text, \decrypt
    rjmp    4f
3:  absorb_byte BYTE_1, \text, \decrypt
4:  .if     \text
    movw    r22, r30
    .endif
    subi    r20, 1
    sbci    r21, 0
    breq    \name\()_end
    rjmp    \name\()_next
\name\()_end:
    restore_registers_and_return
.endm

; The last step of the associated data.
end_data:
    ldi     r24, FRAME_DATA_END
    std     Y + TEXT, r24
    rcall   end_block
    keep_arguments_and_step
    ret

; ketje_jr_associated_data(context, data, length)
    absorb_function ketje_jr_associated_data, 0, 0, FRAME_DATA
; ketje_jr_encrypt(context, out, in, length)
    absorb_function ketje_jr_encrypt, 1, 0, FRAME_TEXT
; ketje_jr_decrypt(context, out, in, length)
    absorb_function ketje_jr_decrypt, 1, 1, FRAME_TEXT

; ketje_jr_tag(context, tag, length), ketje_jr_verify(context, tag, length): each byte of the tag is from lane 0 or 6.
; FILLED collects the differences.
.macro tag_function name, verify
function \name
    save_registers
    movw    r28, r24
    movw    r26, r22
    ldd     r24, Y + TEXT
    tst     r24
    brne    1f
    rcall   end_data
1:  push    r26
    push    r27
    push    r20
    ldi     r24, FRAME_TEXT_END
    rcall   end_block
    call    keccak_p200_6
\name\()_next:
    pop     r20
    pop     r27
    pop     r26
    .irp    byte, 0, BYTE_1
    tst     r20
    breq    \name\()_end
    ldd     r0, Y + \byte
    .if     \verify
    ld      r18, X+
    eor     r18, r0
    ldd     r0, Y + FILLED
    or      r0, r18
    std     Y + FILLED, r0
    .else
    st      X+, r0
    .endif
    dec     r20
    .endr
    breq    \name\()_end
    push    r26
    push    r27
    push    r20
    add_constant 0, FRAME_TAG
    add_constant BYTE_2, PADDING_END
    call    keccak_p200_1
    rjmp    \name\()_next
\name\()_end:
    .if     \verify
    ldd     r24, Y + FILLED
    .endif
    clr     r1
    std     Y + FILLED, r1
    std     Y + TEXT, r1
    restore_registers_and_return
.endm

    tag_function ketje_jr_tag, 0
    tag_function ketje_jr_verify, 1

; NAME(out, tag, key, nonce, data, data_length, in, length): a message with a key, nonce and tag of 12, 10 and 12 bytes.
; The context is on the stack, at Y + 1.
.macro one_message_function name, crypt, tag
function \name
    .irp    r, 28,29,22,23,24,25
    push    \r
    .endr
    in      r28, 0x3d
    in      r29, 0x3e
    sbiw    r28, KETJE_JR_CONTEXT_BYTES
    set_stack_pointer
    push    r16
    push    r17
    point   24, 28, 1
    movw    r22, r20
    ldi     r20, 12
    ldi     r16, 10
    call    ketje_jr_init
    pop     r17
    pop     r16
    point   24, 28, 1
    movw    r22, r16
    movw    r20, r14
    call    ketje_jr_associated_data
    point   24, 28, 1
    ldd     r22, Y + KETJE_JR_CONTEXT_BYTES + 2
    ldd     r23, Y + KETJE_JR_CONTEXT_BYTES + 1
    movw    r20, r12
    movw    r18, r10
    call    \crypt
    point   24, 28, 1
    ldd     r22, Y + KETJE_JR_CONTEXT_BYTES + 4
    ldd     r23, Y + KETJE_JR_CONTEXT_BYTES + 3
    ldi     r20, 12
    call    \tag
.endm
.macro one_message_end
    adiw    r28, KETJE_JR_CONTEXT_BYTES
    set_stack_pointer
    .irp    r, 31,30,23,22,29,28
    pop     \r
    .endr
    ret
.endm

    one_message_function ketje_jr_seal, ketje_jr_encrypt, ketje_jr_tag
    one_message_end

; A text with a wrong tag is overwritten with zeros; a right one takes the same time.
    one_message_function ketje_jr_open, ketje_jr_decrypt, ketje_jr_verify
    mov     r18, r24
    neg     r18
    sbc     r18, r18                        ; ff if the tag is wrong
    com     r18
    ldd     r30, Y + KETJE_JR_CONTEXT_BYTES + 2
    ldd     r31, Y + KETJE_JR_CONTEXT_BYTES + 1
    movw    r20, r10
1:  subi    r20, 1
    sbci    r21, 0
    brcs    2f
    ld      r0, Z
    and     r0, r18
    st      Z+, r0
    rjmp    1b
2:  one_message_end
