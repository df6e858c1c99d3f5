//! `cargo xtask trunk`: whether trunk, told by Trunk.toml alone, makes the site that `build` makes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::build::{self, Profile};
use crate::context::{Context, bytes, files};
use crate::shell::{self, say};
use crate::{tools, wasm_target};

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

/// A site's files by their names.
type Files = BTreeMap<String, Vec<u8>>;

fn site(folder: &Path) -> Result<Files, String> {
    let named = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, bytes(file)?))
    };
    files(folder)?.iter().map(named).collect()
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
