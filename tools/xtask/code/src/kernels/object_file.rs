//! The library's machine code: its functions, as the compiler left them in the library's archive.

use super::architecture::Architecture;
use super::function::{Function, demangled};
use super::wasm_module;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};

/// Returns the functions in an archive, and the machine they are for.
///
/// # Errors
///
/// If it is not an archive of object files, or they are for an unsupported machine.
pub(crate) fn functions(archive: &[u8]) -> Result<(Architecture, Vec<Function>), Box<dyn std::error::Error>> {
    let mut functions = Vec::new();
    let mut architecture = Err("the archive contains no object file".into());
    for member in ArchiveFile::parse(archive)?.members() {
        let member = member?;
        if !member.name().ends_with(b".o") {
            continue;
        }
        let data = member.data(archive)?;
        if data.starts_with(wasm_module::MAGIC) {
            let (module, functions) = wasm_module::read(data)?;
            return Ok((Architecture::Wasm32(module), functions));
        }
        let file = object::File::parse(data)?;
        architecture = Architecture::of(file.architecture());
        for symbol in file.symbols().filter(|s| s.is_definition() && s.kind() == SymbolKind::Text) {
            let section = file.section_by_index(symbol.section_index().expect("a definition has one"))?;
            if section.kind() != SectionKind::Text {
                continue;
            }
            let bytes = symbol.address()..symbol.address() + symbol.size();
            let Some(code) = section.data_range(bytes.start, symbol.size())? else { continue };
            let relocations = section
                .relocations()
                .filter(|(at, _)| bytes.contains(at))
                .map(|(at, relocation)| Ok((at - bytes.start, target(&file, relocation.target())?)))
                .collect::<Result<_, object::Error>>()?;
            let symbol = symbol.name()?.to_string();
            functions.push(Function { name: demangled(&symbol), symbol, code: code.to_vec(), relocations, index: 0 });
        }
    }
    Ok((architecture?, functions))
}

fn target(file: &object::File<'_>, target: RelocationTarget) -> Result<String, object::Error> {
    let RelocationTarget::Symbol(index) = target else { return Ok("something".into()) };
    let symbol = file.symbol_by_index(index)?;
    // A function in the same object file is named by its section.
    let name = match (symbol.name()?, symbol.section_index()) {
        ("", Some(section)) => file.section_by_index(section)?.name()?.trim_start_matches(".text."),
        (name, _) => name,
    };
    Ok(demangled(name))
}
