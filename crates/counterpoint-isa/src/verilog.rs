//! Instructions as hardware: their definitions in SystemVerilog, and a datapath that they share.
//!
//! [`reference()`] prints the formulas as they are, with the assertion that a unit computes the same. [`unit`] prints
//! that unit: a decoder, and a datapath in which all forms share sums, choices between operands, and rotators. The proof
//! that both are equal for all inputs is that of `rtl/formal`, so nothing here has to be trusted.
//!
//! Only lanes of 64 bits exist in hardware. Lanes of 32, 16 or 8 bits are repeated in 64 bits: a repeated lane stays
//! repeated under sums, and-nots and rotations, so that they need no hardware of their own.

use crate::formula::Formula;
use crate::instruction::{Definition, Encoding};
use decode::patterns;
use plan::{Placed, Source, Sum, Term, place};
use rotator::Rotator;
use std::fmt::{self, Write as _};

mod decode;
mod plan;
mod rotator;

/// The width of lanes, in bits.
const WIDTH: u32 = 64;
/// The number of lanes in a register.
const LANES: usize = 2;
/// The names of the operands.
const OPERANDS: [&str; 3] = ["n", "m", "a"];

/// An instruction with its immediate operand.
#[derive(Debug)]
pub struct Form {
    /// The name in assembly, with the immediate operand.
    pub name: String,
    /// What chooses it.
    pub code: u32,
    /// The lanes of its result.
    pub lanes: Vec<Formula>,
}

/// Why there is no datapath for instructions.
#[derive(Debug)]
pub struct NotPriced(String);

impl fmt::Display for NotPriced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no datapath of this kind computes {}", self.0)
    }
}

/// Returns all forms of instructions. Those of the extension have their code there. The others are numbered: each
/// begins at a multiple of a power of two, so that its immediate operand is a part of the code.
#[must_use]
pub fn forms(definitions: &[&Definition]) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut next = 0;
    for definition in definitions {
        let first = match definition.encoding {
            Encoding::Extension(first) => first,
            Encoding::Arm(_) | Encoding::ArmShift { .. } => next_multiple(next, definition.immediates.end),
        };
        for immediate in definition.immediates.clone() {
            let number = if definition.has_immediate() { format!(" #{immediate}") } else { String::new() };
            forms.push(Form {
                name: format!("{}{number}", definition.name),
                code: first + immediate,
                lanes: (definition.formulas)(WIDTH, immediate),
            });
        }
        next = first + definition.immediates.end;
    }
    forms
}

fn next_multiple(number: u32, count: u32) -> u32 {
    number.next_multiple_of(count.next_power_of_two())
}

/// Returns the number of bits of a code.
fn code_bits(forms: &[Form]) -> u32 {
    let last = forms.iter().map(|form| form.code).max().unwrap_or(0);
    (u32::BITS - last.leading_zeros()).max(1)
}

/// Returns the formulas of forms in SystemVerilog, and the assertion that the unit with this name computes them.
#[must_use]
pub fn reference(name: &str, forms: &[Form]) -> String {
    let bits = code_bits(forms);
    let mut cases = String::new();
    for form in forms {
        let lanes: Vec<String> = form.lanes.iter().rev().map(|lane| expression(lane).0).collect();
        let _ = writeln!(cases, "      {bits}'d{}: d = {{{}}};  // {}", form.code, lanes.join(", "), form.name);
    }
    format!(
        "\
// The definitions of the instructions of {name}, as they are.
module {name}_reference
  import isa_pkg::*;
(
    input logic [{0}:0] code,
    input register_t n,
    input register_t m,
    input register_t a,
    output register_t d,
    output logic known  // there is an instruction with this code
);
  always_comb begin
    known = 1'b1;
    case (code)
{cases}      default: begin
        d = '0;
        known = 1'b0;
      end
    endcase
  end
endmodule

// The unit computes the same as the definitions.
module {name}_equal
  import isa_pkg::*;
(
    input logic [{0}:0] code,
    input register_t n,
    input register_t m,
    input register_t a
);
  register_t unit, reference;
  logic known;
  {name}_unit u_unit (.code, .n, .m, .a, .d(unit));
  {name}_reference u_reference (.code, .n, .m, .a, .d(reference), .known);
  always_comb assert (!known || unit == reference);
endmodule
",
        bits - 1
    )
}

/// Returns a formula in SystemVerilog, and whether it is a sum.
fn expression(formula: &Formula) -> (String, bool) {
    let part = |formula: &Formula| match expression(formula) {
        (text, true) => format!("({text})"),
        (text, false) => text,
    };
    match formula {
        Formula::Source { operand, lane } => (format!("{}[{lane}]", OPERANDS[*operand]), false),
        Formula::Constant(number) => (format!("64'h{number:x}"), false),
        Formula::Xor(terms) => (format!("{} ^ {}", part(&terms[0]), part(&terms[1])), true),
        Formula::AndNot(parts) => (format!("{} & ~{}", part(&parts[0]), part(&parts[1])), true),
        Formula::RotateLeft(of, places) => (format!("rotl({}, {})", expression(of).0, places % WIDTH), false),
    }
}

/// A signal from the decoder to the datapath.
struct Control {
    /// What it does.
    about: String,
    /// For each form, whether it is set, if that matters.
    values: Vec<Option<bool>>,
}

/// A datapath, while it is built.
#[derive(Default)]
struct Datapath {
    controls: Vec<Control>,
    text: String,
}

impl Datapath {
    /// Returns a lane where a signal is set, and zeros elsewhere; or nothing if that is always zeros.
    fn gated(&mut self, lane: &str, about: String, values: Vec<Option<bool>>) -> Option<String> {
        if !values.contains(&Some(false)) {
            return Some(lane.to_owned());
        }
        if !values.contains(&Some(true)) {
            return None;
        }
        self.controls.push(Control { about, values });
        Some(format!("gate({lane}, control[{}])", self.controls.len() - 1))
    }

    /// Appends a lane.
    fn define(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "  lane_t {name};\n  assign {name} = {value};");
    }

    /// Appends a choice between lanes of operands: for each form one of them or zeros, or it does not matter. Returns
    /// what to write for it.
    fn choice(&mut self, name: &str, chosen: &[Option<Option<Source>>]) -> Option<String> {
        let mut sources: Vec<Source> = chosen.iter().flatten().flatten().copied().collect();
        sources.sort();
        sources.dedup();
        let parts: Vec<String> = sources
            .into_iter()
            .filter_map(|source| {
                let values = chosen.iter().map(|chosen| chosen.map(|chosen| chosen == Some(source))).collect();
                self.gated(&lane(source), format!("{name} is {}", lane(source)), values)
            })
            .collect();
        match &parts[..] {
            [] => None,
            [part] => Some(part.clone()),
            _ => {
                self.define(name, &parts.join(" | "));
                Some(name.to_owned())
            }
        }
    }

    /// Appends the sum of a lane, before it is rotated.
    fn sum(&mut self, index: usize, placed: &Placed) -> String {
        let mut terms = Vec::new();
        for place in 0..placed.places {
            let at = |form: &Vec<Option<Term>>| form[place];
            let added: Vec<Option<Option<Source>>> = placed
                .forms
                .iter()
                .map(at)
                .map(|term| Some(term.map(|(Term::Plain(source) | Term::AndNot(source, _))| source)))
                .collect();
            // What would be masked does not matter where nothing is added.
            let masks: Vec<Option<Option<Source>>> = placed
                .forms
                .iter()
                .map(at)
                .map(|term| match term {
                    None => None,
                    Some(Term::Plain(_)) => Some(None),
                    Some(Term::AndNot(_, mask)) => Some(Some(mask)),
                })
                .collect();
            let name = format!("{}{index}", ["x", "z", "w"][place]);
            let Some(added) = self.choice(&name, &added) else { continue };
            match self.choice(&format!("y{index}"), &masks) {
                Some(masks) => terms.push(format!("({added} & ~{masks})")),
                None => terms.push(added),
            }
        }
        if terms.is_empty() { "'0".to_owned() } else { terms.join(" ^ ") }
    }

    /// Appends a lane of the result.
    fn lane(&mut self, index: usize, sums: &[Sum]) {
        let placed = place(sums);
        let sum = self.sum(index, &placed);
        // A lane of zeros may be rotated by any amount.
        let matters = |sum: &Sum| !sum.terms.is_empty();
        let amounts: Vec<u32> = sums.iter().filter(|sum| matters(sum)).map(|sum| sum.amount).collect();
        let rotator = Rotator::covering(&amounts);
        let mut from = format!("sum{index}");
        self.define(&from, &sum);
        for (step, places) in rotator.steps.iter().enumerate() {
            let turns = |turned: bool| {
                let value = |sum: &Sum| {
                    let chosen = matters(sum).then(|| rotator.steps_for(sum.amount)).flatten()?;
                    Some((chosen >> step & 1 == 1) == turned)
                };
                sums.iter().map(value).collect()
            };
            let name = format!("turned{index}_{places}");
            let parts = [
                self.gated(&from, format!("lane {index} is not rotated by {places}"), turns(false)),
                self.gated(&rotl(&from, *places), format!("lane {index} is rotated by {places}"), turns(true)),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            self.define(&name, &parts.join(" | "));
            from = name;
        }
        let _ = writeln!(self.text, "  assign d[{index}] = {};", rotl(&from, rotator.base));
    }
}

fn rotl(lane: &str, places: u32) -> String {
    if places == 0 { lane.to_owned() } else { format!("rotl({lane}, {places})") }
}

fn lane(source: Source) -> String {
    rotl(&format!("{}[{}]", OPERANDS[source.operand], source.lane), source.places)
}

/// Returns a unit for forms: its decoder, its datapath, and both together, in SystemVerilog.
///
/// # Errors
///
/// If a lane of a result is no rotated sum of lanes of operands, and of one of them without the bits of another.
pub fn unit(name: &str, forms: &[Form]) -> Result<[(String, String); 3], NotPriced> {
    let mut datapath = Datapath::default();
    for index in 0..LANES {
        let sums: Vec<Sum> = forms.iter().map(|form| Sum::of(&form.lanes[index])).collect::<Result<_, _>>()?;
        datapath.lane(index, &sums);
    }
    let written = "Written by `counterpoint isa verilog`.";
    let bits = code_bits(forms);
    let controls = datapath.controls.len().max(1);
    let mut decoder = String::new();
    for (index, control) in datapath.controls.iter().enumerate() {
        let _ = writeln!(decoder, "    control[{index}] = {};  // {}", decoded(bits, forms, control), control.about);
    }
    if datapath.controls.is_empty() {
        decoder.push_str("    control = '0;\n");
    }
    let operands = "    input register_t n,\n    input register_t m,\n    input register_t a,\n    output register_t d\n";
    let modules = [
        (
            "decode",
            format!(
                "// Which signals of the datapath each code sets. {written}\n\
                 module {name}_decode (\n    input logic [{}:0] code,\n    output logic [{}:0] control\n);\n  \
                 always_comb begin\n{decoder}  end\nendmodule\n",
                bits - 1,
                controls - 1,
            ),
        ),
        (
            "datapath",
            format!(
                "// The datapath that the instructions share: for each lane a sum, then a rotator. {written}\n\
                 module {name}_datapath\n  import isa_pkg::*;\n(\n    input logic [{}:0] control,\n{operands});\n{}\
                 endmodule\n",
                controls - 1,
                datapath.text,
            ),
        ),
        (
            "unit",
            format!(
                "// The instructions of {name}: decoder and datapath. {written}\n\
                 module {name}_unit\n  import isa_pkg::*;\n(\n    input logic [{}:0] code,\n{operands});\n  \
                 logic [{}:0] control;\n  {name}_decode u_decode (.code, .control);\n  \
                 {name}_datapath u_datapath (.control, .n, .m, .a, .d);\nendmodule\n",
                bits - 1,
                controls - 1,
            ),
        ),
    ];
    Ok(modules.map(|(part, text)| (format!("{name}_{part}"), text)))
}

/// Returns a signal as a function of the code. Codes without an instruction may set it or not.
fn decoded(bits: u32, forms: &[Form], control: &Control) -> String {
    let codes = |value: bool| -> Vec<u32> {
        let pairs = forms.iter().zip(&control.values);
        pairs.filter(|(_, set)| **set == Some(value)).map(|(form, _)| form.code).collect()
    };
    let [set, clear] = [true, false].map(|value| patterns(bits, &codes(value), &codes(!value)));
    let (found, sign) = if clear.len() < set.len() { (clear, "!") } else { (set, "") };
    let equal: Vec<String> = found.iter().map(|pattern| format!("code ==? {}", pattern.text(bits))).collect();
    format!("{sign}({})", equal.join(" || "))
}
