//! The facts that figures depend on: CPU, compiler, commit, day.

use crate::{cores, sample};

/// The compiler that built this program.
pub(crate) const RUSTC: &str = env!("BENCH_RUSTC");
/// The commit from which this program was built.
pub(crate) const COMMIT: &str = env!("BENCH_COMMIT");
/// How the cycles are counted.
pub(crate) const COUNTER: &str = "time-stamp counter, calibrated by a dependent-add chain beside each sample";

/// Returns the system's name for the CPU, and the kind of core measured if there are several.
pub(crate) fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(field, _)| field.trim() == name)
            .map(|(_, value)| value.trim().to_owned())
    };
    let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let name = match (field("cpu family"), field("model"), field("stepping")) {
        (Some(family), Some(model), Some(stepping)) => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        _ => name,
    };
    match cores::fastest(&sample::allowed()).name {
        kind if kind.is_empty() => name,
        kind => format!("{name}, {kind}"),
    }
}

/// Returns today's date as YYYY-MM-DD.
pub(crate) fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}
