//! Code repeated for each of a list of constants.

/// Evaluates an expression once for each number, with the constant `$k` set to that number, and returns the results as
/// an array.
///
/// This is not a loop: the compiler might keep a loop and hold the words of a state in memory instead of registers, and
/// unrolling loops used to account for two thirds of the compile time of some kernels.
macro_rules! each {
    ($k:ident => $do:expr; $($n:literal)+) => {[$({
        const $k: usize = $n;
        $do
    }),+]};
}
pub(crate) use each;
