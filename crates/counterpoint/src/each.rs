//! Code that is written out once for each of some numbers.

/// Evaluates an expression for each of the numbers, of which `$k` is one, a constant. Returns an array of the results.
///
/// It is not a loop. The compiler may keep a loop, with the words of a state in memory instead of registers; and to
/// unroll loops took it two thirds of the time for some kernels.
macro_rules! each {
    ($k:ident => $do:expr; $($n:literal)+) => {[$({
        const $k: usize = $n;
        $do
    }),+]};
}
pub(crate) use each;
