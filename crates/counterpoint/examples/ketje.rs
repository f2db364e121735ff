//! A Ketje Jr session for a device with little memory: it sends readings with 8-byte tags and receives a command.

use counterpoint::KetjeJr;
use counterpoint::aead::AeadError;

pub(crate) fn main() -> Result<(), AeadError> {
    let (key, nonce) = ([0x42; 12], b"session 1");
    let mut sensor = KetjeJr::new(&key, nonce)?;
    let mut station = KetjeJr::new(&key, nonce)?;

    for (number, reading) in [215_u16, 217, 214].into_iter().enumerate() {
        let header = [number as u8];
        let (mut buffer, mut tag) = (reading.to_le_bytes(), [0; 8]);
        sensor.wrap(&header, &mut buffer, &mut tag)?;
        println!("{buffer:02x?} {tag:02x?}");
        station.unwrap(&header, &mut buffer, &tag)?;
        assert_eq!(u16::from_le_bytes(buffer), reading);
    }

    let mut command = *b"sleep";
    let tag = station.encrypt(b"", &mut command)?;
    sensor.decrypt(b"", &mut command, &tag)?;
    assert_eq!(&command, b"sleep");
    Ok(())
}
