//! Finding or making a Rust toolchain that compiles for wasm32.
//!
//! The ordinary way is rustup's target. Where rustup is missing or cannot fetch it, Debian's
//! packages of a newer rustc with the standard library's source do: the library is compiled once
//! into a sysroot in the cache folder, and a two-line `rustc` beside it uses that sysroot.
//! HORNBOOK_WASM_TOOLCHAIN set to `rustup` or `debian` allows only one of the two.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::context::{Context, make_folder, write};
use crate::shell::{self, say};
use crate::tools;

/// The target's name.
pub const TARGET: &str = "wasm32-unknown-unknown";

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LIBRARY: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
const DEBIAN_PACKAGES: [&str; 5] =
    ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// How to compile for wasm32.
#[derive(Debug)]
pub struct WasmTarget {
    /// The `rustc` to use instead of the ordinary one.
    rustc: Option<PathBuf>,
}

impl WasmTarget {
    /// Makes a call of cargo, or of what calls cargo, use this toolchain.
    pub fn apply(&self, command: &mut Command) {
        if let Some(rustc) = &self.rustc {
            command.env("RUSTC", rustc);
        }
    }

    /// The verbose version of the compiler.
    pub fn version(&self, context: &Context) -> Result<String, String> {
        let rustc = self.rustc.clone().unwrap_or_else(ordinary_rustc);
        shell::capture(context.command(rustc).arg("-vV"))
    }
}

/// Finds a toolchain for wasm32; installs one if need be.
pub fn ensure(context: &Context) -> Result<WasmTarget, String> {
    let choice = std::env::var("HORNBOOK_WASM_TOOLCHAIN").unwrap_or_default();
    match choice.as_str() {
        "rustup" => ensure_rustup(context),
        "debian" => ensure_debian(context),
        "" => ensure_rustup(context).or_else(|rustup| {
            say(&format!("{rustup}\ntrying Debian's packages instead"));
            ensure_debian(context).map_err(|debian| format!("{rustup}\n{debian}\n{}", by_hand()))
        }),
        _ => Err(format!("HORNBOOK_WASM_TOOLCHAIN is `rustup`, `debian` or unset, not `{choice}`")),
    }
}

fn by_hand() -> String {
    format!(
        "The playground needs a Rust toolchain for wasm32. By hand, either of these will do:\n  \
         rustup target add {TARGET}\n  apt-get install {}",
        DEBIAN_PACKAGES.join(" ")
    )
}

fn ensure_rustup(context: &Context) -> Result<WasmTarget, String> {
    let found = || has_core(context, &ordinary_rustc());
    if !found()? {
        let _lock = context.lock_installs()?;
        shell::run(context.command("rustup").args(["target", "add", TARGET]))?;
        if !found()? {
            return Err(format!("rustup added {TARGET}, but this rustc does not have it"));
        }
    }
    Ok(WasmTarget { rustc: None })
}

fn ordinary_rustc() -> PathBuf {
    crate::context::non_empty("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Whether a compiler has the core library for wasm32.
fn has_core(context: &Context, rustc: &Path) -> Result<bool, String> {
    let mut command = context.command(rustc);
    let folder = shell::capture(command.args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(files(Path::new(folder.trim())).iter().any(|file| is_library(file, "libcore-")))
}

fn is_library(file: &Path, prefix: &str) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(prefix) && file.extension() == Some(OsStr::new("rlib"))
}

/// The files of a folder; none if it cannot be read.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

fn ensure_debian(context: &Context) -> Result<WasmTarget, String> {
    if [DEBIAN_RUSTC, DEBIAN_CARGO, DEBIAN_LIBRARY].iter().any(|file| !Path::new(file).is_file()) {
        tools::debian_packages(context, &DEBIAN_PACKAGES)?;
    }
    let version = shell::capture(context.command(DEBIAN_RUSTC).arg("--version"))?;
    let number = version.split_whitespace().nth(1).unwrap_or("unknown");
    let folder = context.cache.join(format!("wasm-toolchain-debian-{number}"));
    let complete = folder.join("complete");
    let rustc = folder.join("bin").join("rustc");
    if !complete.is_file() {
        let _lock = context.lock_installs()?;
        say(&format!("compiling the standard library for wasm32 with Debian's rustc {number}"));
        let _ = fs::remove_dir_all(&folder);
        compile_library(context, &folder)?;
        fill_sysroot(context, &folder)?;
        write_wrapper(&rustc, &folder.join("sysroot"))?;
        if !has_core(context, &rustc)? {
            return Err(format!("the toolchain in {} does not work", folder.display()));
        }
        write(&complete, "")?;
    }
    Ok(WasmTarget { rustc: Some(rustc) })
}

/// Compiles an empty crate, and with it the standard library.
fn compile_library(context: &Context, folder: &Path) -> Result<(), String> {
    let empty = folder.join("empty");
    let manifest = "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
                    [workspace]\n";
    write(&empty.join("Cargo.toml"), manifest)?;
    write(&empty.join("src").join("lib.rs"), "#![no_std]\n")?;
    let mut command = context.command(DEBIAN_CARGO);
    // Debian's cargo must not take the other toolchain that rustup's cargo names.
    for name in ["CARGO", "CARGO_BUILD_RUSTC", "RUSTUP_TOOLCHAIN", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    command
        .current_dir(&empty)
        .env("RUSTC", DEBIAN_RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Cembed-bitcode=yes")
        .env("CARGO_TARGET_DIR", folder.join("building"))
        .args(["build", "--release", "--target", TARGET])
        .arg("-Zbuild-std=std,panic_abort,proc_macro,test");
    shell::run(&mut command)
}

/// Lays out the compiled library and the host's own as one sysroot.
fn fill_sysroot(context: &Context, folder: &Path) -> Result<(), String> {
    let rustlib = folder.join("sysroot").join("lib").join("rustlib");
    let wasm = rustlib.join(TARGET).join("lib");
    make_folder(&wasm)?;
    let built = folder.join("building").join(TARGET).join("release").join("deps");
    for file in files(&built).iter().filter(|file| is_library(file, "lib")) {
        let name = file.file_name().unwrap_or_default();
        if !name.to_string_lossy().starts_with("libempty-") {
            fs::copy(file, wasm.join(name))
                .map_err(|error| format!("{} cannot be copied: {error}", file.display()))?;
        }
    }
    let mut command = context.command(DEBIAN_RUSTC);
    let host = shell::capture(command.args(["--print", "target-libdir"]))?;
    let host = Path::new(host.trim()).parent().ok_or("Debian's rustc names no library folder")?;
    let name = host.file_name().ok_or("Debian's rustc names no library folder")?;
    link(host, &rustlib.join(name))?;
    fs::remove_dir_all(folder.join("building")).map_err(|error| error.to_string())
}

#[cfg(unix)]
fn link(to: &Path, from: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(to, from)
        .map_err(|error| format!("{} cannot be linked: {error}", from.display()))
}

#[cfg(not(unix))]
fn link(_to: &Path, _from: &Path) -> Result<(), String> {
    Err("Debian's packages are of use only on Debian".to_owned())
}

/// Writes the `rustc` that uses the sysroot. A link to Debian's would not do: a compiler looks for
/// its libraries beside the program that a link leads to.
fn write_wrapper(rustc: &Path, sysroot: &Path) -> Result<(), String> {
    let quoted = sysroot.display().to_string().replace('\'', r"'\''");
    let script = format!("#!/bin/sh\nexec {DEBIAN_RUSTC} --sysroot '{quoted}' \"$@\"\n");
    write(rustc, &script)?;
    make_executable(rustc)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
        .map_err(|error| format!("{} cannot be made executable: {error}", file.display()))
}

#[cfg(not(unix))]
fn make_executable(_file: &Path) -> Result<(), String> {
    Ok(())
}
