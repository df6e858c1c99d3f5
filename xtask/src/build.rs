//! `cargo xtask build`: the static site in `dist/`; and the same site built soon, for tests.

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

/// How the site is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As users have it: small, which takes minutes to compile. It goes to `dist/`.
    Shipped,
    /// Compiled soon, and as fast as or faster than what users have. It goes to cargo's target folder.
    Quick,
}

impl Profile {
    /// The folder of the site.
    fn folder(self, context: &Context) -> PathBuf {
        match self {
            Profile::Shipped => context.root.join("dist"),
            Profile::Quick => context.target.join("hornbook").join("site-quick"),
        }
    }

    /// The stamp of the site.
    fn stamp(self, context: &Context) -> PathBuf {
        context.stamp(match self {
            Profile::Shipped => "site",
            Profile::Quick => "site-quick",
        })
    }

    /// What trunk is told. static/index.html names the profile of a release and how it is optimised
    /// afterwards; what is no release has the profile that is named here, and stays as it is.
    fn options(self) -> &'static [&'static str] {
        match self {
            Profile::Shipped => &["--release"],
            Profile::Quick => &["--cargo-profile=page-test"],
        }
    }
}

/// Builds the site that is for users, and says where it is.
pub fn run(context: &Context) -> Result<(), String> {
    let site = site(context, Profile::Shipped)?;
    say(&format!("the site is in {}", site.display()));
    Ok(())
}

/// Builds the site unless it is up to date, and gives its folder.
pub fn site(context: &Context, profile: Profile) -> Result<PathBuf, String> {
    let wasm = wasm_target::ensure(context)?;
    let trunk = tools::trunk(context)?;
    let bindgen = tools::wasm_bindgen(context)?;
    let node = tools::node_packages(context)?;
    let dist = profile.folder(context);
    let stamp = profile.stamp(context);
    let inputs = inputs(context, &wasm.version(context)?, &[&trunk, &bindgen])?;
    if !dist.join("index.html").is_file() || !stamped(&stamp, &state(&inputs, &dist)?) {
        // Trunk.toml has it call esbuild for the editor first.
        let mut command = context.command(trunk.join("trunk"));
        // The option asks for the version that is newest, and the site is built without a network.
        command.args(["build", "--offline", "--skip-version-check"]).args(profile.options());
        command.arg("--dist").arg(&dist);
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

/// What the stamp of a good site holds: it lasts as long as nobody touches its folder.
fn state(inputs: &str, dist: &Path) -> Result<String, String> {
    let mut hasher = Hasher::new();
    hasher.add_tree(dist, dist, &|_| true)?;
    Ok(format!("{inputs} {}", hasher.digits()))
}
