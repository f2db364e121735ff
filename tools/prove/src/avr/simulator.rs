//! simavr, driven by the harness's program `simulate`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The registers, SREG, both bytes of the stack pointer, and RAMPZ.
pub(super) const STATE_BYTES: usize = 36;

/// A running simulator.
pub(super) struct Simulator {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Simulator {
    /// Starts the simulator with a program, which it runs up to `main`.
    pub(super) fn start(simulator: &Path, program: &Path, main: u32) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(simulator)
            .arg("atmega1284p")
            .arg(program)
            .arg(main.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", simulator.display()))?;
        let input = process.stdin.take().ok_or("the simulator has no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("the simulator has no output")?);
        Ok(Self { process, input, output })
    }

    /// Sends a command. Returns the answer, which is in a line that begins with `=`.
    fn command(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.input, "{command}")?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the simulator gave no answer to `{command}`").into());
            }
            if let Some(answer) = line.strip_prefix("= ") {
                return match answer.strip_prefix("error ") {
                    Some(error) => Err(format!("the simulator's answer to `{command}`: {error}").into()),
                    None => Ok(answer.trim_end().to_string()),
                };
            }
        }
    }

    /// Puts bytes into RAM.
    pub(super) fn write(&mut self, address: usize, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        self.command(&format!("write {address} {}", hex(bytes))).map(drop)
    }

    /// Returns bytes of RAM.
    pub(super) fn read(&mut self, address: usize, bytes: usize) -> Result<Vec<u8>, Box<dyn Error>> {
        let answer = self.command(&format!("read {address} {bytes}"))?;
        unhex(&answer).ok_or_else(|| format!("the simulator's answer is not bytes: {answer}").into())
    }

    /// Puts code into flash and runs one instruction of it. Returns the address of the next one, and the state.
    pub(super) fn step(
        &mut self,
        address: usize,
        code: &[u16],
        state: &[u8; STATE_BYTES],
    ) -> Result<(usize, [u8; STATE_BYTES]), Box<dyn Error>> {
        let code: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        let answer = self.command(&format!("step {address} {} {}", hex(&code), hex(state)))?;
        let parsed = answer.split_once(' ').and_then(|(next, state)| {
            let state = unhex(state)?.try_into().ok()?;
            Some((next.parse().ok()?, state))
        });
        parsed.ok_or_else(|| format!("the simulator's answer is not a state: {answer}").into())
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        // If it has ended already, there is nothing to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    (0..text.len()).step_by(2).map(|n| u8::from_str_radix(text.get(n..n + 2)?, 16).ok()).collect()
}
