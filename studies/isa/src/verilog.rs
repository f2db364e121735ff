//! Instructions as hardware: their definitions in SystemVerilog, and a shared datapath.
//!
//! [`reference()`] prints the formulas directly, with the assertion that a unit computes the same. [`unit()`] prints
//! that unit: a decoder, and a datapath in which all forms share sums, choices between operands, and rotators. A solver
//! proves that both are equal for all inputs (`studies/rtl/formal`), so you need not trust this code.
//!
//! Hardware has only lanes of 64 bits. Lanes of 32, 16 or 8 bits are repeated to fill 64: a repeated lane stays
//! repeated under sums, and-nots and rotations, so these widths need no hardware of their own. Short lanes of several
//! states side by side need rotations within them: [`within_widths()`].

use crate::formula::Formula;
use crate::instruction::{Definition, Encoding};
use decode::{Pattern, patterns};
use plan::{Choice, Input, Plan, Source, Spread, Sum, TermChoices};
use rotator::{Pair, Rotator};
use std::collections::BTreeSet;
use std::fmt::Write as _;

mod decode;
mod plan;
mod rotator;

pub use plan::NoDatapath;

/// The width of lanes, in bits.
pub const WIDTH: u32 = 64;
/// The names of the operands.
const OPERANDS: [&str; 3] = ["n", "m", "a"];

/// An instruction with its immediate operand.
#[derive(Debug)]
pub struct Form {
    /// The name in assembly, with the immediate operand.
    pub name: String,
    /// The code that selects it.
    pub code: u32,
    /// The lanes of its result.
    pub lanes: Vec<Formula>,
}

/// Returns all forms of instructions. Those of the extension keep their codes. The others are numbered after them: each
/// begins at a multiple of a power of two, which makes its immediate operand a part of the code.
pub fn forms(definitions: &[&Definition]) -> Vec<Form> {
    let mut forms = Vec::new();
    let last = |definition: &&Definition| match definition.encoding {
        Encoding::Extension(first) => first + definition.immediates.end,
        Encoding::Arm { .. } => 0,
    };
    let mut next = definitions.iter().map(last).max().unwrap_or(0);
    for definition in definitions {
        let first = match definition.encoding {
            Encoding::Extension(first) => first,
            Encoding::Arm { .. } => next_multiple(next, definition.immediates.end),
        };
        for immediate in definition.immediates.clone() {
            let number = if definition.has_immediate() { format!(" #{immediate}") } else { String::new() };
            forms.push(Form {
                name: format!("{}{number}", definition.name),
                code: first + immediate,
                lanes: (definition.formulas)(WIDTH, immediate),
            });
        }
        next = next.max(first + definition.immediates.end);
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
    /// Its effect, for the comment.
    about: String,
    /// For each form, whether it is set, or `None` if that does not matter.
    values: Vec<Option<bool>>,
}

/// A datapath under construction.
#[derive(Default)]
struct Datapath {
    controls: Vec<Control>,
    text: String,
}

impl Datapath {
    /// Returns a lane if a signal is set, and zeros otherwise; or nothing if that is always zeros.
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

    /// Appends a lane: the union of others.
    fn define(&mut self, name: &str, parts: &[String]) {
        let separator = if parts.len() > 1 { "\n      " } else { " " };
        let _ = writeln!(self.text, "  lane_t {name};\n  assign {name} ={separator}{};", parts.join("\n      | "));
    }

    /// Appends a choice. Returns its expression, or nothing if it is always zeros.
    fn choice(&mut self, choice: &Choice, shared: &[Choice]) -> Option<String> {
        let parts: Vec<String> = choice
            .inputs()
            .into_iter()
            .filter_map(|input| {
                let lane = match input {
                    Input::Lane(source) => lane(source),
                    Input::Shared(index) => shared[index].name.clone(),
                };
                self.gated(&lane, format!("{} is {lane}", choice.name), choice.uses(input, shared))
            })
            .collect();
        match &parts[..] {
            [] => None,
            [part] => Some(part.clone()),
            _ => {
                self.define(&choice.name, &parts);
                Some(choice.name.clone())
            }
        }
    }

    /// Appends the sum of a lane, before it is rotated.
    fn sum(&mut self, index: usize, terms: &[&TermChoices], shared: &[Choice]) {
        let mut texts = Vec::new();
        for term in terms {
            let added = self.choice(&term.added, shared).expect("a term is not always zeros");
            texts.push(match self.choice(&term.mask, shared) {
                Some(mask) => format!("({added} & ~{mask})"),
                None => added,
            });
        }
        let sum = if texts.is_empty() { "'0".to_owned() } else { texts.join(" ^ ") };
        self.define(&format!("sum{index}"), &[sum]);
    }

    /// Appends the rotator of a lane, whose steps each form chooses if they matter. Returns the name of its output.
    fn rotator(&mut self, index: usize, from: &str, rotator: &Rotator, chosen: &[Option<u32>]) -> String {
        let mut from = from.to_owned();
        for (step, places) in rotator.steps.iter().enumerate() {
            let turns =
                |turned: bool| chosen.iter().map(|chosen| Some(((*chosen)? >> step & 1 == 1) == turned)).collect();
            let parts = [
                self.gated(&from, format!("step {step} of lane {index} leaves it as it is"), turns(false)),
                self.gated(&rotl(&from, *places), format!("step {step} of lane {index} rotates it"), turns(true)),
            ];
            from = format!("turned{index}_{step}");
            self.define(&from, &parts.into_iter().flatten().collect::<Vec<String>>());
        }
        rotl(&from, rotator.base)
    }

    /// Appends a lane of the result.
    fn result(&mut self, index: usize, lane: &str) {
        let _ = writeln!(self.text, "  assign d[{index}] = {lane};");
    }

    /// Appends the rotators of both lanes and the result, for sets in which some forms add two rotations of the upper
    /// lane to it.
    fn spread(&mut self, plans: &[Plan]) {
        let spreads: Vec<Option<Spread>> = plans.iter().map(|plan| plan.spread).collect();
        let amounts = [0, 1].map(|index| {
            let others = plans.iter().filter(|plan| plan.spread.is_none());
            others.filter_map(|plan| amount(plan, index)).collect::<Vec<u32>>()
        });
        let terms: Vec<[u32; 2]> = spreads.iter().flatten().map(|spread| spread.amounts).collect();
        let pair = Pair::covering(&amounts, &terms);
        let rotators = [&pair.lower.rotator, &pair.upper];
        let mut ways = pair.chosen.iter();
        let chosen: Vec<[Option<u32>; 2]> = plans
            .iter()
            .map(|plan| match plan.spread {
                Some(_) => ways.next().expect("each has steps").map(Some),
                None => [0, 1].map(|index| rotators[index].steps_for(amount(plan, index)?)),
            })
            .collect();
        let [lower_chosen, upper_chosen] =
            [0, 1].map(|index| chosen.iter().map(|chosen| chosen[index]).collect::<Vec<Option<u32>>>());

        let when = |value: fn(&Spread) -> bool, otherwise: bool| -> Vec<Option<bool>> {
            spreads.iter().map(|spread| Some(spread.as_ref().map_or(otherwise, value))).collect()
        };
        let both = rotl("sum1", pair.lower.offset);
        let unless_zeros = plans.iter().map(|plan| match plan.spread {
            Some(_) => Some(false),
            None => amount(plan, 0).map(|_| true),
        });
        let inputs = [
            self.gated("sum0", "the lower rotator gets sum0".to_owned(), unless_zeros.collect()),
            self.gated(&both, format!("the lower rotator gets {both}"), when(|_| true, false)),
        ];
        self.define("input0", &inputs.into_iter().flatten().collect::<Vec<String>>());
        let lower = self.rotator(0, "input0", &pair.lower.rotator, &lower_chosen);
        let upper = self.rotator(1, "sum1", &pair.upper, &upper_chosen);
        self.define("rotated1", &[upper]);
        let tapped = match pair.lower.after.checked_sub(1) {
            Some(step) => format!("turned0_{step}"),
            None => "input0".to_owned(),
        };
        self.define("terms", &[format!("rotated1 ^ {}", rotl(&tapped, pair.lower.tap))]);
        let more = self.gated("terms", "the lower lane is the sum of all terms".to_owned(), when(|_| true, false));
        let sum = [lower].into_iter().chain(more).collect::<Vec<String>>().join(" ^ ");
        self.define("result0", &[sum]);
        self.result(0, "result0");
        let mut results = vec![
            self.gated("rotated1", "the upper lane is rotated1".to_owned(), when(|_| false, true)),
            self.gated("result0", "the upper lane is result0".to_owned(), when(|spread| spread.kept.is_none(), false)),
        ];
        let kept: BTreeSet<Source> = spreads.iter().flatten().filter_map(|spread| spread.kept).collect();
        for source in kept {
            let is_kept = |spread: &Option<Spread>| Some(spread.is_some_and(|spread| spread.kept == Some(source)));
            let lane = lane(source);
            results.push(self.gated(&lane, format!("the upper lane is {lane}"), spreads.iter().map(is_kept).collect()));
        }
        self.define("result1", &results.into_iter().flatten().collect::<Vec<String>>());
        self.result(1, "result1");
    }
}

/// Returns by how many places a form rotates the sum of a lane, or `None` for zeros, which may be rotated by any
/// amount.
fn amount(plan: &Plan, index: usize) -> Option<u32> {
    plan.sums[index].as_ref().filter(|sum| !sum.terms.is_empty()).map(|sum| sum.amount)
}

fn rotl(lane: &str, places: u32) -> String {
    if places == 0 { lane.to_owned() } else { format!("rotl({lane}, {places})") }
}

fn lane(source: Source) -> String {
    match source {
        Source::Lane { operand, lane, places } => rotl(&format!("{}[{lane}]", OPERANDS[operand]), places),
        Source::Constant(number) => format!("64'h{number:x}"),
    }
}

/// The parts of a unit: three modules.
#[derive(Debug)]
pub struct Unit {
    /// Which signals of the datapath each code sets.
    pub decode: String,
    /// The part that computes.
    pub datapath: String,
    /// Both together.
    pub unit: String,
}

/// Returns a unit for forms in SystemVerilog.
///
/// # Errors
///
/// If a lane of a result is not a rotated sum of operand lanes, one of which may be without the bits of another, and
/// the result is not made from one such sum and two rotations of it either.
pub fn unit(name: &str, forms: &[Form]) -> Result<Unit, NoDatapath> {
    let plans = forms.iter().map(|form| Plan::of(&form.lanes)).collect::<Result<Vec<Plan>, _>>()?;
    let spread = plans.iter().any(|plan| plan.spread.is_some());
    let sums = [0, 1].map(|index| plans.iter().map(|plan| plan.sums[index].clone()).collect::<Vec<Option<Sum>>>());
    let mut terms: Vec<TermChoices> = (0..2).flat_map(|index| plan::choices(index, &sums[index])).collect();
    let shared = plan::share(&mut terms);
    let mut datapath = Datapath::default();
    for choice in &shared {
        datapath.choice(choice, &[]);
    }
    for index in 0..2 {
        let terms: Vec<&TermChoices> = terms.iter().filter(|term| term.lane == index).collect();
        datapath.sum(index, &terms, &shared);
        if !spread {
            let amounts: Vec<Option<u32>> = plans.iter().map(|plan| amount(plan, index)).collect();
            let rotator = Rotator::covering(&amounts.iter().copied().flatten().collect::<Vec<u32>>());
            let chosen: Vec<Option<u32>> = amounts.iter().map(|amount| rotator.steps_for((*amount)?)).collect();
            let rotated = datapath.rotator(index, &format!("sum{index}"), &rotator, &chosen);
            datapath.result(index, &rotated);
        }
    }
    let about = if spread {
        datapath.spread(&plans);
        "for each lane a sum, then a rotator;\n// some results are the sum of the upper sum and of two rotations of it."
    } else {
        "for each lane a sum, then a rotator."
    };
    let mut decoder = String::new();
    for (index, control) in datapath.controls.iter().enumerate() {
        let code = decoded(code_bits(forms), forms, control);
        let _ = writeln!(decoder, "    // {}\n    control[{index}] = {code};", control.about);
    }
    if datapath.controls.is_empty() {
        decoder.push_str("    control = '0;\n");
    }
    let written = "Written by `counterpoint-isa verilog`.";
    let code = format!("input logic [{}:0] code", code_bits(forms) - 1);
    let control = format!("logic [{}:0] control", datapath.controls.len().max(1) - 1);
    let operands = "    input register_t n,\n    input register_t m,\n    input register_t a,\n    output register_t d";
    Ok(Unit {
        decode: format!(
            "\
// Which signals of the datapath each code sets. {written}
module {name}_decode (
    {code},
    output {control}
);
  always_comb begin
{decoder}  end
endmodule
"
        ),
        datapath: format!(
            "\
// The datapath that the instructions share: {about} {written}
module {name}_datapath
  import isa_pkg::*;
(
    input {control},
{operands}
);
{}endmodule
",
            datapath.text
        ),
        unit: format!(
            "\
// The instructions of {name}: decoder and datapath. {written}
module {name}_unit
  import isa_pkg::*;
(
    {code},
{operands}
);
  {control};
  {name}_decode u_decode (.code, .control);
  {name}_datapath u_datapath (.control, .n, .m, .a, .d);
endmodule
"
        ),
    })
}

/// Returns modules whose 64-bit lanes may be short lanes side by side: an input selects their width, and all rotations
/// stay within it. Steps of a rotator whose sum is right modulo 64 are right modulo every shorter width, so neither the
/// steps nor the decoder change.
pub fn within_widths(text: &str) -> String {
    let text = text.replace("rotl(", "rotl_within(width, ");
    let text = text.replace("    input register_t n,\n", "    input logic [1:0] width,\n    input register_t n,\n");
    text.replace("_datapath (.control, .n", "_datapath (.control, .width, .n")
        .replace("(.code, .n", "(.code, .width, .n")
}

/// Returns a signal as a function of the code. For codes without an instruction it may be anything.
fn decoded(bits: u32, forms: &[Form], control: &Control) -> String {
    let codes = |value: bool| -> Vec<u32> {
        let pairs = forms.iter().zip(&control.values);
        pairs.filter(|(_, set)| **set == Some(value)).map(|(form, _)| form.code).collect()
    };
    let [set, clear] = [true, false].map(|value| patterns(bits, &codes(value), &codes(!value)));
    let list = |patterns: &[Pattern]| {
        let texts: Vec<String> = patterns.iter().map(|pattern| pattern.text(bits)).collect();
        format!("code inside {{{}}}", texts.join(", "))
    };
    if clear.len() < set.len() { format!("!({})", list(&clear)) } else { list(&set) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::ascon::A;
    use crate::sets::{SETS, arm, k, of_unit, p};

    #[test]
    fn codes_are_those_of_the_extension_or_contain_the_immediate_operand() {
        fn codes(definitions: &[&Definition]) -> Vec<u32> {
            forms(definitions).iter().map(|form| form.code).collect()
        }
        assert_eq!(codes(&[&k::KCHI, &k::KCHIM]), [19, 20, 21]);
        assert_eq!(codes(&[&arm::EOR3, &arm::BCAX, &arm::RAX1]), [0, 1, 2]);
        assert_eq!(codes(&[&arm::EOR3, &arm::XAR])[..3], [0, 64, 65]);
        for set in SETS.into_iter().filter(|set| set.instructions[0].widths == [WIDTH]) {
            let mut codes = codes(set.instructions);
            let all = codes.len();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), all, "{}", set.name);
        }
    }

    #[test]
    fn definitions_are_printed_as_they_are() {
        let text = reference("kchi", &forms(&[&k::KCHI]));
        let line = "5'd19: d = {(n[1] ^ (m[1] & ~m[0])) ^ a[1], (n[0] ^ (m[0] & ~n[1])) ^ a[0]};  // kchi";
        assert!(text.contains(line), "{text}");
    }

    /// A single instruction has no choices, and a set has those that its instructions need.
    #[test]
    fn a_datapath_has_the_choices_that_its_instructions_need() {
        let gates = |definition| unit("unit", &forms(&[definition])).unwrap().datapath.matches("gate(").count();
        assert_eq!(gates(&k::KCHI), 0);
        // Each step of a rotator has two.
        assert_eq!(gates(&arm::XAR), 2 * 2 * 6);
        assert_eq!(gates(&p::PRHOPI) - 2 * 2 * 5, 2 * 2);
    }

    /// The forms for Ascon take no rotator steps beyond those of set K.
    #[test]
    fn ascon_shares_the_rotators_of_set_k() {
        let turned = |forms: &[Form]| unit("unit", forms).unwrap().datapath.matches("lane_t turned").count();
        assert_eq!(turned(&forms(&of_unit(&A))), turned(&forms(k::K.instructions)));
    }

    #[test]
    fn shifts_have_no_datapath() {
        let why = unit("neon", &forms(arm::NEON.instructions)).unwrap_err().to_string();
        assert!(why.starts_with("no datapath of this kind computes "), "{why}");
    }
}
