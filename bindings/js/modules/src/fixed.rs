//! The families whose functions have fixed-length digests and no options: each feature builds one of them.

/// A family: its number, and the types of its functions.
macro_rules! family {
    ($family:literal: $($f:literal $function:ident),+) => {
        use counterpoint::{$($function,)+ Messages};

        /// The number of the family.
        pub(crate) const FAMILY: u32 = $family;
        /// The length of the buffer.
        pub(crate) const BUFFER_BYTES: usize = 1 << 16;

        /// A message absorbed in pieces.
        #[repr(C, u32)]
        pub(crate) enum State {
            $($function($function) = $f,)+
        }

        /// Returns how many bytes of the state a function uses.
        pub(crate) fn state_bytes(_f: u32) -> usize {
            size_of::<State>()
        }

        /// Writes the output for a message. Returns whether this used much of the stack.
        #[inline]
        pub(crate) fn digest(f: u32, _: Option<&State>, message: &[u8], output: &mut [u8]) -> bool {
            match f {
                $($f => $function::digest_into(message, output),)+
                _ => core::arch::wasm32::unreachable(),
            }
            DEEP
        }

        /// Writes the outputs for many messages.
        pub(crate) fn digest_many(f: u32, _: Option<&State>, messages: &dyn Messages, outputs: &mut [u8]) {
            match f {
                $($f => $function::digest_all_into(messages, outputs),)+
                _ => core::arch::wasm32::unreachable(),
            }
        }

        /// Returns an empty message. There are no options.
        pub(crate) fn begin(f: u32, _: &[u8]) -> Result<State, u32> {
            match f {
                $($f => Ok(State::$function($function::new())),)+
                _ => core::arch::wasm32::unreachable(),
            }
        }

        /// Returns the message written by [`State::save`].
        pub(crate) fn load(f: u32, saved: &[u8]) -> Option<State> {
            match f {
                $($f => $function::load(saved).map(State::$function),)+
                _ => core::arch::wasm32::unreachable(),
            }
        }

        impl State {
            pub(crate) fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$function(message) => message.update(data),)+
                }
            }
            pub(crate) fn begin_element(&mut self, _: u32) {
                core::arch::wasm32::unreachable()
            }
            pub(crate) fn finalize(&mut self) {
                match self {
                    $(Self::$function(message) => message.finalize_in_place(),)+
                }
            }
            pub(crate) fn read(&mut self, output: &mut [u8]) {
                match self {
                    $(Self::$function(message) => message.read_in_place(output),)+
                }
            }
            /// Writes the message to `output`, and returns the length of this form.
            pub(crate) fn save(&self, output: &mut [u8]) -> usize {
                match self {
                    $(Self::$function(message) => message.save(output).unwrap_or_default(),)+
                }
            }
            /// Whether calls use much of the stack.
            pub(crate) fn is_deep(&self) -> bool {
                DEEP
            }
        }
    };
}

// families: begin, by `cargo xtask generate` from functions.toml
#[cfg(feature = "groestl")]
family!(2: 0 Groestl224, 1 Groestl256, 2 Groestl384, 3 Groestl512);
#[cfg(feature = "fugue")]
family!(3: 0 Fugue224, 1 Fugue256, 2 Fugue384, 3 Fugue512);
#[cfg(feature = "luffa")]
family!(4: 0 Luffa224, 1 Luffa256, 2 Luffa384, 3 Luffa512);
// families: end

/// Whether calls use more of the stack than those of other families.
const DEEP: bool = true;
