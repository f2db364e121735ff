//! The dead stack: what finished calls left below their caller's frame.

/// How many bytes of stack to search.
pub(crate) const DEPTH: usize = 64 * 1024;

/// A copy of a part of the stack.
pub(crate) struct Remains {
    bytes: Vec<u8>,
    /// The address after the last byte.
    end: usize,
}

/// Overwrites the remains of earlier calls.
#[inline(never)]
pub(crate) fn clear() {
    std::hint::black_box([0u8; DEPTH + 4096]);
}

impl Remains {
    /// Allocates room for a copy. Call this before the calls whose remains it will contain.
    pub(crate) fn new() -> Self {
        Self { bytes: vec![0; DEPTH], end: 0 }
    }

    /// Copies the dead stack below this call. Requires an earlier call of [`clear`], which maps all of it.
    #[inline(never)]
    pub(crate) fn take(&mut self) {
        let here = 0u8;
        let end = std::ptr::from_ref(std::hint::black_box(&here));
        // Words are aligned to their length.
        let end = end.map_addr(|address| address & !7);
        self.end = end.addr();
        let bytes = self.bytes.as_mut_slice();
        let mut i = 0;
        // Not an iterator, whose calls would overwrite part of the stack in a build without optimisation.
        while i < DEPTH {
            // SAFETY: `clear` has written here, so the pages are mapped; nobody writes to them now.
            bytes[DEPTH - 1 - i] = unsafe { end.sub(i + 1).read_volatile() };
            i += 1;
        }
    }

    /// The bytes, lowest address first.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of the frames above an address, starting with its first whole word.
    pub(crate) fn above(&self, address: usize) -> &[u8] {
        &self.bytes[DEPTH.saturating_sub(self.end.saturating_sub(address.next_multiple_of(8)))..]
    }

    /// Whether these bytes occur.
    pub(crate) fn contain(&self, needle: &[u8]) -> bool {
        self.bytes.windows(needle.len()).any(|window| window == needle)
    }
}

/// The bytes of a value in memory, including those between its fields.
pub(crate) fn image<T: ?Sized>(value: &T) -> Vec<u8> {
    let memory = std::ptr::from_ref(value).cast::<u8>();
    // Volatile, because bytes between fields are not initialised.
    // SAFETY: these are the bytes of the value.
    (0..size_of_val(value)).map(|i| unsafe { memory.add(i).read_volatile() }).collect()
}
