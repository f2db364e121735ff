use super::*;
pub(super) fn run() -> Result<String, Error> {
    use crate::functions::FUNCTIONS;
    let mut text = String::new();
    for f in &FUNCTIONS {
        write!(text, "{:<14}", f.name).unwrap();
        for k in kernels() {
            write!(text, "{:>10.3}", crate::count::each_byte(&k, f).unwrap()).unwrap();
        }
        text.push('\n');
    }
    for rounds in [1, 12, 24] {
        for k in kernels() {
            let all: u64 = permutation(&k, rounds).unwrap().values().sum();
            write!(text, "{} {rounds}: {all}  ", k.target.name).unwrap();
        }
        text.push('\n');
    }
    let k = crate::kernels::Kernel::new(&target("p").unwrap()).unwrap();
    write!(text, "{:?} {:?}", block(&k, &crate::functions::SHA3_512.blocks), permutation(&k, 24)).unwrap();
    Ok(text)
}
#[cfg(test)]
mod tests {
    #[test]
    fn show() {
        println!("{}", super::run().unwrap());
    }
}
