//! `cargo xtask build`: the static site in `dist/`.

use std::path::{Path, PathBuf};

use crate::context::{Context, Hasher, stamped, write};
use crate::shell::{self, say};
use crate::{tools, wasm_target};

/// What of the clone cannot change the site, beside what is never looked at.
const BESIDE_THE_SITE: [&str; 9] = [
    "xtask",
    "corpus",
    "differential",
    "speed",
    "clippy.toml",
    "core/tests",
    "core/benches",
    "tests/browser",
    "tests/screenshots",
];
/// Folders that are never looked at, wherever they are: what is made, not written.
const MADE: [&str; 4] = [".git", "target", "node_modules", "dist"];

/// Builds the site and says where it is.
pub fn run(context: &Context) -> Result<(), String> {
    let site = site(context)?;
    say(&format!("the site is in {}", site.display()));
    Ok(())
}

/// Builds the site unless it is up to date, and gives its folder.
pub fn site(context: &Context) -> Result<PathBuf, String> {
    let wasm = wasm_target::ensure(context)?;
    let trunk = tools::trunk(context)?;
    let bindgen = tools::wasm_bindgen(context)?;
    let node = tools::node_packages(context)?;
    let dist = context.root.join("dist");
    let stamp = context.stamp("site");
    let inputs = inputs(context, &wasm.version(context)?, &[&trunk, &bindgen])?;
    if !dist.join("index.html").is_file() || !stamped(&stamp, &state(&inputs, &dist)?) {
        // Trunk.toml has it call esbuild for the editor first.
        let mut command = context.command(trunk.join("trunk"));
        // The option asks for the version that is newest, and the site is built without a network.
        command.args(["build", "--release", "--offline", "--skip-version-check"]);
        command.env("PATH", shell::path_with(&[&node, &bindgen])?);
        // Trunk reads this well-known variable as one of its own options and refuses its `1`.
        command.env_remove("NO_COLOR");
        // A backtrace of trunk itself would only bury what went wrong with the site.
        command.env("RUST_BACKTRACE", "0");
        wasm.apply(&mut command);
        shell::run(&mut command)?;
        write(&stamp, &state(&inputs, &dist)?)?;
    }
    Ok(dist)
}

/// A hash of all that goes into the site.
fn inputs(context: &Context, rustc: &str, tools: &[&Path]) -> Result<String, String> {
    let keep = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        let made = MADE.iter().any(|made| name == *made);
        let target = context.root.join(path) == context.target;
        !made && !target && !BESIDE_THE_SITE.iter().any(|beside| path == Path::new(beside))
    };
    let mut hasher = Hasher::new();
    hasher.add(rustc.as_bytes());
    tools.iter().for_each(|tool| hasher.add(tool.as_os_str().as_encoded_bytes()));
    hasher.add_tree(&context.root, &context.root, &keep)?;
    Ok(hasher.digits())
}

/// What the stamp of a good site holds: it lasts as long as nobody touches `dist/`.
fn state(inputs: &str, dist: &Path) -> Result<String, String> {
    let mut hasher = Hasher::new();
    hasher.add_tree(dist, dist, &|_| true)?;
    Ok(format!("{inputs} {}", hasher.digits()))
}
