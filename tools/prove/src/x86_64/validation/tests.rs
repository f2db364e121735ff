use super::*;
use iced_x86::{Decoder, DecoderOptions};
use object::Architecture;

/// Encodings of instructions that are easy to get wrong.
const CODE: [&[u8]; 20] = [
    &[0x48, 0x01, 0xd8],                         // add rax, rbx
    &[0x10, 0xe8],                               // adc al, ch
    &[0x19, 0xc9],                               // sbb ecx, ecx
    &[0xd3, 0xe1],                               // shl ecx, cl
    &[0x66, 0xc1, 0xc8, 0x13],                   // ror ax, 19
    &[0x49, 0x0f, 0xaf, 0xc7],                   // imul rax, r15
    &[0x49, 0xf7, 0xe0],                         // mul r8
    &[0xc4, 0xe2, 0xe0, 0xf2, 0xc1],             // andn rax, rbx, rcx
    &[0x0f, 0xa3, 0xc8],                         // bt eax, ecx
    &[0x0f, 0xb6, 0xc4],                         // movzx eax, ah
    &[0x48, 0x8b, 0x05, 0, 0, 0, 0],             // mov rax, [rip]
    &[0x41, 0x54],                               // push r12
    &[0x41, 0x5c],                               // pop r12
    &[0x0f, 0x4f, 0xc1],                         // cmovg eax, ecx
    &[0x66, 0x0f, 0xef, 0x44, 0x24, 0x10],       // pxor xmm0, [rsp + 16]
    &[0x66, 0x0f, 0x38, 0x00, 0xca],             // pshufb xmm1, xmm2
    &[0x66, 0x0f, 0x67, 0xca],                   // packuswb xmm1, xmm2
    &[0xc5, 0xf5, 0xfe, 0x00],                   // vpaddd ymm0, ymm1, [rax]
    &[0x62, 0xf3, 0xf5, 0xc9, 0x25, 0xc2, 0xca], // vpternlogq zmm0 {k1} {z}, zmm1, zmm2, 0xca
    &[0x62, 0xf1, 0x7d, 0x49, 0x6f, 0x40, 0x01], // vmovdqa32 zmm0 {k1}, [rax + 64]
];

fn instruction(bytes: &[u8]) -> Instruction {
    Decoder::with_ip(64, bytes, processor::address(0), DecoderOptions::NONE).decode()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn forms() -> Forms {
    let mut forms = Forms::default();
    for code in CODE {
        forms.add(&instruction(code), code);
    }
    forms
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn the_model_agrees_with_the_cpu() {
    let image = Image::of_code(Architecture::X86_64, Vec::new());
    let width = features::width().expect("an x86-64 CPU");
    let validation = validate_forms(&image, forms(), width, &features::available).expect("programs run here");
    assert_eq!(validation.mismatches, []);
    assert!(validation.not_modelled.is_empty() && validation.forms == CODE.len(), "{validation}");

    // As on older CPUs, whose programs do not touch the missing registers.
    for (older, missing, expected) in
        [(Width::Avx, "AVX512", ["vmovdqa32", "vpternlogq"]), (Width::Sse, "AVX", ["vpaddd", "vpternlogq"])]
    {
        let has = |feature| !format!("{feature:?}").starts_with(missing) && features::available(feature);
        let validation = validate_forms(&image, forms(), width.min(older), &has).expect("programs run here");
        assert_eq!(validation.mismatches, []);
        assert!(expected.iter().all(|name| validation.not_runnable.contains_key(*name)), "{validation}");
    }
}

/// Every difference between a result and the model is reported, in constants and in variables.
#[test]
fn a_wrong_bit_is_found() {
    let image = Image::of_code(Architecture::X86_64, Vec::new());
    let mut logic = Logic::new();
    let mut model = Model::new(&mut logic, &image);
    let instruction = instruction(CODE[0]);
    let trial = Trial { form: 0, instruction, bytes: CODE[0].to_vec(), runs: 0..1 };
    let before = State::random(&mut model.random, Contents::Uniform);
    let mut right = before.clone();
    for (n, bit) in model.run(&instruction, &bits_of(before.bytes())).expect("it is known").into_iter().enumerate() {
        right.set_bit(n, bit.value().expect("a constant"));
    }
    let sources = sources(&instruction);
    assert_eq!(sources.len(), 2);
    let places = [8 * GENERAL + 9, 8 * GENERAL + 70, 8 * VECTORS + 600, 8 * FLAGS + PARITY, 8 * MEMORY + 77];
    for wrong in [None].into_iter().chain(places.map(Some)) {
        let mut after = right.clone();
        if let Some(bit) = wrong {
            after.set_bit(bit, !right.bit(bit));
        }
        model.compare_constants(&trial, &before, &after);
        let on_constants = std::mem::take(&mut model.validation).mismatches;
        model.compare_variables(&trial, &sources, &before, &after);
        let Validation { mismatches: on_variables, symbolic_bits, .. } = std::mem::take(&mut model.validation);
        assert!(symbolic_bits > 64);
        for mismatches in [on_constants, on_variables] {
            let place = wrong.map(place);
            assert_eq!(mismatches.is_empty(), place.is_none(), "{mismatches:?}");
            assert!(mismatches.iter().all(|m| place.as_ref().is_some_and(|place| m.difference.starts_with(place))));
        }
    }
}

#[test]
fn forms_differ_in_operands_and_not_in_registers() {
    let mut forms = Forms::default();
    let add = |forms: &mut Forms, code: &[u8]| forms.add(&instruction(code), code);
    add(&mut forms, &[0x48, 0x01, 0xd8]); // add rax, rbx
    add(&mut forms, &[0x48, 0x01, 0xf1]); // add rcx, rsi
    add(&mut forms, &[0x48, 0x01, 0xc9]); // add rcx, rcx
    add(&mut forms, &[0x00, 0xe0]); // add al, ah
    add(&mut forms, &[0x00, 0xcb]); // add bl, cl
    for by in 0..40 {
        add(&mut forms, &[0x48, 0xc1, 0xe0, by]); // shl rax, by
    }
    for number in 0..300u16 {
        let [low, high] = number.to_le_bytes();
        add(&mut forms, &[0xb8, low, high, 0, 0]); // mov eax, number
    }
    let counts: Vec<usize> = forms.chosen().iter().map(|form| form.encodings.len()).collect();
    let mut sorted = counts.clone();
    sorted.sort_unstable();
    // Two encodings of the first form, one each of three others, every immediate, and every second immediate.
    assert_eq!(sorted, [1, 1, 1, 2, 40, 150]);
}
