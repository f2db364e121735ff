//! `cargo xtask mca`: the cycles per block of every kernel, from LLVM's models of CPUs.
//!
//! `counterpoint-prove` runs a kernel on a long message and reports the instructions that it runs for further blocks.
//! `llvm-mc` writes them as assembly, and `llvm-mca` computes how long the pipelines of a CPU take for repetitions of
//! them. So the lists can be ordered for CPUs that nobody has at hand. The model knows ports and latencies, but neither
//! caches nor mispredictions, nor that a load waits for a store. On Zen 4, for one long message, Keccak in pairs took
//! the predicted time, and Keccak in lanes, Grøstl in rows and Luffa in crumbs took 11 to 23 % less. So the model
//! decides only if implementations of one kind (all vectors) differ by 10 %, or others by 20 %.

use crate::build::Options;
use crate::outcome::Outcome;
use crate::prove;
use counterpoint_prove::{BlockCode, block_code};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The minimum number of instructions for the model. With fewer, the time to fill the pipelines would count.
const LEAST_INSTRUCTIONS: usize = 20_000;

/// The versions of LLVM to look for; the programs' names end in the version.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=40;

/// Prints a table of the kernels named in the arguments, or of all, for the models in `--models`.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut options, mut models, mut names) = (Options::default(), None, Vec::new());
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--models" => models = Some(*rest.next().ok_or("--models requires names separated by commas")?),
            option if options.take(option, &mut rest)? => {}
            name if !name.starts_with('-') => names.push(name),
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    let models: Vec<&str> = models.ok_or("choose models: --models znver4,icelake-server")?.split(',').collect();
    let tools = Tools::find(options.processor())?;
    let built = options.build(root)?;
    let kernels = prove::named(built.lines, &names)?;
    let mut codes = block_code(&fs::read(built.archive)?, &kernels)?;
    let place =
        |code: &BlockCode| kernels.iter().position(|k| k.kernel == code.kernel.kernel && k.tier == code.kernel.tier);
    codes.sort_by_key(place);
    println!("# Cycles per block of one message (AES: per block) from LLVM's models of CPUs, not measured.");
    println!("# {}; {}; {}", tools.version, built.compiler, today()?);
    println!("# cargo xtask mca {}", arguments.join(" "));
    print!("# {:10} {:24} {:>6} {:>12}", "algorithm", "implementation", "states", "instructions");
    models.iter().for_each(|model| print!(" {model:>14}"));
    println!();
    for code in &codes {
        let assembly = tools.assembly(code)?;
        let per_block = code.blocks as f64;
        let mut line = format!(
            "{:12} {:24} {:>6} {:>12.1}",
            code.kernel.algorithm,
            code.kernel.implementation,
            code.kernel.states,
            code.instructions.len() as f64 / per_block
        );
        for model in &models {
            let cycles = tools.cycles(&assembly, code.instructions.len(), model)?;
            let text = cycles.map_or("-".to_string(), |cycles| format!("{:.1}", cycles / per_block));
            write!(line, " {text:>14}")?;
        }
        println!("{line}");
    }
    Ok(0)
}

/// LLVM's programs.
struct Tools {
    suffix: String,
    version: String,
    architecture: String,
}

impl Tools {
    /// Finds the newest ones.
    fn find(architecture: &str) -> Result<Self, Box<dyn Error>> {
        let suffixes = VERSIONS.rev().map(|version| format!("-{version}")).chain([String::new()]);
        for suffix in suffixes {
            let Ok(output) = Command::new(format!("llvm-mca{suffix}")).arg("--version").output() else { continue };
            let text = String::from_utf8(output.stdout)?;
            let version = text.lines().find(|line| line.contains("version")).unwrap_or_default().trim().to_string();
            return Ok(Self { suffix, version, architecture: architecture.into() });
        }
        Err("llvm-mca is not installed; Debian's packages are named llvm-22 and the like".into())
    }

    /// Returns the instructions as assembly, one per line.
    fn assembly(&self, code: &BlockCode) -> Result<String, Box<dyn Error>> {
        let mut bytes = String::new();
        for instruction in &code.instructions {
            instruction.iter().for_each(|byte| bytes.push_str(&format!("{byte:#04x} ")));
            bytes.push('\n');
        }
        let arguments = ["--disassemble".to_string(), format!("--triple={}", self.architecture), "--mattr=+all".into()];
        // The option exists only for AArch64, where some instructions are unknown without it.
        let arguments = if self.architecture == "x86_64" { &arguments[..2] } else { &arguments[..] };
        let text = self.run("llvm-mc", arguments, &bytes)?.map_err(|error| format!("llvm-mc: {error}"))?;
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().starts_with('.')).collect();
        if lines.len() != code.instructions.len() {
            return Err(format!("llvm-mc knows {} of {} instructions", lines.len(), code.instructions.len()).into());
        }
        Ok(lines.join("\n"))
    }

    /// Returns the cycles of one run of these instructions among many, if the CPU has all of them.
    fn cycles(&self, assembly: &str, instructions: usize, model: &str) -> Result<Option<f64>, Box<dyn Error>> {
        let iterations = LEAST_INSTRUCTIONS.div_ceil(instructions.max(1)).max(2);
        let arguments = [
            format!("--mtriple={}", self.architecture),
            format!("--mcpu={model}"),
            format!("--iterations={iterations}"),
            "--instruction-info=false".into(),
            "--resource-pressure=false".into(),
        ];
        match self.run("llvm-mca", &arguments, assembly)? {
            Ok(text) => {
                let line = text.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
                let cycles: f64 = line.ok_or("llvm-mca did not print a number of cycles")?.trim().parse()?;
                Ok(Some(cycles / iterations as f64))
            }
            Err(error) if ["requires", "unsupported"].iter().any(|word| error.contains(word)) => Ok(None),
            Err(error) => Err(format!("llvm-mca for {model}: {error}").into()),
        }
    }

    /// Runs a program with this input. Returns its output, or its error message if it fails.
    fn run(&self, program: &str, arguments: &[String], input: &str) -> Result<Result<String, String>, Box<dyn Error>> {
        let mut child = Command::new(format!("{program}{}", self.suffix))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().ok_or("its input is piped")?;
        let input = input.to_string();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output()?;
        // A program that fails may not have read all its input.
        let written = writer.join().map_err(|_| "the input was not written")?;
        if output.status.success() {
            written?;
            Ok(Ok(String::from_utf8(output.stdout)?))
        } else {
            Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }
}

/// Returns today's date.
fn today() -> Result<String, Box<dyn Error>> {
    let output = Command::new("date").args(["-u", "+%Y-%m-%d"]).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_string())
}
