//! Where things are, and how to know whether a step's work is still good.
//!
//! **Invariant:** a step is skipped only if a stamp says that its work is done and still good. The
//! site's stamp is a hash of all that goes into it and of what came out.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell;

/// The folders every command works with.
#[derive(Debug)]
pub struct Context {
    /// The top of the clone.
    pub root: PathBuf,
    /// The user's folder for installed tools.
    pub cache: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
}

impl Context {
    /// Finds the folders, and makes the one for tools.
    pub fn new() -> Result<Self, String> {
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().ok_or("xtask has no folder above it")?.to_path_buf();
        let target = match non_empty("CARGO_TARGET_DIR") {
            Some(folder) => std::path::absolute(&folder)
                .map_err(|error| format!("CARGO_TARGET_DIR={}: {error}", folder.display()))?,
            None => root.join("target"),
        };
        let cache = cache_folder()?;
        make_folder(&cache)?;
        Ok(Self { root, cache, target })
    }

    /// Starts to describe a call of `program` at the top of the clone.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        self.placed(shell::command(program))
    }

    /// Starts to describe a call of cargo at the top of the clone.
    pub fn cargo(&self) -> Command {
        self.placed(shell::cargo())
    }

    fn placed(&self, mut command: Command) -> Command {
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// Waits until no other call installs anything; the right to install ends with the value.
    pub fn lock_installs(&self) -> Result<File, String> {
        lock(&self.cache.join("install.lock"), "another call is installing; waiting for it")
    }

    /// Waits until no other call builds this site; the right to build it ends with the value.
    pub fn lock_site(&self, name: &str) -> Result<File, String> {
        let folder = self.target.join("hornbook");
        make_folder(&folder)?;
        let waits = "another call is building the site; waiting for it";
        lock(&folder.join(format!("{name}.lock")), waits)
    }

    /// A file that records the state in which a step of this name was last done.
    pub fn stamp(&self, name: &str) -> PathBuf {
        self.target.join("hornbook").join(format!("{name}.stamp"))
    }
}

/// Waits until nobody else has this file locked.
fn lock(path: &Path, waits: &str) -> Result<File, String> {
    let failed = |error| format!("{} cannot be locked: {error}", path.display());
    let file = File::create(path).map_err(failed)?;
    if file.try_lock().is_err() {
        shell::say(waits);
        file.lock().map_err(failed)?;
    }
    Ok(file)
}

/// `$XDG_CACHE_HOME/hornbook` or `~/.cache/hornbook`.
fn cache_folder() -> Result<PathBuf, String> {
    if let Some(folder) = non_empty("XDG_CACHE_HOME").filter(|folder| folder.is_absolute()) {
        return Ok(folder.join("hornbook"));
    }
    non_empty("HOME")
        .map(|home| home.join(".cache").join("hornbook"))
        .ok_or_else(|| "neither HOME nor XDG_CACHE_HOME says where to keep tools".to_owned())
}

/// A variable of the environment, if it is set to something.
pub fn non_empty(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))
}

/// Makes a folder, or takes away what is in it.
pub fn empty_folder(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| {
            format!("the folder {} cannot be emptied: {error}", folder.display())
        })?;
    }
    make_folder(folder)
}

/// The files of a folder, without those in folders below, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{} cannot be read: {error}", folder.display());
    let entries: std::io::Result<Vec<_>> = fs::read_dir(folder).map_err(failed)?.collect();
    let paths = entries.map_err(failed)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

/// Copies a file.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed =
        |error| format!("{} cannot be copied to {}: {error}", from.display(), to.display());
    fs::copy(from, to).map(drop).map_err(failed)
}

/// Reads a file that need not be a text.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

/// Writes a file, and the folders above it.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

/// Whether a stamp file records just this state.
pub fn stamped(path: &Path, state: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.trim_end() == state)
}

/// A hash (FNV-1a, 64 bits) that tells whether files changed; no defence against forgery.
#[derive(Debug)]
pub struct Hasher(u64);

impl Hasher {
    /// The hash of nothing.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a piece; the end of each piece counts.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds the name and the content of a file, or of all files below a folder for whose path
    /// (relative to `top`) `keep` holds.
    pub fn add_tree(
        &mut self,
        top: &Path,
        path: &Path,
        keep: &dyn Fn(&Path) -> bool,
    ) -> Result<(), String> {
        let relative = path.strip_prefix(top).unwrap_or(path);
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(failed)?;
            let mut inner: Vec<PathBuf> = Vec::new();
            for entry in entries {
                inner.push(entry.map_err(failed)?.path());
            }
            inner.sort();
            inner.retain(|path| keep(path.strip_prefix(top).unwrap_or(path)));
            inner.iter().try_for_each(|path| self.add_tree(top, path, keep))
        } else if path.is_file() {
            self.add(relative.as_os_str().as_encoded_bytes());
            self.add(&bytes(path)?);
            Ok(())
        } else {
            Ok(())
        }
    }

    /// The hash in hexadecimal digits.
    pub fn digits(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(pieces: &[&str]) -> String {
        let mut hasher = Hasher::new();
        pieces.iter().for_each(|piece| hasher.add(piece.as_bytes()));
        hasher.digits()
    }

    #[test]
    fn the_hash_tells_pieces_apart() {
        assert_eq!(hash(&["ab", "c"]), hash(&["ab", "c"]));
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["b"]));
        assert_ne!(hash(&[]), hash(&[""]));
    }

    #[test]
    fn a_tree_hash_sees_content_and_names_but_not_what_is_left_out() {
        let top = std::env::temp_dir().join(format!("hornbook-tree-{}", std::process::id()));
        let hashed = || {
            let mut hasher = Hasher::new();
            hasher.add_tree(&top, &top, &|path| !path.starts_with("out")).expect("readable");
            hasher.digits()
        };
        write(&top.join("in/a"), "1").expect("writable");
        let first = hashed();
        write(&top.join("out/b"), "2").expect("writable");
        assert_eq!(hashed(), first);
        write(&top.join("in/a"), "3").expect("writable");
        let second = hashed();
        assert_ne!(second, first);
        fs::rename(top.join("in/a"), top.join("in/c")).expect("renamed");
        assert_ne!(hashed(), second);
        fs::remove_dir_all(&top).expect("removed");
    }

    #[test]
    fn a_stamp_holds_only_for_its_state() {
        let path = std::env::temp_dir().join(format!("hornbook-stamp-{}", std::process::id()));
        assert!(!stamped(&path, "a"));
        write(&path, "a\n").expect("writable");
        assert!(stamped(&path, "a"));
        assert!(!stamped(&path, "b"));
        fs::remove_file(&path).expect("removed");
    }
}
