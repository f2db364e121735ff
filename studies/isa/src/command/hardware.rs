//! `counterpoint-isa verilog`: instructions in SystemVerilog.

use crate::console::{Error, failed};
use crate::instruction::{Definition, File};
use crate::sets::{SETS, instructions, of_unit};
use crate::verilog;
use clap::{Args, ValueEnum};

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct VerilogArgs {
    /// The set of instructions.
    #[arg(value_name = "SET", required_unless_present = "only")]
    set: Option<String>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Hardware::Unit)]
    what: Hardware,
    /// The instructions, separated by commas, of the set or of all sets. [default: all of the set]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Let an input choose the width of lanes, 64, 32, 16 or 8 bits, within which the unit rotates.
    #[arg(long)]
    widths: bool,
    /// The beginning of the modules' names. [default: the name of the set, or `unit`]
    #[arg(long)]
    name: Option<String>,
}

/// The part to print in SystemVerilog.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Hardware {
    /// The code of each instruction with its immediate operand.
    Codes,
    /// The definitions, and the assertion that the unit computes the same.
    Reference,
    /// The decoder of the unit: which signals of the datapath each code sets.
    Decode,
    /// The datapath of the unit, shared by the instructions.
    Datapath,
    /// The unit: decoder and datapath together.
    Unit,
}

/// Returns the modules.
pub(super) fn run(args: &VerilogArgs) -> Result<String, Error> {
    let known: Vec<&'static Definition> = match &args.set {
        None => instructions()
            .filter(|definition| definition.file() == File::Vector && definition.widths == [verilog::WIDTH])
            .collect(),
        Some(name) => {
            let long = || SETS.into_iter().filter(|set| set.instructions[0].widths == [verilog::WIDTH]);
            let set = long().find(|set| set.name == name).ok_or_else(|| {
                let names: Vec<&str> = long().map(|set| set.name).collect();
                Error::Usage(format!("{name}: unknown set; known are {}", names.join(", ")))
            })?;
            of_unit(set)
        }
    };
    if let Some(unknown) = args.only.iter().find(|name| known.iter().all(|definition| definition.name != name.as_str()))
    {
        let names: Vec<&str> = known.iter().map(|definition| definition.name).collect();
        return Err(Error::Usage(format!("{unknown}: unknown instruction; known are {}", names.join(", "))));
    }
    let chosen =
        |definition: &&Definition| args.only.is_empty() || args.only.iter().any(|name| name == definition.name);
    let definitions: Vec<&Definition> = known.into_iter().filter(chosen).collect();
    let name = args.name.as_deref().or(args.set.as_deref()).unwrap_or("unit");
    let forms = verilog::forms(&definitions);
    let unit = || verilog::unit(name, &forms).map_err(failed);
    let text = match args.what {
        Hardware::Codes => Ok(forms.iter().map(|form| format!("{:<4}{}\n", form.code, form.name)).collect()),
        Hardware::Reference => Ok(verilog::reference(name, &forms)),
        Hardware::Decode => Ok(unit()?.decode),
        Hardware::Datapath => Ok(unit()?.datapath),
        Hardware::Unit => Ok(unit()?.unit),
    };
    if args.widths { text.map(|text| verilog::within_widths(&text)) } else { text }
}
