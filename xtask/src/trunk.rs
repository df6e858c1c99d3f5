//! `cargo xtask trunk`: whether trunk, told by Trunk.toml alone, makes the site that `build` makes.
//!
//! The two differ only in the versions in names of files, since these come of other hashes.

use std::collections::BTreeMap;
use std::path::Path;

use crate::build::{self, Profile};
use crate::context::{Context, bytes, files};
use crate::shell::{self, say};
use crate::{tools, wasm_target};

/// So many hexadecimal digits has a version.
const VERSION: usize = 16;

/// Builds the site both ways, and names the first difference.
pub fn run(context: &Context) -> Result<(), String> {
    let ours = build::site(context, Profile::Shipped)?;
    let theirs = context.target.join("hornbook").join("site-trunk");
    build(context, &theirs)?;
    compare(&site(&ours)?, &site(&theirs)?)?;
    say("trunk makes the same site");
    Ok(())
}

/// Has trunk build the site as one who has it calls it by hand, but into another folder.
fn build(context: &Context, dist: &Path) -> Result<(), String> {
    let bindgen = tools::wasm_bindgen(context)?;
    let bindgen = bindgen.parent().ok_or("wasm-bindgen is in no folder")?;
    let node = tools::node_packages(context)?;
    let mut command = context.command(tools::trunk(context)?.join("trunk"));
    // The option asks for the version that is newest, and the site is built without a network.
    command.args(["build", "--release", "--offline", "--skip-version-check", "--dist"]).arg(dist);
    command.env("PATH", shell::path_with(&[&node, bindgen])?);
    // Trunk reads this well-known variable as one of its own options and refuses its `1`.
    command.env_remove("NO_COLOR");
    // A backtrace of trunk itself would only bury what went wrong with the site.
    command.env("RUST_BACKTRACE", "0");
    wasm_target::ensure(context)?.apply(&mut command);
    shell::run(&mut command)
}

/// A site's files by their names, both without versions.
type Files = BTreeMap<String, Vec<u8>>;

fn site(folder: &Path) -> Result<Files, String> {
    let mut all = Files::new();
    for file in files(folder)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        all.insert(unversioned_text(&name), unversioned(&bytes(&file)?));
    }
    Ok(all)
}

fn unversioned_text(text: &str) -> String {
    String::from_utf8_lossy(&unversioned(text.as_bytes())).into_owned()
}

/// A text or anything else with a star for each version in it.
fn unversioned(bytes: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let mut rest = bytes;
    let mut result = Vec::new();
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|byte| digit(byte)).count();
        match run {
            VERSION => result.push(b'*'),
            0 => result.push(*first),
            _ => result.extend_from_slice(&rest[..run]),
        }
        rest = &rest[run.max(1)..];
    }
    result
}

fn compare(ours: &Files, theirs: &Files) -> Result<(), String> {
    for name in ours.keys().chain(theirs.keys()) {
        match (ours.get(name), theirs.get(name)) {
            (Some(ours), Some(theirs)) if ours == theirs => {}
            (Some(_), Some(_)) => return Err(format!("trunk makes another {name}")),
            (Some(_), None) => return Err(format!("trunk makes no {name}")),
            (None, _) => return Err(format!("only trunk makes {name}")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_left_out() {
        assert_eq!(unversioned_text("app-0123456789abcdef_bg.wasm"), "app-*_bg.wasm");
        assert_eq!(unversioned_text("0123456789abcdef"), "*");
        for same in ["app-0123456789abcdef0.js", "app-0123456789ABCDEF.js", "face-off", ""] {
            assert_eq!(unversioned_text(same), same);
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let files = |all: &[(&str, &str)]| -> Files {
            all.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let ours = files(&[("a", "1"), ("b", "2")]);
        assert_eq!(compare(&ours, &ours), Ok(()));
        for (theirs, error) in [
            (files(&[("a", "1")]), "trunk makes no b"),
            (files(&[("a", "1"), ("b", "3")]), "trunk makes another b"),
            (files(&[("a", "1"), ("b", "2"), ("c", "3")]), "only trunk makes c"),
        ] {
            assert_eq!(compare(&ours, &theirs), Err(error.to_owned()));
        }
    }
}
