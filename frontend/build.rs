//! Names the build after its sources, collects the gallery's programs, and sets the reference.

#[path = "build/gallery.rs"]
mod gallery;
#[path = "build/reference.rs"]
mod reference;

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut places = core_crates(&root);
    places.extend([
        root.join("frontend/src"),
        root.join("frontend/protocol"),
        root.join("frontend/worker"),
        root.join("frontend/build.rs"),
        root.join("frontend/build"),
        root.join("frontend/Cargo.toml"),
        root.join("gallery"),
        root.join("docs/language.md"),
        root.join("docs/abstractions.md"),
        root.join("Cargo.lock"),
    ]);
    let sources = files(&places);
    println!("cargo::rustc-env=HORNBOOK_BUILD={:016x}", fingerprint(&sources));
    let programs = gallery::table(&root.join("gallery")).unwrap_or_else(|wrong| panic!("{wrong}"));
    fs::write(out.join("gallery.rs"), programs).expect("the output folder is writable");
    let pages = reference::table(&root.join("docs"));
    fs::write(out.join("reference.rs"), pages).expect("the output folder is writable");
}

/// The sources and the manifest of each crate of the core, without tests.
fn core_crates(root: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(root.join("core")).expect("the core is beside the front end");
    let crates = folders.flatten().map(|entry| entry.path());
    let crates = crates.filter(|folder| folder.join("Cargo.toml").is_file());
    crates.flat_map(|folder| [folder.join("src"), folder.join("Cargo.toml")]).collect()
}

/// Every file at or below the given places, in order; cargo is told to watch them.
fn files(places: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for place in places {
        println!("cargo::rerun-if-changed={}", place.display());
        collect(place, &mut found);
    }
    found.sort();
    found
}

fn collect(place: &Path, found: &mut Vec<PathBuf>) {
    match fs::read_dir(place) {
        Ok(entries) => entries.flatten().for_each(|entry| collect(&entry.path(), found)),
        Err(_) if place.is_file() => found.push(place.to_owned()),
        Err(_) => {}
    }
}

/// FNV-1a over names and contents: it names a version and guards nothing.
fn fingerprint(files: &[PathBuf]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        eat(file.file_name().unwrap_or_default().as_encoded_bytes());
        eat(&fs::read(file).unwrap_or_default());
    }
    hash
}
