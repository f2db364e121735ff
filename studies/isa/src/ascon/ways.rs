//! Ways to keep a state of Ascon in registers and to compute rounds.

use crate::builder::{Builder, Value};
use crate::instruction::{Definition, File};
use crate::kernels::lanes::{rotated, sum};
use crate::kernels::{Way, cuts};
use crate::operation::{Number, Transferred};
use crate::program::CONSTANTS;
use crate::sets::arm::{BCAX, BIC, BIC_ROTATED, EOR, EOR_ROTATED, EOR3, MOVI, ORN, ORN_ROTATED, SHL, SRI};
use crate::sets::ascon::{KASCON, KASUM, ROTATIONS};
use crate::sets::k::{KEOR3, KFOLD};
use crate::target::Target;
use crate::transfer::Layout;
use crate::value::Register;

/// All ways.
pub(super) static WAYS: [&Way; 3] = [&SCALAR, &VECTOR, &UNIT];

/// One lane in each general register. The second operand of the logic instructions may be rotated, so the linear layer
/// takes two instructions for each lane.
static SCALAR: Way = Way {
    file: File::General,
    first: FIRST,
    possible: |target| target.groups == 1 && target.has_all(&[&EOR_ROTATED, &BIC_ROTATED, &ORN_ROTATED]),
    layout: layout_of_lanes,
    rounds: |builder, _, state, rounds| Logic::SCALAR.rounds(builder, state, rounds),
};

/// The first general register of the state. Those before it contain addresses.
const FIRST: Number = 6;

/// One lane in each vector register, or one lane of each of two states.
static VECTOR: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| target.has_all(&[&EOR, &BIC, &ORN, &SHL, &SRI, &MOVI]),
    layout: layout_of_lanes,
    rounds: |builder, target, state, rounds| Logic::vector(target).rounds(builder, state, rounds),
};

/// Two lanes in each vector register, and the forms of set A.
static UNIT: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| target.groups == 1 && target.has_all(&[&KEOR3, &KFOLD, &KASUM, &KASCON]),
    layout: |_| PARTS.iter().map(|part| part.to_vec()).collect(),
    rounds: |builder, _, state, rounds| {
        (1..=rounds).fold(state, |state, number| round_of_unit(builder, &state, number))
    },
};

fn layout_of_lanes(target: &Target) -> Layout {
    (0..5).map(|lane| (0..target.groups).map(|state| lane + 5 * state).collect()).collect()
}

/// The lanes in each register of [`UNIT`], as [`crate::sets::ascon`] explains.
const PARTS: [&[usize]; 3] = [&[0], &[1, 4], &[2, 3]];

fn round_of_unit(builder: &mut Builder, state: &[Value], number: usize) -> Vec<Value> {
    let &[x0, x14, x23] = state else { unreachable!("a state has three registers") };
    let constant = builder.load_next(Transferred::Repeated { width: 64, whole: false }, CONSTANTS);
    let a24 = builder.compute(&KEOR3, 0, &[x23, x14, constant]);
    let va0 = builder.compute(&KFOLD, 0, &[x23, x0, x14]);
    let uw = builder.compute(&KASUM, 0, &[a24, va0, x23]);
    let mut lane = |index: u32, sources: [Value; 3]| builder.compute(&KASCON, index, &sources);
    let y3 = lane(3, [a24, a24, uw]);
    let y23 = lane(2, [y3, a24, x23]);
    let y0 = lane(0, [a24, uw, x14]);
    let y4 = lane(4, [a24, va0, x14]);
    let y14 = lane(1, [y4, va0, a24]);
    let next = vec![y0, y14, y23];
    for (part, &value) in next.iter().enumerate() {
        builder.cut(value, cuts(PARTS[part], number));
        builder.wish(value, part as Number);
    }
    next
}

/// The instructions for one lane in each register.
struct Logic {
    first: Number,
    states: usize,
    eor: &'static Definition,
    bic: &'static Definition,
    orn: &'static Definition,
    /// The sum of three registers, if there is an instruction for it.
    sum: Option<&'static Definition>,
    /// Chi of a lane, if there is an instruction for it.
    chi: Option<&'static Definition>,
    /// For each amount of the linear layer, an instruction that rotates by it while its other operands are zeros, with
    /// its immediate operand, if there is one.
    rotations: [[Option<Rotation>; 2]; 5],
    constant: Transferred,
}

/// An instruction that rotates n if its other operands are zeros, and its immediate operand.
type Rotation = (&'static Definition, u32);

impl Logic {
    const SCALAR: Self = Self {
        first: FIRST,
        states: 1,
        eor: &EOR_ROTATED,
        bic: &BIC_ROTATED,
        orn: &ORN_ROTATED,
        sum: None,
        chi: None,
        rotations: [[None; 2]; 5],
        constant: Transferred::General(64),
    };

    fn vector(target: &Target) -> Self {
        Self {
            first: 0,
            states: target.groups,
            eor: &EOR,
            bic: &BIC,
            orn: &ORN,
            sum: [&EOR3, &KEOR3].into_iter().find(|&definition| target.has(definition)),
            chi: target.has(&BCAX).then_some(&BCAX),
            rotations: ROTATIONS.map(|lane| lane.map(|places| rotation(target, 64 - places))),
            constant: Transferred::Repeated { width: 64, whole: target.groups == 2 },
        }
    }

    fn rounds(&self, builder: &mut Builder, state: Vec<Value>, rounds: usize) -> Vec<Value> {
        let zeros = self.rotations.iter().flatten().any(Option::is_some).then(|| builder.compute(&MOVI, 0, &[]));
        (1..=rounds).fold(state, |state, number| self.round(builder, &state, number, zeros))
    }

    fn round(&self, builder: &mut Builder, state: &[Value], number: usize, zeros: Option<Value>) -> Vec<Value> {
        let constant = builder.load_next(self.constant, CONSTANTS);
        let substituted = self.substituted(builder, state, constant);
        let mut next = Vec::new();
        for (lane, &value) in substituted.iter().enumerate() {
            let result = self.linear(builder, lane, value, zeros);
            builder.cut(
                result,
                (0..self.states).map(|state| crate::program::Cut {
                    rounds: number,
                    of_value: state,
                    of_state: lane + 5 * state,
                    rotation: 0,
                }),
            );
            builder.wish(result, self.first + lane as Number);
            next.push(result);
        }
        next
    }

    /// Appends the substitution layer. The third lane is the complement of chi, which takes an or with a complement.
    /// The fourth lane is the sum of chi of both, which equals the sum of their complements.
    fn substituted(&self, builder: &mut Builder, state: &[Value], constant: Value) -> [Value; 5] {
        let &[x0, x1, x2, x3, x4] = state else { unreachable!("a state has five lanes") };
        let a0 = self.sum(builder, &[x0, x4]);
        let a2 = self.sum(builder, &[x2, x1, constant]);
        let a4 = self.sum(builder, &[x4, x3]);
        let b0 = self.chi(builder, a0, a2, x1);
        let b4 = self.chi(builder, a4, x1, a0);
        let y0 = self.sum(builder, &[b0, b4]);
        let y1 = match self.chi {
            Some(_) => {
                let b1 = self.chi(builder, x1, x3, a2);
                self.sum(builder, &[b0, b1])
            }
            None => {
                let product = builder.compute(self.bic, 0, &[x3, a2]);
                self.sum(builder, &[b0, x1, product])
            }
        };
        let complement = builder.compute(self.orn, 0, &[x3, a4]);
        let y2 = self.sum(builder, &[a2, complement]);
        let complement = builder.compute(self.orn, 0, &[a4, a0]);
        let y3 = self.sum(builder, &[y2, x3, complement]);
        [y0, y1, y2, y3, b4]
    }

    fn sum(&self, builder: &mut Builder, values: &[Value]) -> Value {
        match (self.sum, values) {
            (None, [first, others @ ..]) => {
                others.iter().fold(*first, |sum, &value| builder.compute(self.eor, 0, &[sum, value]))
            }
            _ => sum(builder, self.sum, values),
        }
    }

    /// Appends `n ^ (m & ~a)`.
    fn chi(&self, builder: &mut Builder, n: Value, m: Value, a: Value) -> Value {
        if let Some(chi) = self.chi {
            return builder.compute(chi, 0, &[n, m, a]);
        }
        let product = builder.compute(self.bic, 0, &[m, a]);
        builder.compute(self.eor, 0, &[n, product])
    }

    /// Appends the linear layer of a lane.
    fn linear(&self, builder: &mut Builder, lane: usize, value: Value, zeros: Option<Value>) -> Value {
        if std::ptr::eq(self.eor, &raw const EOR_ROTATED) {
            return ROTATIONS[lane]
                .iter()
                .fold(value, |sum, &places| builder.compute(&EOR_ROTATED, places, &[sum, value]));
        }
        let mut terms = vec![value];
        for (&places, &rotation) in ROTATIONS[lane].iter().zip(&self.rotations[lane]) {
            terms.push(match (rotation, zeros) {
                (Some((definition, immediate)), Some(zeros)) => {
                    let mut sources = vec![zeros; definition.sources];
                    sources[0] = value;
                    builder.compute(definition, immediate, &sources)
                }
                _ => rotated(builder, 64, value, 64 - places),
            });
        }
        self.sum(builder, &terms)
    }
}

/// Returns an instruction of a target that rotates the lower lane of n to the left, or both lanes for two states. It
/// finds one by trying all on a number whose rotations all differ; the proof of the kernel confirms it.
fn rotation(target: &Target, places: u32) -> Option<Rotation> {
    // The lane begins and ends with ones, so a shift shows as well.
    const LANE: u64 = 0x9e37_79b9_7f4a_7c15;
    let register = |places: u32| u128::of_lanes(64, &[LANE, !LANE].map(|lane| lane.rotate_left(places)));
    // With one state, nothing needs the upper lane of the result.
    let mask = if target.groups == 2 { u128::MAX } else { u64::MAX.into() };
    let wanted = register(places) & mask;
    let vector = target.instructions.iter().copied().filter(|definition| definition.file() == File::Vector);
    let with_source = vector.filter(|definition| definition.sources > 0 && !definition.reads_destination);
    let mut forms = with_source.flat_map(|definition| definition.forms().map(move |form| (definition, form)));
    forms.find_map(|(definition, (width, immediate))| {
        let mut sources = vec![0; definition.sources];
        sources[0] = register(0);
        let found = definition.result::<u128>(width, immediate, &sources) & mask;
        (width == 64 && found == wanted).then_some((definition, immediate))
    })
}
