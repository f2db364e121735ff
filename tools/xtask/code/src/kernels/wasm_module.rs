//! The functions of a WebAssembly module: of an object file before linking, or of a whole module with its names.

use super::function::{Function, demangled};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasmparser::{
    CompositeInnerType, DataKind, KnownCustom, Linking, Name, NameSectionReader, Operator, Parser, Payload,
    RelocationEntry, RelocationType, SubType, SymbolInfo, TypeRef,
};

/// The first bytes of every module.
pub(crate) const MAGIC: &[u8] = b"\0asm";

/// The linker's name of the global that contains the stack pointer.
const STACK_POINTER: &str = "__stack_pointer";

/// The parts of a module without which its functions can't be understood.
#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) types: Vec<SubType>,
    /// The index of each function's type, imported functions first.
    pub(crate) type_of: Vec<u32>,
    /// The names of functions by their index.
    pub(crate) names: BTreeMap<u32, String>,
    /// The global with the stack pointer.
    pub(crate) stack_pointer: Option<u32>,
    /// The place of the data in a linked module. In an object file, relocations tell addresses and numbers apart.
    data: Option<Data>,
    /// The features of WebAssembly that the compiler was allowed to use.
    features: BTreeSet<String>,
}

impl Module {
    /// A name for the record: `wasm32`, and the features that change the code of the kernels.
    pub(crate) fn architecture(&self) -> String {
        let has = |feature: &str| self.features.contains(feature);
        match () {
            () if has("relaxed-simd") => "wasm32-relaxed".into(),
            () if has("simd128") => "wasm32-simd128".into(),
            () => "wasm32".into(),
        }
    }

    /// Returns the symbol that a number in these bytes of an instruction is the address of, if it is an address.
    pub(crate) fn symbol(&self, function: &Function, bytes: Range<u64>, number: i64) -> Option<Symbol> {
        match &self.data {
            Some(data) if data.constants.iter().any(|range| range.contains(&number)) => Some(Symbol::Constant),
            Some(data) if data.all.contains(&number) => Some(Symbol::Variable),
            Some(_) => None,
            None => function
                .symbol(bytes)
                .map(|name| if name.starts_with(VARIABLE) { Symbol::Variable } else { Symbol::Constant }),
        }
    }
}

/// The kind of object to which an address in an instruction belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A constant, or a table of functions.
    Constant,
    /// A variable of the whole program.
    Variable,
}

/// Where a linked module has its data.
#[derive(Debug, Default)]
struct Data {
    /// The segments whose names say that they contain constants.
    constants: Vec<Range<i64>>,
    /// All segments, and the variables after them, which are zero at the start.
    all: Range<i64>,
}

/// Marks the symbol of a variable among relocations.
const VARIABLE: &str = "variable ";
/// The names of segments with constants begin with this.
const CONSTANTS: &str = ".rodata";

/// Reads a module, and its functions that have names.
///
/// # Errors
///
/// If it is not a valid module.
pub(crate) fn read(bytes: &[u8]) -> wasmparser::Result<(Module, Vec<Function>)> {
    let mut module = Module::default();
    let (mut bodies, mut code_start, mut code_index) = (Vec::new(), 0, None);
    let (mut imported, mut globals, mut sections) = (0, 0, 0);
    let (mut symbols, mut relocations): (Vec<SymbolInfo<'_>>, Vec<RelocationEntry>) = Default::default();
    let (mut segments, mut memory_bytes): (Vec<Range<i64>>, i64) = Default::default();
    let mut segment_names: BTreeMap<u32, String> = BTreeMap::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        match &payload {
            Payload::TypeSection(types) => {
                for group in types.clone() {
                    module.types.extend(group?.into_types());
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.clone().into_imports() {
                    let import = import?;
                    match import.ty {
                        TypeRef::Func(index) => {
                            module.names.insert(imported, import.name.to_string());
                            module.type_of.push(index);
                            imported += 1;
                        }
                        TypeRef::Global(_) => {
                            if import.name == STACK_POINTER {
                                module.stack_pointer = Some(globals);
                            }
                            globals += 1;
                        }
                        _ => {}
                    }
                }
            }
            Payload::FunctionSection(functions) => {
                for index in functions.clone() {
                    module.type_of.push(index?);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories.clone() {
                    memory_bytes = i64::try_from(memory?.initial).unwrap_or_default() << 16;
                }
            }
            Payload::DataSection(section) => {
                for segment in section.clone() {
                    let segment = segment?;
                    let mut start = 0;
                    if let DataKind::Active { offset_expr, .. } = segment.kind
                        && let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
                    {
                        start = i64::from(value);
                    }
                    segments.push(start..start + segment.data.len() as i64);
                }
            }
            Payload::CodeSectionStart { unchecked_range, .. } => {
                (code_start, code_index) = (unchecked_range.start, Some(sections));
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.clone()),
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Linking(linking) => {
                    for subsection in linking.subsections() {
                        match subsection? {
                            Linking::SymbolTable(table) => {
                                symbols = table.into_iter().collect::<wasmparser::Result<_>>()?;
                            }
                            Linking::SegmentInfo(table) => {
                                for (segment, index) in table.into_iter().zip(0..) {
                                    segment_names.insert(index, segment?.name.to_string());
                                }
                            }
                            _ => {}
                        }
                    }
                }
                KnownCustom::Reloc(section) if Some(section.section_index()) == code_index => {
                    relocations = section.entries().into_iter().collect::<wasmparser::Result<_>>()?;
                }
                KnownCustom::Name(names) => read_names(names, &mut module, &mut segment_names)?,
                _ if section.name() == "target_features" => module.features = features(section.data()),
                _ => {}
            },
            _ => {}
        }
        // The body of a function is not a section.
        sections += u32::from(payload.as_section().is_some() && !matches!(payload, Payload::CodeSectionEntry(_)));
    }
    for symbol in &symbols {
        if let SymbolInfo::Func { index, name: Some(name), .. } = symbol {
            module.names.insert(*index, (*name).to_string());
        }
    }
    if symbols.is_empty() {
        let named = (0..).zip(&segments).filter(|(index, _)| is_constant(&segment_names, *index));
        module.data = Some(Data {
            constants: named.map(|(_, range)| range.clone()).collect(),
            all: segments.iter().map(|range| range.start).min().unwrap_or(memory_bytes)..memory_bytes,
        });
    }
    let addresses: BTreeMap<u64, String> = relocations
        .iter()
        .filter_map(|entry| Some((u64::from(entry.offset), data_symbol(entry, &symbols, &segment_names)?)))
        .collect();
    let functions = (imported..)
        .zip(&bodies)
        .filter_map(|(index, body)| {
            let symbol = module.names.get(&index)?.clone();
            let start = body.range().start - code_start;
            let inside = addresses.range(start..start + body.as_bytes().len() as u64);
            Some(Function {
                name: demangled(&symbol),
                symbol,
                code: body.as_bytes().to_vec(),
                index,
                relocations: inside.map(|(at, name)| (at - start, name.clone())).collect(),
            })
        })
        .collect();
    Ok((module, functions))
}

/// Whether a segment contains constants.
fn is_constant(segments: &BTreeMap<u32, String>, index: u32) -> bool {
    segments.get(&index).is_some_and(|name| name.starts_with(CONSTANTS))
}

/// The symbol whose address the linker puts into an instruction.
fn data_symbol(
    entry: &RelocationEntry,
    symbols: &[SymbolInfo<'_>],
    segments: &BTreeMap<u32, String>,
) -> Option<String> {
    match (entry.ty, symbols.get(entry.index as usize)) {
        (
            RelocationType::MemoryAddrLeb | RelocationType::MemoryAddrSleb,
            Some(SymbolInfo::Data { name, symbol, .. }),
        ) => {
            let constant = symbol.is_some_and(|symbol| is_constant(segments, symbol.index));
            Some(if constant { (*name).to_string() } else { format!("{VARIABLE}{name}") })
        }
        (RelocationType::TableIndexSleb, _) => Some("a function".into()),
        _ => None,
    }
}

fn read_names(
    names: NameSectionReader<'_>,
    module: &mut Module,
    segments: &mut BTreeMap<u32, String>,
) -> wasmparser::Result<()> {
    for subsection in names {
        match subsection? {
            Name::Function(map) => {
                for naming in map {
                    let naming = naming?;
                    module.names.insert(naming.index, naming.name.to_string());
                }
            }
            Name::Data(map) => {
                for naming in map {
                    let naming = naming?;
                    segments.insert(naming.index, naming.name.to_string());
                }
            }
            Name::Global(map) => {
                for naming in map {
                    let naming = naming?;
                    if naming.name == STACK_POINTER {
                        module.stack_pointer = Some(naming.index);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The section `target_features`: a count, then for each feature `+` or `-`, the length of its name, and its name.
fn features(section: &[u8]) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    let mut rest = section.get(1..).unwrap_or_default();
    while let [prefix, bytes, name @ ..] = rest {
        let Some((name, behind)) = name.split_at_checked(usize::from(*bytes)) else { break };
        if *prefix == b'+' {
            features.insert(String::from_utf8_lossy(name).into_owned());
        }
        rest = behind;
    }
    features
}

/// Whether a function takes one address and returns nothing, as a kernel's shell does.
pub(crate) fn takes_one_address(module: &Module, function: &Function) -> bool {
    let index = module.type_of.get(function.index as usize);
    let kind = index.and_then(|&index| module.types.get(index as usize)).map(|kind| &kind.composite_type.inner);
    matches!(kind, Some(CompositeInnerType::Func(f))
        if f.params() == [wasmparser::ValType::I32] && f.results().is_empty())
}
