//! Reads the declarations of a file of `src/ffi`.

use std::path::Path;

use super::documentation::{self, Documentation};
use super::parameter::Parameter;
use super::types::{literal, Type};
use super::{Alias, Constant, Failure, Field, Function, Interface, Struct};

/// Adds what the file declares.
pub fn read(file: &Path, interface: &mut Interface) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)?;
    for item in syn::parse_file(&text)?.items {
        match &item {
            syn::Item::Const(item) if public(&item.vis, &item.ident) => {
                interface.constants.push(Constant {
                    name: item.ident.to_string(),
                    kind: Type::read(&item.ty)?,
                    value: literal(&item.expr)?,
                    text: documentation::read(&item.attrs),
                })
            }
            syn::Item::Type(item) if public(&item.vis, &item.ident) => {
                interface.types.push(Alias {
                    name: item.ident.to_string(),
                    of: Type::read(&item.ty)?,
                    text: documentation::read(&item.attrs),
                })
            }
            syn::Item::Struct(item) if public(&item.vis, &item.ident) => {
                interface.structs.push(structure(item)?)
            }
            syn::Item::Fn(item) if public(&item.vis, &item.sig.ident) && item.sig.abi.is_some() => {
                let name = item.sig.ident.to_string();
                let made = function(&name, item);
                interface.functions.push(made.map_err(|error| format!("{name}: {error}"))?);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether the header contains an item: whether the item is public and has the library's prefix.
fn public(visibility: &syn::Visibility, name: &syn::Ident) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
        && name.to_string().to_lowercase().starts_with("indp_")
}

fn structure(item: &syn::ItemStruct) -> Result<Struct, Failure> {
    let opaque = !item.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
    let mut fields = vec![];
    for field in item.fields.iter().filter(|_| !opaque) {
        fields.push(Field {
            name: field.ident.as_ref().ok_or("a field without a name")?.to_string(),
            kind: Type::read(&field.ty)?,
            text: documentation::read(&field.attrs),
        });
    }
    Ok(Struct {
        name: item.ident.to_string(),
        fields,
        opaque,
        text: documentation::read(&item.attrs),
    })
}

fn function(name: &str, item: &syn::ItemFn) -> Result<Function, Failure> {
    let returns = match &item.sig.output {
        syn::ReturnType::Default => Type::void(),
        syn::ReturnType::Type(_, kind) => Type::read(kind)?,
    };
    let documentation = Documentation::parse(&documentation::read(&item.attrs))?;
    let mut parameters = vec![];
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else { return Err("self".into()) };
        let syn::Pat::Ident(pattern) = &*input.pat else {
            return Err("a parameter without a name".into());
        };
        let name = pattern.ident.to_string();
        let text = documentation.parameters.iter().find(|(names, _)| names.contains(&name));
        let text = text.ok_or_else(|| format!("{name} is not documented"))?.1.clone();
        parameters.push(Parameter::new(name, Type::read(&input.ty)?, text));
    }
    let documented: usize = documentation.parameters.iter().map(|(names, _)| names.len()).sum();
    if documented != parameters.len() {
        return Err("the documentation names a parameter that does not exist".into());
    }
    Ok(Function { name: name.into(), parameters, returns, documentation })
}
