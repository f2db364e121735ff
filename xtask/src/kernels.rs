//! The machine code of every kernel, looked at: no call, no gather, no address or branch that depends on data.
//!
//! Each kernel is compiled into one function, its shell (`cpu::Tier::run::shell::<Kernel>`). It is found in the
//! library's archive by the kernel's type, which its entry in the lists names. A shell that calls another function
//! has lost its tier's instructions there, or can panic; [`taint`] says what else is looked for where the entry
//! promises constant time.

use crate::lists::{self, Line};
use crate::outcome::Outcome;
use object::Architecture;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

mod aarch64;
pub(crate) mod build;
#[cfg(test)]
mod controls;
mod exceptions;
mod frame;
mod machine;
mod object_file;
mod record;
mod report;
mod taint;
mod x86_64;

use exceptions::Exceptions;
use frame::Frame;
use machine::{Entry, Flow, Instruction};
use object_file::Function;
use report::{Complaint, Kind, ListEntry, Report};
use taint::{Finding, Objects};

/// Prints the table and what is wrong; returns how much is.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut target, mut entries, mut renew) = (None, None, false);
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--target" => target = Some(*rest.next().ok_or("--target needs a triple")?),
            "--lists" => entries = Some(*rest.next().ok_or("--lists needs a file")?),
            "--record" => renew = true,
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    let entries = entries_of(lists::lines(entries)?);
    let Analysis { reports, architecture, compiler } = analyse(root, target, entries)?;
    let record = record::Record::of(root, &architecture, &compiler)?;
    let mut exceptions = Exceptions::read(root, &architecture)?;
    let failures = tell(&reports, &record, &mut exceptions);
    if renew {
        record.renew(&reports)?;
    }
    Ok(failures + exceptions.unused())
}

/// The kernels of this machine's build, each by its type and tier, whose machine code was found to be constant time.
pub(crate) fn constant_time(root: &Path) -> Result<BTreeSet<(String, String)>, Box<dyn std::error::Error>> {
    let Analysis { reports, architecture, .. } = analyse(root, None, entries_of(lists::lines(None)?))?;
    let mut exceptions = Exceptions::read(root, &architecture)?;
    let shown = reports.into_iter().filter(|report| report.shows_constant_time(&mut exceptions));
    Ok(shown.map(|report| (report.listed.kernel, report.listed.tier)).collect())
}

/// The reports on all kernels of one build.
struct Analysis {
    reports: Vec<Report>,
    /// Its name in the record and in the exceptions.
    architecture: String,
    compiler: String,
}

/// Builds the library for a target, or for this machine, and looks at the kernel of each entry.
fn analyse(root: &Path, target: Option<&str>, entries: Vec<ListEntry>) -> Result<Analysis, Box<dyn std::error::Error>> {
    let built = build::library(root, target)?;
    let (architecture, functions) = object_file::functions(&fs::read(&built.archive)?)?;
    let shells = shells(&functions);
    let frames = frame::parse(&built.remarks);
    if frames.is_empty() {
        return Err("the compiler told nothing about stack frames".into());
    }
    let mut reports = Vec::new();
    for listed in entries {
        let shell = shells.get(&(listed.kernel.clone(), listed.tier.clone()));
        let shell = shell.ok_or_else(|| format!("no machine code of {} on {}", listed.kernel, listed.tier))?;
        let frame = frames.get(&shell.symbol).cloned().unwrap_or_default();
        reports.push(look_at(listed, shell, &frame, architecture)?);
    }
    Ok(Analysis { reports, architecture: format!("{architecture:?}").to_lowercase(), compiler: built.compiler })
}

/// Returns the kernels of the lists, each once: algorithms on the same primitive share their implementations.
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

/// The shells by the type of their kernel and the name of their tier.
fn shells(functions: &[Function]) -> BTreeMap<(String, String), &Function> {
    functions
        .iter()
        .filter_map(|function| {
            let (tier, kernel) = function.name.split_once(" as counterpoint::cpu::Tier>::run::shell::<")?;
            let tier = tier.rsplit("::").next()?.to_lowercase();
            Some(((kernel.strip_suffix('>')?.to_string(), tier), function))
        })
        .collect()
}

/// What the pointers in a kernel's operands point to.
///
/// Hashes: `kernel::Operands`, whose order of fields is fixed: the states, the input with the slices of messages, the
/// state to start with, the ends of messages and the place of the outputs, the rest. Block ciphers: round keys and
/// blocks, all secret.
fn operands(kernel: &str) -> Vec<(i64, Objects)> {
    if kernel.starts_with("counterpoint::aes::") {
        (0..8).map(|word| (8 * word, Objects::SECRETS)).collect()
    } else {
        vec![
            (0, Objects::SECRETS),
            (16, Objects::SLICES),
            (32, Objects::SLICES),
            (56, Objects::SECRETS),
            (80, Objects::SLICES),
            (120, Objects::SECRETS),
        ]
    }
}

fn look_at(listed: ListEntry, shell: &Function, frame: &Frame, architecture: Architecture) -> Result<Report, String> {
    let (code, entry): (Vec<Instruction>, Entry) = match architecture {
        Architecture::X86_64 => (x86_64::decode(shell), x86_64::ENTRY),
        Architecture::Aarch64 => (aarch64::decode(shell)?, aarch64::ENTRY),
        other => return Err(format!("machine code for {other:?} is not known here")),
    };
    let mut complaints = Vec::new();
    for instruction in &code {
        if let Flow::Leave(to) = &instruction.flow {
            complaints.push((Kind::Call, to.clone()));
        }
        if instruction.gather {
            complaints.push((Kind::Gather, instruction.text.clone()));
        }
    }
    // Behind a call nothing is known.
    if complaints.iter().all(|(kind, _)| *kind != Kind::Call) {
        let findings = taint::findings(&code, entry, frame, &operands(&listed.kernel));
        complaints.extend(findings.into_iter().map(|(index, finding)| {
            let instruction = &code[index];
            (Kind::Data(finding), format!("+{:#x} {}", instruction.at, instruction.text))
        }));
    }
    let instructions = code.iter().filter(|instruction| !instruction.padding).count();
    Ok(Report { listed, instructions, complaints })
}

/// Prints a line a kernel, and below it what fails it; returns how many fail.
fn tell(reports: &[Report], record: &record::Record, exceptions: &mut Exceptions) -> usize {
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
        let outgrown = record.outgrown(report);
        if outgrown {
            println!("    it has grown; shorten it, or accept it by --record and say in the commit what it is worth");
        }
        failures += usize::from(!wrong.is_empty() || outgrown);
        if listed.is_control() && !report.complaints.iter().any(|(kind, _)| *kind == Kind::Data(Finding::Address)) {
            println!("    a table look-up was not found: the check does not see what it should");
            failures += 1;
        }
    }
    println!("{} kernels, {failures} with something wrong", reports.len());
    failures
}

impl Report {
    /// The complaints about what the entry forbids: those that are excused, and the others.
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
