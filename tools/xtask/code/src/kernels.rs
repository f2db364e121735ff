//! Checks the machine code of every kernel: no call, no gather, no address or branch that depends on data.
//!
//! Each kernel is compiled into one function, its shell (`cpu::Tier::run::shell::<Kernel>`). It is found in the
//! library's archive by the kernel's type, which its entry in the lists names. A shell that calls another function has
//! lost its tier's instructions there, or can panic. If the entry promises constant time, [`taint`] describes what else
//! is checked.

use crate::build::{Built, Options};
use crate::lists::{self, Line};
use crate::memory;
use crate::outcome::Outcome;
use counterpoint_prove::{Archive, Memory, Remembered};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

mod aarch64;
mod architecture;
#[cfg(test)]
mod controls;
mod exceptions;
mod frame;
mod function;
pub(crate) mod linked;
mod machine;
mod object_file;
mod record;
mod report;
mod taint;
pub(crate) mod vectors;
mod wasm32;
mod wasm_module;
mod x86_64;

use architecture::Architecture;
use exceptions::Exceptions;
use frame::Frame;
use function::Function;
use machine::Flow;
use report::{Complaint, Kind, ListEntry, Report};
use taint::{Finding, Objects};

/// Prints the table and the findings; returns how many kernels fail, plus the number of exceptions that excuse nothing.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut options, mut module, mut renew, mut folder) = (Options::default(), None, false, None);
    // A build with another profile differs in length from the record.
    let mut any_length = false;
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--module" => module = Some(*rest.next().ok_or("--module requires a file")?),
            "--record" => renew = true,
            "--any-length" => any_length = true,
            "--memory" => folder = Some(*rest.next().ok_or("--memory requires a folder")?),
            other if options.take(other, &mut rest)? => {}
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    if renew && (module.is_some() || options.is_there()) {
        return Err("--record makes its own build, so it can't be combined with --module or --library".into());
    }
    // The record covers all kernels.
    options.all_techniques |= renew;
    let Analysis { reports, architecture, compiler } = match module {
        Some(file) => {
            analyse_module(file, entries_of(lists::read(options.lists().ok_or("--module requires --lists")?)?))
        }
        None => analyse_library(options.build(root)?, &memory::of(root, folder, "kernels")),
    }?;
    let record = record::Record::of(root, &architecture, &compiler)?;
    let mut exceptions = Exceptions::read(root, &architecture)?;
    if reports.is_empty() {
        return Err("no kernels: the lists are empty".into());
    }
    let failures = tell(&reports, &record, any_length, &mut exceptions);
    if renew {
        record.renew(&reports)?;
    }
    Ok(failures + exceptions.unused())
}

/// The kernels of a build, by type and tier, whose machine code was found to be constant-time.
pub(crate) fn constant_time(
    root: &Path,
    built: Built,
) -> Result<BTreeSet<(String, String)>, Box<dyn std::error::Error>> {
    let Analysis { reports, architecture, .. } = analyse_library(built, &memory::of(root, None, "kernels"))?;
    let mut exceptions = Exceptions::read(root, &architecture)?;
    let shown = reports.into_iter().filter(|report| report.shows_constant_time(&mut exceptions));
    Ok(shown.map(|report| (report.listed.kernel, report.listed.tier)).collect())
}

/// The reports on all kernels in one build.
struct Analysis {
    reports: Vec<Report>,
    /// Its name in the record and in the exceptions.
    architecture: String,
    compiler: String,
}

/// Checks all kernels in the library, which has the kernel of each line in its lists.
fn analyse_library(built: Built, memory: &Memory) -> Result<Analysis, Box<dyn std::error::Error>> {
    let bytes = fs::read(&built.archive)?;
    let (architecture, functions) = object_file::functions(&bytes)?;
    let shells = shells(&functions);
    let frames = frame::parse(&built.remarks()?);
    if frames.is_empty() {
        return Err("the compiler reported nothing about stack frames".into());
    }
    let remembered = Remembered::open(memory)?;
    // A WebAssembly module is not an archive of object files.
    let archive = if matches!(architecture, Architecture::Wasm32(_)) { None } else { Some(Archive::read(&bytes)?) };
    let mut reports = Vec::new();
    for listed in entries_of(built.lines) {
        let shell = shells.get(&(listed.kernel.clone(), listed.tier.clone()));
        let shell = shell.ok_or_else(|| format!("no machine code of {} on {}", listed.kernel, listed.tier))?;
        let frame = frames.get(&shell.symbol).cloned().unwrap_or_default();
        let Some(archive) = &archive else {
            reports.push(look_at(listed, shell, Some(&frame), &architecture)?);
            continue;
        };
        let what = format!("{} {listed:?} {frame:?}", architecture.name());
        let file = remembered.file([archive.fingerprint(&shell.name)?.bytes(), what.as_bytes()]);
        // Only kernels without complaints are remembered, with their number of instructions.
        if let Some(instructions) = remembered.recall(&file).and_then(|line| line.parse().ok()) {
            reports.push(Report { listed, instructions, complaints: Vec::new(), remembered: true });
            continue;
        }
        let report = look_at(listed, shell, Some(&frame), &architecture)?;
        if report.complaints.is_empty() {
            remembered.keep(&file, &report.instructions.to_string())?;
        }
        reports.push(report);
    }
    Ok(Analysis { reports, architecture: architecture.name(), compiler: built.compiler })
}

/// Checks all kernels in a linked module that still has its names.
fn analyse_module(file: &str, entries: Vec<ListEntry>) -> Result<Analysis, Box<dyn std::error::Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let (module, functions) = wasm_module::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
    let architecture = Architecture::Wasm32(module);
    let shells = shells(&functions);
    if shells.is_empty() {
        return Err(format!("{file}: no kernels found: the module must have its names").into());
    }
    let mut listed: BTreeMap<_, _> =
        entries.into_iter().map(|entry| ((entry.kernel.clone(), entry.tier.clone()), entry)).collect();
    let mut reports = Vec::new();
    for (key, shell) in shells {
        let entry = listed.remove(&key).ok_or_else(|| format!("{file}: no list has {} on {}", key.0, key.1))?;
        reports.push(look_at(entry, shell, None, &architecture)?);
    }
    Ok(Analysis { reports, architecture: architecture.name(), compiler: "a linked module".into() })
}

/// Returns the kernels in the lists, each once: algorithms on the same primitive share their implementations.
fn entries_of(lines: Vec<Line>) -> Vec<ListEntry> {
    let mut entries: Vec<ListEntry> = lines
        .into_iter()
        .map(|Line { kernel, tier, implementation, constant_time, .. }| ListEntry {
            kernel,
            tier,
            implementation,
            constant_time,
        })
        .collect();
    entries.sort();
    entries.dedup();
    entries
}

/// The shells, by kernel type and tier name.
fn shells(functions: &[Function]) -> BTreeMap<(String, String), &Function> {
    functions.iter().filter_map(|function| Some((key(&function.name)?, function))).collect()
}

/// Returns the kernel's type and the tier's name, if the function with this name is a shell.
fn key(name: &str) -> Option<(String, String)> {
    let (tier, kernel) = counterpoint_prove::shell(name)?;
    Some((kernel.to_string(), tier.to_lowercase()))
}

/// Returns what the pointers in a kernel's operands point to.
///
/// Hashes: `kernel::Operands`, whose field order is fixed: the states, the input with the slices of messages, the
/// initial state, the tails of messages and the place for outputs, the rest. Block ciphers: round keys and blocks, all
/// secret.
fn operands(kernel: &str, pointer_bytes: i64) -> Vec<(i64, Objects)> {
    if kernel.starts_with("counterpoint::aes::") {
        (0..64 / pointer_bytes).map(|word| (pointer_bytes * word, Objects::SECRETS)).collect()
    } else {
        let [states, blocks, more_blocks, start, tails, outputs] =
            if pointer_bytes == 4 { [0, 8, 16, 28, 40, 72] } else { [0, 16, 32, 56, 80, 120] };
        vec![
            (states, Objects::SECRETS),
            (blocks, Objects::SLICES),
            (more_blocks, Objects::SLICES),
            (start, Objects::SECRETS),
            (tails, Objects::SLICES),
            (outputs, Objects::SECRETS),
        ]
    }
}

/// Checks a kernel's code. If the compiler's layout of the frame is not known, the frame counts as one variable.
fn look_at(
    listed: ListEntry,
    shell: &Function,
    frame: Option<&Frame>,
    architecture: &Architecture,
) -> Result<Report, String> {
    let (code, entry) = (architecture.decode(shell)?, architecture.entry());
    let frame = frame.cloned().unwrap_or_else(|| wasm32::whole_frame(&code));
    let mut complaints = Vec::new();
    for instruction in &code {
        if let Flow::Leave(to) = &instruction.flow {
            complaints.push((Kind::Call, to.clone()));
        }
        if instruction.gather {
            complaints.push((Kind::Gather, instruction.text.clone()));
        }
    }
    // After a call nothing is known.
    if complaints.iter().all(|(kind, _)| *kind != Kind::Call) {
        let findings = taint::findings(&code, entry, &frame, &operands(&listed.kernel, entry.pointer_bytes));
        complaints.extend(findings.into_iter().map(|(index, finding)| {
            let instruction = &code[index];
            (Kind::Data(finding), format!("+{:#x} {}", instruction.at, instruction.text))
        }));
    }
    let instructions = code.iter().filter(|instruction| !instruction.padding).count();
    Ok(Report { listed, instructions, complaints, remembered: false })
}

/// Prints a line for each kernel, followed by its failures; returns how many kernels fail.
fn tell(reports: &[Report], record: &record::Record, any_length: bool, exceptions: &mut Exceptions) -> usize {
    println!("{:70} {:>12} {:>9}", "kernel", "instructions", "recorded");
    let mut failures = 0;
    for report in reports {
        let listed = &report.listed;
        let (excused, wrong) = report.excused_and_wrong(exceptions);
        println!(
            "{:70} {:>12} {:>9}  {}",
            listed.title(),
            report.instructions,
            record.instructions(listed).map_or("-".into(), |count| count.to_string()),
            report.verdict(wrong.len(), excused.len())
        );
        let mut times = BTreeMap::new();
        for (kind, what) in &wrong {
            *times.entry((*kind, what)).or_insert(0) += 1;
        }
        for ((kind, what), times) in times {
            println!(
                "    {}: {what}{}",
                kind.word(),
                if times > 1 { format!(" ({times} times)") } else { String::new() }
            );
        }
        let outgrown = !any_length && record.outgrown(report);
        if outgrown {
            println!("    it has grown; shorten it, or accept it with --record and justify it in the commit");
        }
        failures += usize::from(!wrong.is_empty() || outgrown);
        if listed.is_control() && !report.complaints.iter().any(|(kind, _)| *kind == Kind::Data(Finding::Address)) {
            println!("    a table look-up was not found: the check does not see what it should");
            failures += 1;
        }
    }
    let remembered = reports.iter().filter(|report| report.remembered).count();
    println!("{} kernels, {failures} with findings, {remembered} remembered", reports.len());
    failures
}

impl Report {
    /// Returns the complaints about what the entry forbids: the excused ones, and the others.
    fn excused_and_wrong(&self, exceptions: &mut Exceptions) -> (Vec<&Complaint>, Vec<&Complaint>) {
        let forbidden = self.complaints.iter().filter(|(kind, _)| self.listed.forbids(*kind));
        forbidden.partition(|(kind, what)| exceptions.excuse(&self.listed, *kind, what))
    }

    /// Whether the analysis followed all of the kernel's data, and no branch, address or duration depends on it.
    fn shows_constant_time(&self, exceptions: &mut Exceptions) -> bool {
        let calls = self.complaints.iter().any(|(kind, _)| *kind == Kind::Call);
        self.listed.constant_time && !calls && self.excused_and_wrong(exceptions).1.is_empty()
    }

    fn verdict(&self, wrong: usize, excused: usize) -> String {
        let addresses = self.complaints.iter().filter(|(kind, _)| *kind == Kind::Data(Finding::Address)).count();
        let calls = self.complaints.iter().any(|(kind, _)| *kind == Kind::Call);
        match () {
            () if wrong > 0 => format!("WRONG: {wrong}"),
            () if self.listed.is_oracle() && calls => "calls; the oracle may".into(),
            () if !self.listed.constant_time => format!("{addresses} addresses depend on data"),
            () if excused > 0 => format!("constant time, {excused} excused"),
            () => "constant time".into(),
        }
    }
}
