//! Places the terms of each form in a datapath shared by all forms.
//!
//! Each lane of a result has the form `rotl(A ^ (X & ~Y) ^ Z, amount)`. The terms of a form may swap places, except
//! that only one place has an and-not. They are placed to give each place few different sources, since each source of a
//! place takes a gate per bit.
//!
//! A form may also have the result `v ^ rotl(v, p) ^ rotl(v, q)` in both lanes, or in the lower one alone, where v is
//! such a sum. Then the upper lane computes v, and the sum of the lower lane does not matter.

use crate::formula::Formula;
use std::collections::BTreeSet;
use std::fmt;

/// A result that no datapath of this form computes.
#[derive(Debug)]
pub struct NoDatapath(String);

impl fmt::Display for NoDatapath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no datapath of this kind computes {}", self.0)
    }
}

/// The source of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// A lane of an operand, rotated by a fixed number of places, which is wiring.
    Lane { operand: usize, lane: usize, places: u32 },
    /// A number.
    Constant(u64),
}

/// A term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    Plain(Source),
    AndNot(Source, Source),
}

/// The computation of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The sum of each lane before its rotator, or `None` if that does not matter.
    pub sums: [Option<Sum>; 2],
    /// The use that both rotators make of the upper lane's sum, if the form has it.
    pub spread: Option<Spread>,
}

/// The sum of a lane and of two rotations of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// The numbers of places by which it is rotated.
    pub amounts: [u32; 2],
    /// The upper lane of the result, if it is not this sum.
    pub kept: Option<Source>,
}

impl Plan {
    /// Plans the computation of a form.
    pub(super) fn of(lanes: &[Formula]) -> Result<Self, NoDatapath> {
        let [lower, upper] = lanes else { return Err(NoDatapath(format!("{} lanes", lanes.len()))) };
        let Some((of, amounts)) = spread(lower) else {
            return Ok(Self { sums: [Some(Sum::of(lower)?), Some(Sum::of(upper)?)], spread: None });
        };
        let kept = if upper == lower { None } else { Some(source(upper)?) };
        Ok(Self { sums: [None, Some(Sum::of(of)?)], spread: Some(Spread { amounts, kept }) })
    }
}

/// Returns a formula as the sum of another one, which is a sum itself, and of two rotations of that.
fn spread(formula: &Formula) -> Option<(&Formula, [u32; 2])> {
    let Formula::Xor(terms) = formula else { return None };
    let [Formula::Xor(first), Formula::RotateLeft(second_of, second)] = &**terms else { return None };
    let [of, Formula::RotateLeft(first_of, first)] = &**first else { return None };
    (matches!(of, Formula::Xor(_)) && of == &**first_of && of == &**second_of).then_some((of, [*first, *second]))
}

/// A rotated sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub terms: Vec<Term>,
    pub amount: u32,
}

impl Sum {
    /// Returns a formula as a rotated sum, if it is one.
    pub(super) fn of(formula: &Formula) -> Result<Self, NoDatapath> {
        let (inner, amount) = match formula {
            Formula::RotateLeft(inner, places) => (&**inner, *places),
            _ => (formula, 0),
        };
        let mut terms = Vec::new();
        append(inner, &mut terms)?;
        if terms.iter().filter(|term| matches!(term, Term::AndNot(..))).count() > 1 {
            return Err(NoDatapath(format!("{formula}: there are two and-nots")));
        }
        Ok(Self { terms, amount })
    }
}

fn append(formula: &Formula, terms: &mut Vec<Term>) -> Result<(), NoDatapath> {
    match formula {
        Formula::Xor(parts) => parts.iter().try_for_each(|part| append(part, terms)),
        Formula::AndNot(parts) => {
            terms.push(Term::AndNot(source(&parts[0])?, source(&parts[1])?));
            Ok(())
        }
        Formula::Constant(0) => Ok(()),
        _ => {
            terms.push(Term::Plain(source(formula)?));
            Ok(())
        }
    }
}

fn source(formula: &Formula) -> Result<Source, NoDatapath> {
    match formula {
        Formula::Source { operand, lane } => Ok(Source::Lane { operand: *operand, lane: *lane, places: 0 }),
        Formula::Constant(number) => Ok(Source::Constant(*number)),
        Formula::RotateLeft(inner, places) => Ok(match source(inner)? {
            Source::Lane { operand, lane, places: before } => Source::Lane { operand, lane, places: before + places },
            Source::Constant(number) => Source::Constant(number.rotate_left(*places)),
        }),
        _ => Err(NoDatapath(format!("{formula}: not a lane of an operand"))),
    }
}

/// An input of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Input {
    Lane(Source),
    /// A shared choice, by its index.
    Shared(usize),
}

/// A choice between inputs.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub name: String,
    /// For each form an input, `Some(None)` for zeros, or `None` if it does not matter.
    pub chosen: Vec<Option<Option<Input>>>,
}

impl Choice {
    /// Returns the different inputs.
    pub(super) fn inputs(&self) -> BTreeSet<Input> {
        self.chosen.iter().flatten().flatten().copied().collect()
    }

    /// Returns for each form whether an input passes, or `None` if that does not matter because the input is zeros.
    pub(super) fn uses(&self, input: Input, shared: &[Self]) -> Vec<Option<bool>> {
        let zeros = |form: usize| matches!(input, Input::Shared(index) if shared[index].chosen[form] == Some(None));
        let value = |(form, chosen): (usize, &Option<Option<Input>>)| match chosen {
            Some(chosen) if *chosen == Some(input) => Some(true),
            Some(_) if !zeros(form) => Some(false),
            _ => None,
        };
        self.chosen.iter().enumerate().map(value).collect()
    }
}

/// The choices for a term: `added & ~mask`.
#[derive(Clone, Debug)]
pub(super) struct TermChoices {
    /// The lane of the result.
    pub lane: usize,
    pub added: Choice,
    pub mask: Choice,
}

/// Returns the choices for each term of a lane, whose sum does not matter for some forms.
pub(super) fn choices(lane: usize, sums: &[Option<Sum>]) -> Vec<TermChoices> {
    let (places, forms) = place(sums);
    let each_place = |place: usize| {
        let choice = |letter: &str, chosen: fn(Option<Term>) -> Option<Option<Source>>| Choice {
            name: format!("{letter}{lane}"),
            chosen: forms.iter().map(|form| Some(chosen(form.as_ref()?[place])?.map(Input::Lane))).collect(),
        };
        TermChoices {
            lane,
            added: choice(["x", "z", "w"][place], |term| {
                Some(term.map(|(Term::Plain(source) | Term::AndNot(source, _))| source))
            }),
            // Without a term, the mask does not matter.
            mask: choice("y", |term| match term? {
                Term::Plain(_) => Some(None),
                Term::AndNot(_, mask) => Some(Some(mask)),
            }),
        }
    };
    (0..places).map(each_place).collect()
}

/// Finds inputs that an added choice and a mask have in common and choose alike, and makes them a shared choice.
/// Returns the shared choices. For two added choices this would save nothing: each would take a gate to leave the
/// shared one out, whereas an and-not already is such a gate.
pub(super) fn share(terms: &mut [TermChoices]) -> Vec<Choice> {
    let mut choices: Vec<&mut Choice> = terms.iter_mut().flat_map(|term| [&mut term.added, &mut term.mask]).collect();
    let mut shared = Vec::new();
    for second in 1..choices.len() {
        for first in (0..second).filter(|first| first % 2 != second % 2) {
            let common: BTreeSet<Input> = &choices[first].inputs() & &choices[second].inputs();
            let within = |chosen: Option<Option<Input>>| chosen.flatten().filter(|input| common.contains(input));
            let pairs = || choices[first].chosen.iter().copied().zip(choices[second].chosen.iter().copied());
            let alike = |(one, other)| within(one).is_none() || within(other).is_none() || one == other;
            let lanes = common.iter().filter(|input| matches!(input, Input::Lane(_))).count();
            if lanes < 2 || lanes < common.len() || !pairs().all(alike) {
                continue;
            }
            // Zeros if it is not chosen: then forms that choose others need no gate for it.
            let either =
                |(one, other): (Option<Option<Input>>, Option<Option<Input>>)| match within(one).or(within(other)) {
                    None if one.is_none() && other.is_none() => None,
                    input => Some(input),
                };
            let chosen = pairs().map(either).collect();
            let index = shared.len();
            for choice in [first, second] {
                for chosen in choices[choice].chosen.iter_mut().flatten() {
                    *chosen = chosen.map(|input| if common.contains(&input) { Input::Shared(index) } else { input });
                }
            }
            shared.push(Choice { name: format!("shared{index}"), chosen });
        }
    }
    shared
}

/// The term in each place.
type Placed = Vec<Option<Term>>;

/// Places the terms of one lane of all forms. Returns the number of places, and for each form the term in each place,
/// or `None` if that does not matter. An and-not is always in the first place.
fn place(sums: &[Option<Sum>]) -> (usize, Vec<Option<Placed>>) {
    let places = sums.iter().flatten().map(|sum| sum.terms.len()).max().unwrap_or(0);
    // Forms with the same terms are placed alike. The largest sums, which have the fewest options, come first.
    let mut kinds: Vec<Vec<Term>> = sums.iter().flatten().map(|sum| sorted(&sum.terms)).collect();
    kinds.sort_by_key(|terms| (usize::MAX - terms.len(), terms.clone()));
    kinds.dedup();
    let mut search = Search { kinds, best: None };
    search.place(&mut Vec::new(), &vec![Sources::default(); places]);
    let (_, best) = search.best.expect("terms can be placed in the order in which they are");
    let forms = sums.iter().map(|sum| {
        let terms = sorted(&sum.as_ref()?.terms);
        let kind = search.kinds.iter().position(|kind| *kind == terms).expect("each sum is of a kind");
        Some(best[kind].clone())
    });
    (places, forms.collect())
}

fn sorted(terms: &[Term]) -> Vec<Term> {
    let mut terms = terms.to_vec();
    terms.sort();
    terms
}

/// The different sources of a place.
#[derive(Clone, Default)]
struct Sources {
    added: BTreeSet<Source>,
    masks: BTreeSet<Source>,
}

impl Sources {
    fn insert(&mut self, term: Term) {
        match term {
            Term::Plain(source) => self.added.insert(source),
            Term::AndNot(source, mask) => {
                self.masks.insert(mask);
                self.added.insert(source)
            }
        };
    }

    /// Returns the approximate cost of the place per bit, in sixths of a gate equivalent.
    fn cost(&self) -> usize {
        [&self.added, &self.masks].map(|sources| choice(sources.len())).into_iter().sum()
    }
}

/// Returns the approximate cost of a choice from this number of sources: an AOI22 takes two of them, a NAND2 one, and
/// NANDs join them.
fn choice(sources: usize) -> usize {
    10 * (sources / 2) + 6 * (sources % 2) + 6 * sources.div_ceil(2).saturating_sub(1)
}

/// A branch-and-bound search: more sources never cost less.
struct Search {
    kinds: Vec<Vec<Term>>,
    best: Option<(usize, Vec<Placed>)>,
}

impl Search {
    fn place(&mut self, placed: &mut Vec<Placed>, sources: &[Sources]) {
        let cost = sources.iter().map(Sources::cost).sum();
        if self.best.as_ref().is_some_and(|(best, _)| cost >= *best) {
            return;
        }
        let Some(kind) = self.kinds.get(placed.len()) else {
            self.best = Some((cost, placed.clone()));
            return;
        };
        for order in orders(kind, sources.len()) {
            let mut sources = sources.to_vec();
            for (place, term) in order.iter().enumerate() {
                if let Some(term) = term {
                    sources[place].insert(*term);
                }
            }
            placed.push(order);
            self.place(placed, &sources);
            placed.pop();
        }
    }
}

/// Returns all ways to put terms into places, with an and-not in the first place.
fn orders(terms: &[Term], places: usize) -> Vec<Placed> {
    let mut orders = vec![vec![None; places]];
    for &term in terms {
        let free = |order: &[Option<Term>], place: usize| {
            order[place].is_none() && (place == 0 || matches!(term, Term::Plain(_)))
        };
        let with = |order: Vec<Option<Term>>| {
            let places: Vec<usize> = (0..places).filter(|&place| free(&order, place)).collect();
            places.into_iter().map(move |place| {
                let mut order = order.clone();
                order[place] = Some(term);
                order
            })
        };
        orders = orders.into_iter().flat_map(with).collect();
    }
    orders
}
