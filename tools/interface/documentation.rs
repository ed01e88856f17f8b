//! Divides a documentation comment into its parts.

use super::Failure;

/// The documentation of a function. In each text, empty lines separate paragraphs. A paragraph is
/// one line, unless it is indented or a list.
#[derive(Default)]
pub struct Documentation {
    pub summary: String,
    pub description: String,
    /// Each entry has the names of one or several parameters, and their description.
    pub parameters: Vec<(Vec<String>, String)>,
    pub returns: String,
    /// The statuses that the text `returns` names. `reference.rs` replaces them by all statuses
    /// that the function returns.
    pub statuses: Vec<String>,
    pub privacy: String,
    pub threads: String,
    pub source: String,
    pub since: String,
    pub example: String,
}

impl Documentation {
    pub fn parse(text: &str) -> Result<Documentation, Failure> {
        let mut made = Documentation::default();
        let mut description = vec![];
        for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            if let Some(list) = paragraph.strip_prefix("Parameters:") {
                for item in items(list) {
                    let (names, text) =
                        item.split_once(": ").ok_or("a parameter without a description")?;
                    made.parameters
                        .push((names.split(", ").map(String::from).collect(), text.into()));
                }
            } else if paragraph.starts_with("Returns") && made.returns.is_empty() {
                made.returns =
                    one_line(paragraph).replace("Returns: - ", "Returns ").replace("; - ", "; ");
                made.statuses = statuses(&made.returns);
            } else if paragraph.starts_with("- Privacy:")
                || paragraph.starts_with("- Thread safety:")
            {
                made.facts(paragraph)?;
            } else if made.summary.is_empty() {
                made.summary = one_line(paragraph);
            } else {
                description.push(block(paragraph));
            }
        }
        made.description = description.join("\n\n");
        if made.returns.is_empty() && made.parameters.is_empty() {
            // If a function has no parameters and no text on what it returns, its summary says what
            // it returns.
            made.returns = made.summary.clone();
        }
        for (what, text) in
            [("Returns", &made.returns), ("Thread safety", &made.threads), ("Since", &made.since)]
        {
            if text.is_empty() {
                return Err(format!("the documentation lacks '{what}'").into());
            }
        }
        Ok(made)
    }

    /// Reads the list at the end of the documentation: privacy, thread safety, source, version and
    /// example.
    fn facts(&mut self, list: &str) -> Result<(), Failure> {
        for item in items(list) {
            if let Some(since) = item.strip_prefix("Since ") {
                let (version, rest) =
                    since.split_once(". ").unwrap_or((since.trim_end_matches('.'), ""));
                self.since = version.into();
                self.example = rest.trim_start_matches("Example: ").trim_end_matches('.').into();
                continue;
            }
            let (what, text) =
                item.split_once(": ").ok_or("an entry of the final list has no name")?;
            let slot = match what {
                "Privacy" => &mut self.privacy,
                "Thread safety" => &mut self.threads,
                "Source" => &mut self.source,
                _ => return Err(format!("the final list has the unknown entry '{what}'").into()),
            };
            *slot = text.into();
        }
        Ok(())
    }
}

/// The text of documentation attributes.
pub fn read(attributes: &[syn::Attribute]) -> String {
    let mut lines = vec![];
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        if let syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }),
            ..
        }) = &attribute.meta
        {
            let line = text.value();
            lines.push(line.strip_prefix(' ').unwrap_or(&line).to_string());
        }
    }
    lines.join("\n")
}

/// Removes the delimiters of a C comment.
pub fn without_comment_signs(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches(" *").trim_start_matches("/*"));
    let lines: Vec<_> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().trim_end_matches('/').trim_end().to_string()
}

/// Joins the lines of a paragraph, unless it is indented or a list.
pub fn block(paragraph: &str) -> String {
    if paragraph.lines().any(|line| line.starts_with(' ') || line.starts_with("- ")) {
        paragraph.into()
    } else {
        one_line(paragraph)
    }
}

fn one_line(paragraph: &str) -> String {
    paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The items of a list, each on one line.
fn items(list: &str) -> Vec<String> {
    let mut items: Vec<String> = vec![];
    for line in list.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(item), _) => items.push(item.into()),
            (None, Some(item)) => {
                item.push(' ');
                item.push_str(line.trim());
            }
            (None, None) => {}
        }
    }
    items
}

/// The names of statuses in a text, in the order of the text.
pub fn statuses(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let mut found: Vec<String> = vec![];
    for word in words.filter(|word| *word == "INDP_OK" || word.starts_with("INDP_E_")) {
        if !found.iter().any(|earlier| earlier == word) {
            found.push(word.into());
        }
    }
    found
}
