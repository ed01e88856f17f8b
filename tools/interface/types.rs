//! Represents the types of the C interface, and writes them in C.

use super::Failure;

#[derive(Clone, PartialEq)]
pub enum Type {
    /// A type with a name in C, such as `double` or `indp_value`.
    Named(String),
    Pointer {
        to: Box<Type>,
        constant: bool,
    },
    Array {
        of: Box<Type>,
        length: u64,
    },
    /// A pointer to a function of the host, which returns nothing.
    Callback(Vec<(String, Type)>),
}

impl Type {
    pub fn void() -> Type {
        Type::Named("void".into())
    }

    pub fn named(&self) -> Option<&str> {
        match self {
            Type::Named(name) => Some(name),
            _ => None,
        }
    }

    /// Reads a Rust type of `src/ffi`.
    pub fn read(kind: &syn::Type) -> Result<Type, Failure> {
        match kind {
            syn::Type::Path(path) => named(path),
            syn::Type::Ptr(pointer) => Ok(Type::Pointer {
                to: Box::new(Type::read(&pointer.elem)?),
                constant: pointer.const_token.is_some(),
            }),
            syn::Type::Array(array) => Ok(Type::Array {
                of: Box::new(Type::read(&array.elem)?),
                length: literal(&array.len)?,
            }),
            syn::Type::BareFn(function) => {
                let parameters = function.inputs.iter().map(|input| {
                    let name = input.name.as_ref().ok_or("a callback's parameter has no name")?;
                    Ok((name.0.to_string(), Type::read(&input.ty)?))
                });
                Ok(Type::Callback(parameters.collect::<Result<_, Failure>>()?))
            }
            _ => Err("a type that C cannot express".into()),
        }
    }

    /// The C declaration of `name` with this type.
    pub fn declare(&self, name: &str) -> String {
        match self {
            Type::Named(kind) => format!("{kind} {name}").trim_end().to_string(),
            Type::Pointer { to, constant } => {
                let constant = if *constant { "const " } else { "" };
                format!("{constant}{}", to.declare(&format!("*{name}")))
            }
            Type::Array { of, length } => format!("{}[{length}]", of.declare(name)),
            Type::Callback(parameters) => {
                let parameters: Vec<_> =
                    parameters.iter().map(|(name, kind)| kind.declare(name)).collect();
                format!("void (*{name})({})", parameters.join(", "))
            }
        }
    }
}

fn named(path: &syn::TypePath) -> Result<Type, Failure> {
    let last = path.path.segments.last().ok_or("a type without a name")?;
    let name = last.ident.to_string();
    if name == "Option" {
        // Rust writes a function pointer that may be NULL as an Option.
        if let syn::PathArguments::AngleBracketed(of) = &last.arguments {
            if let Some(syn::GenericArgument::Type(kind)) = of.args.first() {
                return Type::read(kind);
            }
        }
    }
    let name = match name.as_str() {
        "c_void" => "void",
        "c_char" => "char",
        "f64" => "double",
        "usize" => "size_t",
        "u8" => "uint8_t",
        "i32" => "int32_t",
        "u32" => "uint32_t",
        "i64" => "int64_t",
        "u64" => "uint64_t",
        other if other.starts_with("indp_") => other,
        other => return Err(format!("{other} is not a type of the C interface").into()),
    };
    Ok(Type::Named(name.into()))
}

/// The value of an integer literal.
pub fn literal(value: &syn::Expr) -> Result<u64, Failure> {
    match value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            Ok(number.base10_parse()?)
        }
        _ => Err("a constant that is no literal".into()),
    }
}
