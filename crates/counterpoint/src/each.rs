//! Code that is written out once for each of some numbers.

/// Evaluates an expression for each of the numbers, and returns an array of the results. `$k` is a constant, the number.
///
/// It is not a loop. The compiler may keep a loop, and then the words of a state are in memory instead of registers; and
/// to unroll loops took it two thirds of the time for some kernels.
macro_rules! each {
    ($k:ident => $do:expr; $($n:literal)+) => {[$({
        const $k: usize = $n;
        $do
    }),+]};
}
pub(crate) use each;
