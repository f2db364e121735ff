//! Hashers whose state is written to bytes and read back, with the trait `SerializableState` of `digest`.

use counterpoint::digest::common::hazmat::{SerializableState, SerializedState};
use counterpoint::digest::{ExtendableOutput, Update, XofReader};
use counterpoint::*;

fn message() -> Vec<u8> {
    (0..1000u16).map(|i| (i % 251) as u8).collect()
}

/// Writes and reads the state after every byte, and compares the outputs for the whole message.
fn check<H: SerializableState + Update + Clone>(new: &H, output: impl Fn(H) -> Vec<u8>) {
    let message = message();
    let mut whole = new.clone();
    whole.update(&message);
    let expected = output(whole);
    let mut hasher = new.clone();
    for (n, byte) in message.iter().enumerate() {
        let mut again = H::deserialize(&hasher.serialize()).unwrap();
        assert!(again.serialize() == hasher.serialize(), "{}, {n} bytes", std::any::type_name::<H>());
        again.update(&message[n..]);
        assert_eq!(output(again), expected, "{}, {n} bytes", std::any::type_name::<H>());
        hasher.update(&[*byte]);
    }
}

#[test]
fn a_message_is_continued() {
    macro_rules! fixed {
        ($($hash:ident)+) => {$(
            check(&$hash::new(), |hasher| hasher.finalize().to_vec());
        )+};
    }
    fixed!(
        // fixed: begin, by `cargo xtask generate` from functions.toml
        Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak224 Keccak256 Keccak384 Keccak512 Groestl224 Groestl256
        Groestl384 Groestl512 Fugue224 Fugue256 Fugue384 Fugue512 Luffa224 Luffa256 Luffa384 Luffa512
        // fixed: end
    );
    fn extendable<H: SerializableState + Update + ExtendableOutput + Clone>(new: &H) {
        check(new, |hasher| {
            let mut output = vec![0; 400];
            hasher.finalize_xof().read(&mut output);
            output
        });
    }
    extendable(&Shake128::new());
    extendable(&Shake256::new());
    extendable(&CShake128::new(b"name", b"use"));
    extendable(&CShake256::new(b"", b"use"));
    extendable(&CShake256::new(b"", b""));
    extendable(&TurboShake128::new(0x2b).unwrap());
    extendable(&TurboShake256::new(0x01).unwrap());
}

/// The serialized form includes the function's inputs, so a restored hasher can be reset.
#[test]
fn a_hasher_is_reset_to_its_function() {
    let mut hasher = CShake128::new(b"name", b"use");
    hasher.update(b"another message");
    let mut again = CShake128::deserialize(&hasher.serialize()).unwrap();
    again.reset();
    again.update(b"abc");
    let mut outputs = [[0; 32]; 2];
    again.finalize().read(&mut outputs[0]);
    CShake128::new(b"name", b"use").digest_into(b"abc", &mut outputs[1]);
    assert_eq!(outputs[0], outputs[1]);
}

/// Every implementation leaves the same state, so any machine can continue from it.
#[test]
fn the_form_does_not_depend_on_the_implementation() {
    use counterpoint::Algorithm;

    macro_rules! check {
        ($($hash:ident)+) => {$({
            let algorithm = Algorithm::by_name($hash::NAME).unwrap();
            let mut forms = algorithm.implementations().filter(|i| i.available()).map(|i| {
                let mut hasher = $hash::with_implementation(i.name()).unwrap();
                hasher.update(message());
                hasher.serialize()
            });
            let first = forms.next().unwrap();
            assert!(forms.all(|form| form == first), "{}", $hash::NAME);
        })+};
    }
    check!(Fugue256 Fugue512 Groestl256 Groestl512 Luffa256 Luffa384 Luffa512 Sha3_256 Shake128);
}

/// Stored forms must stay readable: state, buffer, number of bytes, inputs.
#[test]
fn the_form_is_fixed() {
    let mut hasher = Sha3_256::new();
    hasher.update(b"abc");
    let expected = [&[0; 200][..], b"abc", &[0; 133], &3u64.to_le_bytes()].concat();
    assert_eq!(hasher.serialize()[..], expected);

    let mut hasher = Sha3_256::new();
    hasher.update([0; 137]);
    let form = hasher.serialize();
    let mut state = [0; 25];
    counterpoint::keccak::f1600(&mut state);
    let state: Vec<u8> = state.iter().flat_map(|lane: &u64| lane.to_le_bytes()).collect();
    assert_eq!(form[..], [&state[..], &[0; 136], &137u64.to_le_bytes()].concat());

    let turbo = TurboShake128::new(0x2b).unwrap().serialize();
    assert_eq!(turbo[..], [&[0; 200 + 168 + 8][..], &[0x2b]].concat());
}

#[test]
fn what_no_hasher_wrote_is_an_error() {
    let mut turbo = TurboShake128::new(0x2b).unwrap().serialize();
    *turbo.last_mut().unwrap() = 0x80;
    assert!(TurboShake128::deserialize(&turbo).is_err());
    assert!(CShake128::deserialize(&SerializedState::<CShake128>::default()).is_err());

    // The suffix of SHAKE with a start state, and bytes past the inputs.
    let shake = CShake128::new(b"", b"").serialize();
    assert!(CShake128::deserialize(&shake).is_ok());
    for place in [shake.len() - 216, shake.len() - 1] {
        let mut changed = shake;
        changed[place] = 1;
        assert!(CShake128::deserialize(&changed).is_err());
    }
    // Bytes in the buffer past those of the message.
    let mut long = Sha3_256::new().serialize();
    long[200] = 1;
    assert!(Sha3_256::deserialize(&long).is_err());
}

#[test]
fn a_number_of_bytes_without_room_for_the_rest_is_an_error() {
    fn check<H: SerializableState + Update>(new: &H) {
        let mut form = new.serialize();
        let count = form.len() - 8;
        for bytes in [u64::MAX, u64::MAX - 63, 1 << 61, 1 << 57] {
            form[count..].copy_from_slice(&bytes.to_le_bytes());
            assert!(H::deserialize(&form).is_err(), "{bytes} bytes");
        }
    }
    check(&Groestl256::new());
    check(&Groestl512::new());
    check(&Fugue256::new());
    check(&Luffa512::new());
    check(&Sha3_256::new());
}
