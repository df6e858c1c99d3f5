//! `cargo xtask build`: the static site in `dist/`; and the same site built soon, for tests.

use std::path::{Path, PathBuf};

use crate::context::{Context, Hasher, copy, empty_folder, files, read, stamped, write};
use crate::page::{Page, Program};
use crate::shell::{self, say};
use crate::steps::Steps;
use crate::tools;
use crate::wasm_target::{self, WasmTarget};

/// The folders that cannot change the site, beside those that are never read.
const BESIDE_THE_SITE: [&str; 8] = [
    "corpus",
    "differential",
    "speed",
    "clippy.toml",
    "core/tests",
    "core/benches",
    "tests/browser",
    "tests/screenshots",
];
/// The parts of xtask that can change it.
const OF_XTASK: [&str; 9] = [
    "xtask",
    "xtask/bindgen",
    "xtask/src",
    "xtask/src/build.rs",
    "xtask/src/context.rs",
    "xtask/src/page.rs",
    "xtask/src/shell.rs",
    "xtask/src/tools.rs",
    "xtask/src/wasm_target.rs",
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

    /// The profile of cargo, for programs that must agree on it.
    fn of_cargo<'p>(self, programs: &[&'p Program]) -> Result<&'p str, String> {
        match (self, programs) {
            (Profile::Quick, _) => Ok("page-test"),
            (Profile::Shipped, [first, others @ ..]) => {
                match others.iter().all(|other| other.profile == first.profile) {
                    true => Ok(&first.profile),
                    false => Err("static/index.html names several profiles of cargo".to_owned()),
                }
            }
            (Profile::Shipped, []) => Err("there is no program to compile".to_owned()),
        }
    }

    /// A word for it.
    fn name(self) -> &'static str {
        match self {
            Profile::Shipped => "shipped",
            Profile::Quick => "quick",
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
    let mut steps = Steps::new(6);
    let wasm = steps.next("a Rust toolchain for wasm32", || wasm_target::ensure(context))?;
    let node = steps.next("the node packages", || tools::node_packages(context))?;
    let bindgen = steps.next("the program wasm-bindgen", || tools::wasm_bindgen(context))?;
    let site = profile.folder(context);
    let _lock = context.lock_site(profile.name())?;
    let stamp = profile.stamp(context);
    let inputs = inputs(context, &wasm.version(context)?, &bindgen)?;
    if site.join("index.html").is_file() && stamped(&stamp, &site_stamp(&inputs, &site)?) {
        say("the site is up to date");
        return Ok(site);
    }
    let page = Page::read(&context.root)?;
    let programs = page.programs()?;
    let named = format!("the page and its worker as WebAssembly, profile {}", profile.name());
    let compiled = steps.next(&named, || compile(context, &wasm, profile, &programs))?;
    let optimised = match profile {
        Profile::Shipped => "the modules for browsers, optimised",
        Profile::Quick => "the modules for browsers",
    };
    let bindings = context.target.join("hornbook").join("bindings").join(profile.name());
    steps.next(optimised, || {
        programs.iter().try_for_each(|program| {
            let folder = bindings.join(&program.name);
            bind(context, &bindgen, program, &compiled, &folder)?;
            match profile {
                Profile::Quick => Ok(()),
                Profile::Shipped => {
                    let module = folder.join(format!("{}_bg.wasm", program.name));
                    optimise(context, &node, &program.level, &module)
                }
            }
        })
    })?;
    steps.next("the site", || put_together(context, &page, &compiled, &bindings, &site))?;
    write(&stamp, &site_stamp(&inputs, &site)?)?;
    say(&format!("the site took {}", steps.time()));
    Ok(site)
}

/// Compiles the programs, all by one call as they share nearly everything, and gives their folder.
fn compile(
    context: &Context,
    wasm: &WasmTarget,
    profile: Profile,
    programs: &[&Program],
) -> Result<PathBuf, String> {
    let profile = profile.of_cargo(programs)?;
    let mut cargo = context.cargo();
    cargo.args(["build", "--target", wasm_target::TARGET, "--profile", profile]);
    for program in programs {
        let manifest = read(&context.root.join("static").join(&program.manifest))?;
        let package = package_name(&manifest)
            .ok_or_else(|| format!("{} names no package", program.manifest))?;
        cargo.args(["--package", package, "--bin", &program.name]);
    }
    wasm.apply(&mut cargo);
    shell::run(&mut cargo)?;
    Ok(context.target.join(wasm_target::TARGET).join(profile))
}

/// The name in the text of a package's manifest.
fn package_name(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("name = \""))?;
    line.strip_suffix('"')
}

/// Makes a module for browsers and the script that loads it in a folder.
fn bind(
    context: &Context,
    bindgen: &Path,
    program: &Program,
    compiled: &Path,
    folder: &Path,
) -> Result<(), String> {
    empty_folder(folder)?;
    let mut command = context.command(bindgen);
    command.args(["--target", "web", "--no-typescript", "--out-name", &program.name]);
    command.arg("--out-dir").arg(folder).arg(compiled.join(&program.name).with_extension("wasm"));
    shell::run(&mut command)
}

/// Optimises a module for browsers, with a level of wasm-opt's.
pub fn optimise(context: &Context, node: &Path, level: &str, module: &Path) -> Result<(), String> {
    let mut command = context.command(node.join("wasm-opt"));
    shell::run(command.arg(format!("-O{level}")).arg(module).arg("--output").arg(module))
}

/// Fills the folder of the site. What is there from before goes at last: only copying can fail then.
fn put_together(
    context: &Context,
    page: &Page,
    compiled: &Path,
    bindings: &Path,
    site: &Path,
) -> Result<(), String> {
    // Each profile has its own: both may be built at once.
    let stage = bindings.with_extension("stage");
    empty_folder(&stage)?;
    let script = |name: &str| {
        let mut npm = context.command("npm");
        npm.args(["run", "--silent", name]).env("TRUNK_STAGING_DIR", &stage);
        shell::run(&mut npm)
    };
    // The same that Trunk.toml has trunk call before and after.
    script("bundle")?;
    page.put_together(&context.root, compiled, bindings, &stage)?;
    script("finish")?;
    empty_folder(site)?;
    files(&stage)?
        .iter()
        .try_for_each(|file| copy(file, &site.join(file.file_name().unwrap_or_default())))
}

/// A hash of all that goes into the site.
fn inputs(context: &Context, rustc: &str, bindgen: &Path) -> Result<String, String> {
    let keep = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        let made = MADE.iter().any(|made| name == *made);
        let target = context.root.join(path) == context.target;
        let is = |other: &&str| path == Path::new(other);
        let ours = path.starts_with("xtask/bindgen") || OF_XTASK.iter().any(is);
        let xtask = path.starts_with("xtask") && !ours;
        !made && !target && !xtask && !BESIDE_THE_SITE.iter().any(is)
    };
    let mut hasher = Hasher::new();
    hasher.add(rustc.as_bytes());
    hasher.add(bindgen.as_os_str().as_encoded_bytes());
    hasher.add_tree(&context.root, &context.root, &keep)?;
    Ok(hasher.digits())
}

/// The stamp of a good site, which is valid until its folder changes.
fn site_stamp(inputs: &str, dist: &Path) -> Result<String, String> {
    let mut hasher = Hasher::new();
    hasher.add_tree(dist, dist, &|_| true)?;
    Ok(format!("{inputs} {}", hasher.digits()))
}
