//! Small functions, run in the same way as the programs' functions.

use super::program::Program;
use super::session::Session;
use crate::logic::Logic;
use crate::sums::Bit;
use crate::words::Word;

/// Calls a function consisting of these words with the address of the last byte of an area. Returns that byte, or why
/// the run stopped.
fn run(logic: &mut Logic, words: &[u16], byte: &[Bit]) -> Result<Word, String> {
    // `main`, to which functions return, is the first word.
    let program = Program::of_words(&[&[0], words].concat(), &[("main", 0), ("function", 1)]);
    let mut session = Session::new(logic, &program, 100).map_err(|stopped| stopped.reason)?;
    let at = session.add("the byte", byte, true);
    session.call("function", &[at]).map_err(|stopped| stopped.reason)?;
    Ok(session.result("the byte", at, byte.to_vec()).found)
}

fn variables(logic: &mut Logic) -> Word {
    (0..8).map(|_| logic.variable()).collect()
}

#[test]
fn a_branch_over_one_instruction_is_a_choice() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    let twice = logic.times(&byte, 2);
    // movw r26, r24; ld r18, X; ldi r19, 0x1b; lsl r18; brcc .+2; eor r18, r19; st X, r18; ret
    let double = [0x01dc, 0x912c, 0xe13b, 0x0f22, 0xf408, 0x2723, 0x932c, 0x9508];
    assert_eq!(run(&mut logic, &double, &byte), Ok(twice));
}

#[test]
fn other_branches_on_variables_are_refused() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    // movw r26, r24; ld r18, X; lsl r18; brcc .+2; st X, r18; ret
    let store = [0x01dc, 0x912c, 0x0f22, 0xf408, 0x932c, 0x9508];
    // movw r26, r24; ld r18, X; lsl r18; brcc .+4; com r18; com r18; ret
    let two = [0x01dc, 0x912c, 0x0f22, 0xf410, 0x9520, 0x9520, 0x9508];
    // movw r26, r24; ld r18, X; sbrc r18, 0; com r18; ret
    let skip = [0x01dc, 0x912c, 0xfd20, 0x9520, 0x9508];
    for (words, reason) in [
        (&store[..], "a branch depends on data"),
        (&two, "a branch depends on data"),
        (&skip, "a skip depends on data"),
    ] {
        assert_eq!(run(&mut logic, words, &byte), Err(reason.to_string()));
    }
}

#[test]
fn a_table_in_flash_is_looked_up() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    // movw r26, r24; ld r30, X; ldi r31, 2; lpm r18, Z; st X, r18; ret
    let mut words = vec![0x01dc, 0x91ec, 0xe0f2, 0x9124, 0x932c, 0x9508];
    let reason = "it reads flash at 0x200, past the program";
    assert_eq!(run(&mut logic, &words, &byte), Err(reason.to_string()));
    // The byte at 0x200 + n is n rotated by three bits.
    words.resize(0xff, 0);
    let entry = |n: u16| (n as u8).rotate_left(3);
    words.extend((0..256).step_by(2).map(|n| u16::from_le_bytes([entry(n), entry(n + 1)])));
    let mut rotated = byte.clone();
    rotated.rotate_right(3);
    assert_eq!(run(&mut logic, &words, &byte), Ok(rotated));
}

#[test]
fn the_callers_registers_are_preserved() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    let cases: [(&[u16], Result<(), &str>); 3] = [
        // push r16; ldi r16, 5; pop r16; ret
        (&[0x930f, 0xe005, 0x910f, 0x9508], Ok(())),
        // ldi r16, 5; ret
        (&[0xe005, 0x9508], Err("function does not preserve r16")),
        // ldi r24, 2; mul r24, r24; mov r1, r24; ret
        (&[0xe082, 0x9f88, 0x2e18, 0x9508], Err("function does not leave zero in r1")),
    ];
    for (words, result) in cases {
        assert_eq!(run(&mut logic, words, &byte).map(drop), result.map_err(str::to_string));
    }
}

#[test]
fn only_what_was_given_is_written() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    // movw r26, r24; adiw r26, 1; st X, r1; ret
    let behind = [0x01dc, 0x9611, 0x921c, 0x9508];
    let reason = "it writes the byte at 0x0104, which it was not given";
    assert_eq!(run(&mut logic, &behind, &byte), Err(reason.to_string()));
    // in r30, 0x3d; in r31, 0x3e; st Z, r1; ret
    let below = [0xb7ed, 0xb7fe, 0x8210, 0x9508];
    let reason = "it writes the stack at 0x40fd, where an interrupt would write";
    assert_eq!(run(&mut logic, &below, &byte), Err(reason.to_string()));
}

#[test]
fn the_stack_pointer_is_replaced_without_interrupts() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    // push r28; push r29; in r28, 0x3d; in r29, 0x3e; sbiw r28, 4; in r0, 0x3f; cli; out 0x3e, r29; out 0x3f, r0;
    // out 0x3d, r28; std Y+1, r1; adiw r28, 4; in r0, 0x3f; cli; out 0x3e, r29; out 0x3f, r0; out 0x3d, r28; pop r29;
    // pop r28; ret
    let mut words = [
        0x93cf, 0x93df, 0xb7cd, 0xb7de, 0x9724, 0xb60f, 0x94f8, 0xbfde, 0xbe0f, 0xbfcd, 0x8219, 0x9624, 0xb60f, 0x94f8,
        0xbfde, 0xbe0f, 0xbfcd, 0x91df, 0x91cf, 0x9508,
    ];
    assert_eq!(run(&mut logic, &words, &byte), Ok(byte.clone()));
    // nop in place of cli.
    words[6] = 0;
    let reason = "an interrupt may come while half of the stack pointer is replaced";
    assert_eq!(run(&mut logic, &words, &byte), Err(reason.to_string()));
}

#[test]
fn what_is_not_known_stops_the_run() {
    let mut logic = Logic::new();
    let byte = variables(&mut logic);
    // sleep
    assert_eq!(run(&mut logic, &[0x9588], &byte), Err("unknown instruction 0x9588".into()));
    // rjmp .-2
    assert_eq!(run(&mut logic, &[0xcfff], &byte), Err("it has not returned after 100 instructions".into()));
    // nop, after which there is nothing
    assert_eq!(run(&mut logic, &[0x0000], &byte), Err("there is no code at 0x0004".into()));
}
