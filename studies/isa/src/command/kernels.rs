//! The kernels on which commands work.

use crate::ascon::targets as all_targets;
use crate::console::Error;
use crate::kernels::Kernel;
use crate::target::{Target, packed_targets, targets};

/// The widths of lanes in bits.
const WIDTHS: [u32; 4] = [64, 32, 16, 8];

/// Returns the kernel of the target with this name, which may be a packed one.
pub(super) fn known(name: &str) -> Result<Kernel, Error> {
    let all: Vec<Target> = all_targets().into_iter().chain(packed_targets()).collect();
    let kernel = all.iter().find(|target| target.name == name).and_then(Kernel::new);
    kernel.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
        Error::Usage(format!("{name}: no set of this name has a kernel; these do: {}", names.join(", ")))
    })
}

/// Returns the kernel of each target.
pub(super) fn kernels() -> impl Iterator<Item = Kernel> {
    targets().into_iter().filter_map(|target| Kernel::new(&target))
}

/// Returns the kernels that compute several states with short lanes side by side.
pub(super) fn packed_kernels() -> impl Iterator<Item = Kernel> {
    packed_targets().into_iter().filter_map(|target| Kernel::new(&target))
}

/// Returns the widths of lanes that a kernel computes.
pub(super) fn widths(kernel: &Kernel) -> Vec<u32> {
    kernel.target.packed.map_or_else(|| WIDTHS.to_vec(), |width| vec![width])
}
