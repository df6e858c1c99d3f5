//! Folders that `course build` and `course slides` read and write.

use crate::output::{IO_ERROR, complain};
use crate::{DATA, USAGE};
use std::path::{Path, PathBuf};

/// The folder of the built Hornbook.
pub(super) fn built_hornbook(dist: &str) -> Result<PathBuf, u8> {
    let path = PathBuf::from(dist);
    if path.join("index.html").is_file() && path.join("hornbook-embed.js").is_file() {
        return Ok(path);
    }
    complain(&format!("hornbook: `{dist}` has no built Hornbook; `cargo xtask build` makes one\n"));
    Err(DATA)
}

/// The folder of the package reveal.js that pages load.
pub(super) fn reveal_js(package: &str) -> Result<PathBuf, u8> {
    let path = Path::new(package).join("dist");
    if path.join("reveal.js").is_file() {
        return Ok(path);
    }
    complain(&format!(
        "hornbook: `{package}` is not the package reveal.js; `npm install reveal.js` puts it into `node_modules`\n"
    ));
    Err(DATA)
}

/// Writes files and copies folders and single files into a folder that is new or empty, or holds one of the files that were `made` before.
pub(super) fn write_folder(
    output: &Path,
    made: &[String],
    folders: &[(PathBuf, &str)],
    files: &[(String, String)],
    copies: &[(PathBuf, String)],
) -> Result<(), u8> {
    let is_taken = output.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    if is_taken && !made.iter().any(|name| output.join(name).is_file()) {
        complain(&format!("hornbook: `{}` has other files; name a new folder\n", output.display()));
        return Err(USAGE);
    }
    let write = || {
        std::fs::create_dir_all(output)?;
        folders.iter().try_for_each(|(from, to)| copy_folder(from, &output.join(to)))?;
        for (from, to) in copies {
            let to = output.join(to);
            to.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::copy(from, to)?;
        }
        files.iter().try_for_each(|(name, content)| std::fs::write(output.join(name), content))
    };
    write().map_err(|error| {
        complain(&format!("hornbook: `{}` cannot be written: {error}\n", output.display()));
        IO_ERROR
    })
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            std::fs::copy(path, target)?;
        }
    }
    Ok(())
}
