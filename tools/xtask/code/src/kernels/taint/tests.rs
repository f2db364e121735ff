//! Small functions in machine code, with what must be found, and what must not be.

use super::super::function::Function;
use super::super::{aarch64, operands, x86_64};
use super::Finding::{Address, Branch, Lost, Time};
use super::*;

/// A frame with an array of eight words, and a saved register below it.
fn frame() -> Frame {
    Frame { variables: vec![-72..-8], spills: vec![-80..-72] }
}

fn x86(code: &[u8], relocations: &[(u64, &str)]) -> Vec<(usize, Finding)> {
    let code = x86_64::decode(&Function::made_of(code, relocations));
    findings(&code, x86_64::ENTRY, &frame(), &operands("a hash", 8))
}

fn arm(words: &[u32], relocations: &[(u64, &str)]) -> Vec<(usize, Finding)> {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let code = aarch64::decode(&Function::made_of(&code, relocations)).expect("instructions");
    findings(&code, aarch64::ENTRY, &frame(), &operands("a hash", 8))
}

#[test]
fn a_table_indexed_by_the_state_is_found() {
    // mov rax,[rdi]; movzx eax, byte ptr [rax]; lea rcx,[rip+T]; mov rax,[rcx+rax*8]; ret
    let code = b"\x48\x8b\x07\x0f\xb6\x00\x48\x8d\x0d\0\0\0\0\x48\x8b\x04\xc1\xc3";
    assert_eq!(x86(code, &[(9, "T")]), [(3, Address)]);
    // ldr x0,[x0]; ldrb w1,[x0]; adrp x2,T; add x2,x2,:lo12:T; ldr x3,[x2,x1,lsl #3]; ret
    let code = [0xf9400000, 0x39400001, 0x90000002, 0x91000042, 0xf8617843, 0xd65f03c0];
    assert_eq!(arm(&code, &[(8, "T"), (12, "T")]), [(4, Address)]);
}

#[test]
fn messages_are_reached_through_their_slices() {
    // mov rax,[rdi+0x10]; mov rcx,[rax]; mov rdx,[rax+8]; test rdx,rdx; je end; mov rdx,[rcx]; end: ret
    let code = b"\x48\x8b\x47\x10\x48\x8b\x08\x48\x8b\x50\x08\x48\x85\xd2\x74\x03\x48\x8b\x11\xc3";
    assert_eq!(x86(code, &[]), []);
    // ldp x1,x2,[x0,#16]; cbz x2,end; ldr x3,[x1],#16; ldr x4,[x3]; end: ret
    assert_eq!(arm(&[0xa9410801, 0xb4000062, 0xf8410423, 0xf9400064, 0xd65f03c0], &[]), []);
}

#[test]
fn a_branch_on_the_state_is_found() {
    // mov rax,[rdi]; cmp byte ptr [rax],0; je end; nop; end: ret
    assert_eq!(x86(b"\x48\x8b\x07\x80\x38\0\x74\x01\x90\xc3", &[]), [(2, Branch)]);
    // ldr x0,[x0]; ldr x1,[x0]; tbz x1,#0,end; nop; end: ret
    assert_eq!(arm(&[0xf9400000, 0xf9400001, 0x36000041, 0xd503201f, 0xd65f03c0], &[]), [(2, Branch)]);
}

#[test]
fn a_pointer_put_aside_is_safe_from_indexed_stores() {
    // mov rax,[rdi]; mov rdx,[rax]; mov [rsp-80],rax; xor ecx,ecx; mov [rsp+rcx*8-72],rdx; mov rax,[rsp-80]; mov
    // rdx,[rax]; ret
    let code =
        b"\x48\x8b\x07\x48\x8b\x10\x48\x89\x44\x24\xb0\x31\xc9\x48\x89\x54\xcc\xb8\x48\x8b\x44\x24\xb0\x48\x8b\x10\xc3";
    assert_eq!(x86(code, &[]), []);
}

#[test]
fn an_indexed_store_reaches_the_whole_array() {
    // mov rax,[rdi]; mov rdx,[rax]; xor ecx,ecx; mov [rsp+rcx*8-72],rdx; mov rax,[rsp-64]; mov rdx,[rdi+rax]; ret
    let code = b"\x48\x8b\x07\x48\x8b\x10\x31\xc9\x48\x89\x54\xcc\xb8\x48\x8b\x44\x24\xc0\x48\x8b\x14\x07\xc3";
    assert_eq!(x86(code, &[]), [(5, Address)]);
}

#[test]
fn a_division_of_the_state_is_found() {
    // mov rax,[rdi]; mov rax,[rax]; xor edx,edx; div rcx; ret
    assert_eq!(x86(b"\x48\x8b\x07\x48\x8b\x00\x31\xd2\x48\xf7\xf1\xc3", &[]), [(3, Time)]);
}

#[test]
fn an_address_of_unknown_origin_is_found() {
    // mov rax,[rcx]; ret
    assert_eq!(x86(b"\x48\x8b\x01\xc3", &[]), [(0, Lost)]);
}

#[test]
fn counters_and_moving_pointers_are_no_data() {
    // mov rax,[rdi]; mov ecx,8; again: xor qword ptr [rax],3; add rax,8; dec rcx; jne again; ret
    let code = b"\x48\x8b\x07\xb9\x08\0\0\0\x48\x83\x30\x03\x48\x83\xc0\x08\x48\xff\xc9\x75\xf3\xc3";
    assert_eq!(x86(code, &[]), []);
}

#[test]
fn the_lowest_byte_has_its_own_value() {
    // mov rax,[rdi]; mov rcx,[rax]; mov cl,1; mov [rsp-80],ecx; mov eax,[rsp-80]; test al,1 or test eax,eax; je end;
    // nop; end: ret
    let until_test = b"\x48\x8b\x07\x48\x8b\x08\xb1\x01\x89\x4c\x24\xb0\x8b\x44\x24\xb0";
    assert_eq!(x86(&[until_test, &b"\xa8\x01\x74\x01\x90\xc3"[..]].concat(), &[]), []);
    assert_eq!(x86(&[until_test, &b"\x85\xc0\x74\x01\x90\xc3"[..]].concat(), &[]), [(6, Branch)]);
}

/// The library itself asserts the offsets of the operands' fields.
#[test]
fn a_slice_is_its_address_and_its_length() {
    let blocks: [&[u8]; 1] = [b"block"];
    let list: &[&[u8]] = &blocks;
    // SAFETY: both words of the slice are initialised.
    let words: [usize; 2] = unsafe { std::mem::transmute_copy(&list) };
    assert_eq!(words, [blocks.as_ptr().addr(), 1]);
}
