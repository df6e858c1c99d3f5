//! static/index.html: what it asks of the build by tags with the attribute `data-trunk`, and the
//! document and files that come of them.
//!
//! The tags are those of trunk, which understands many more (Trunk.toml has it build the same site).
//! Here are the few that the page has; another one is an error, not something that is left out. What
//! is written is letter for letter what trunk writes: `cargo xtask trunk` holds the two against each
//! other.

use std::ops::Range;
use std::path::Path;

use crate::context::{bytes, copy, make_folder, read, write};

/// The folder of the document, from the top of the clone.
const FOLDER: &str = "static";
/// The attribute of a tag for the build.
const MARK: &str = "data-trunk";

/// The document as it stands in static.
#[derive(Debug)]
pub struct Page {
    text: String,
    /// In the order of the document, without overlap.
    tags: Vec<(Range<usize>, Tag)>,
}

/// A tag that is for the build.
#[derive(Debug, PartialEq, Eq)]
enum Tag {
    Icon(String),
    Style(String),
    /// A file that keeps its name and is not mentioned in the document.
    Copy(String),
    /// A script that is run when the document is read.
    Script(String),
    Program(Program),
}

/// A program that is compiled to WebAssembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Whether it is the page or a worker of it.
    pub role: Role,
    /// The manifest of the package, from the folder of the document.
    pub manifest: String,
    /// The program's name.
    pub name: String,
    /// The profile of cargo for the site that users have.
    pub profile: String,
    /// The level of optimisation by wasm-opt for that site.
    pub level: String,
}

/// Who runs a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The document, by a script in it.
    Page,
    /// Workers, by a script of their own (static/build/finish.mjs).
    Worker,
}

impl Page {
    /// Reads the document of a clone.
    pub fn read(root: &Path) -> Result<Self, String> {
        Self::parse(read(&root.join(FOLDER).join("index.html"))?)
    }

    fn parse(text: String) -> Result<Self, String> {
        let mut tags = Vec::new();
        for (mark, _) in text.match_indices(MARK) {
            let range = around(&text, mark)
                .ok_or_else(|| format!("static/index.html has `{MARK}` outside of a tag"))?;
            let written = &text[range.clone()];
            let tag = parse_tag(written)
                .ok_or_else(|| format!("xtask does not know how to build `{written}`"))?;
            tags.push((range, tag));
        }
        Ok(Self { text, tags })
    }

    /// The programs of the document: one for the page, and others for its workers.
    pub fn programs(&self) -> Result<Vec<&Program>, String> {
        let programs: Vec<&Program> =
            self.tags.iter().filter_map(|(_, tag)| tag.program()).collect();
        match programs.iter().filter(|program| program.role == Role::Page).count() {
            1 => Ok(programs),
            other => Err(format!("static/index.html has {other} tags of programs for the page")),
        }
    }

    /// Writes the document and all files that its tags ask for into the folder `site`. The folder
    /// `compiled` has the programs as rustc left them, and `bindings` a folder for each, which
    /// wasm-bindgen has filled.
    pub fn put_together(
        &self,
        root: &Path,
        compiled: &Path,
        bindings: &Path,
        site: &Path,
    ) -> Result<(), String> {
        let from = root.join(FOLDER);
        make_folder(site)?;
        let (mut document, mut head) = (String::new(), String::new());
        let mut done = 0;
        for (range, tag) in &self.tags {
            document.push_str(&self.text[done..range.start]);
            document.push_str(&match tag {
                Tag::Copy(path) => {
                    copy(&from.join(path), &site.join(file_name(path)))?;
                    String::new()
                }
                Tag::Icon(path) => icon(&copy_with_version(&from.join(path), site)?),
                Tag::Style(path) => style(&copy_with_version(&from.join(path), site)?),
                Tag::Script(path) => script(&copy_with_version(&from.join(path), site)?),
                Tag::Program(program) => {
                    let made = bindings.join(&program.name);
                    match program.role {
                        Role::Page => {
                            let module = compiled.join(&program.name).with_extension("wasm");
                            let stem = with_version(&program.name, &bytes(&module)?);
                            copy_program(&made, &program.name, site, &stem)?;
                            head.push_str(&soon(&stem));
                            start(&stem)
                        }
                        // Its names get their versions at last, since the script that starts workers
                        // has to know them.
                        Role::Worker => {
                            copy_program(&made, &program.name, site, &program.name)?;
                            String::new()
                        }
                    }
                }
            });
            done = range.end;
        }
        document.push_str(&self.text[done..]);
        let end = document.find("</head>").ok_or("static/index.html has no `</head>`")?;
        document.insert_str(end, &head);
        write(&site.join("index.html"), &document)
    }
}

impl Tag {
    fn program(&self) -> Option<&Program> {
        match self {
            Tag::Program(program) => Some(program),
            _ => None,
        }
    }
}

fn icon(name: &str) -> String {
    format!("<link rel=\"icon\" href=\"./{name}\"/>")
}

fn style(name: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"./{name}\" data-integrity=\"none\"/>")
}

fn script(name: &str) -> String {
    format!("<script src=\"./{name}\" data-integrity=\"none\" defer></script>")
}

/// The inline script that starts the WebAssembly; static/build/finish.mjs puts a file in its place.
fn start(stem: &str) -> String {
    format!(
        "\n<script type=\"module\">\nimport init from \"./{stem}.js\";\n\
         await init({{ module_or_path: \"./{stem}_bg.wasm\" }});\n</script>"
    )
}

/// The links that have the browser fetch the WebAssembly before it is started.
fn soon(stem: &str) -> String {
    format!(
        "<link rel=\"modulepreload\" href=\"./{stem}.js\" crossorigin=\"anonymous\">\
         <link rel=\"preload\" href=\"./{stem}_bg.wasm\" crossorigin=\"anonymous\" as=\"fetch\" \
         type=\"application/wasm\">"
    )
}

/// The tag around a place, with the end tag of a script.
fn around(text: &str, place: usize) -> Option<Range<usize>> {
    let start = text[..place].rfind('<')?;
    let mut end = start + text[start..].find('>')? + 1;
    if text[start..].starts_with("<script") {
        end += text[end..].strip_prefix("</script>").map(|_| "</script>".len())?;
    }
    (end > place).then_some(start..end)
}

/// Parses a tag, if it is known.
fn parse_tag(written: &str) -> Option<Tag> {
    let inner = written.strip_prefix('<')?.split_once('>')?.0;
    let (kind, rest) = inner.split_once(' ')?;
    let mut attributes = attributes(rest)?;
    let mut take = |name: &str| {
        let place = attributes.iter().position(|(other, _)| *other == name)?;
        Some(attributes.remove(place).1.to_owned())
    };
    take(MARK)?;
    let tag = match (kind, take("rel").as_deref()) {
        ("link", Some("rust")) => {
            let role = match take("data-type")?.as_str() {
                "main" => Role::Page,
                // Without this word trunk would have it in the form of scripts of old.
                "worker" => take("data-bindgen-target")
                    .filter(|target| target == "web")
                    .map(|_| Role::Worker)?,
                _ => return None,
            };
            Tag::Program(Program {
                role,
                manifest: take("href")?,
                name: take("data-bin")?,
                profile: take("data-cargo-profile-release")?,
                level: take("data-wasm-opt")?,
            })
        }
        ("link", Some("icon")) => Tag::Icon(take("href")?),
        ("link", Some("css")) => Tag::Style(take("href")?),
        ("link", Some("copy-file")) => Tag::Copy(take("href")?),
        ("script", None) => {
            take("defer")?;
            Tag::Script(take("src")?)
        }
        _ => return None,
    };
    take("data-integrity").filter(|kind| kind == "none")?;
    attributes.is_empty().then_some(tag)
}

/// The attributes of a tag, with their values in double quotes, or empty for those that have none.
fn attributes(mut rest: &str) -> Option<Vec<(&str, &str)>> {
    let mut all = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Some(all);
        }
        let end = rest.find([' ', '=']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"')?,
            None => ("", after),
        };
        if name.is_empty() || after.starts_with('=') {
            return None;
        }
        all.push((name, value));
        rest = after;
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The first part of a file's name with the version of its content.
fn with_version(stem: &str, content: &[u8]) -> String {
    format!("{stem}-{:x}", seahash::hash(content))
}

/// Copies a file under a name with its version, and gives that name.
fn copy_with_version(from: &Path, site: &Path) -> Result<String, String> {
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    let (stem, kind) = name.rsplit_once('.').unwrap_or((&name, ""));
    let versioned = format!("{}.{kind}", with_version(stem, &bytes(from)?));
    copy(from, &site.join(&versioned))?;
    Ok(versioned)
}

/// The endings of the names of a script and its module.
const ENDS: [&str; 2] = [".js", "_bg.wasm"];

/// Copies a program's module and script to files whose names begin with `stem`.
fn copy_program(bindings: &Path, name: &str, site: &Path, stem: &str) -> Result<(), String> {
    for end in ENDS {
        copy(&bindings.join(format!("{name}{end}")), &site.join(format!("{stem}{end}")))?;
    }
    match std::fs::read_dir(bindings).map_or(0, Iterator::count) == ENDS.len() {
        true => Ok(()),
        false => {
            Err(format!("wasm-bindgen made more in {} than xtask knows of", bindings.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::files;

    const PROGRAM: &str = "<link data-trunk data-integrity=\"none\" rel=\"rust\" href=\"../a/Cargo.toml\" \
                           data-bin=\"app\" data-type=\"main\" data-cargo-profile-release=\"page\" \
                           data-wasm-opt=\"3\">";

    #[test]
    fn the_clones_document_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a clone");
        let page = Page::read(root).expect("tags that are known");
        let programs = page.programs().expect("programs");
        assert_eq!(programs.iter().map(|p| p.role).collect::<Vec<_>>(), [Role::Page, Role::Worker]);
        for program in programs {
            assert!(root.join(FOLDER).join(&program.manifest).is_file());
        }
        assert_eq!(page.tags.len(), page.text.matches(MARK).count());
    }

    #[test]
    fn tags_are_read() {
        let icon = "<link data-trunk data-integrity=\"none\" rel=\"icon\" href=\"a b.svg\">";
        assert_eq!(parse_tag(icon), Some(Tag::Icon("a b.svg".to_owned())));
        let script = "<script data-trunk data-integrity=\"none\" src=\"e/e.js\" defer></script>";
        assert_eq!(parse_tag(script), Some(Tag::Script("e/e.js".to_owned())));
        let program = parse_tag(PROGRAM).and_then(|tag| tag.program().cloned()).expect("a program");
        assert_eq!((program.profile.as_str(), program.level.as_str()), ("page", "3"));
    }

    #[test]
    fn tags_that_are_not_known_are_errors() {
        for (from, to) in [
            ("rel=\"rust\"", "rel=\"sass\""),
            ("data-type=\"main\"", "data-type=\"worker\""),
            ("data-type=\"main\"", "data-type=\"other\""),
            ("data-integrity=\"none\"", ""),
            ("data-bin=\"app\"", ""),
            ("data-bin=\"app\"", "data-bin=\"app\" data-weak-refs"),
            ("data-bin=\"app\"", "data-bin=app"),
            ("data-bin=\"app\"", "data-bin='app'"),
        ] {
            let written = PROGRAM.replace(from, to);
            let error = Page::parse(written.clone()).expect_err(&written);
            assert!(error.contains("does not know"), "{error}");
        }
        assert!(Page::parse("<p>data-trunk</p>".to_owned()).is_err());
        let none = Page::parse("<p>text</p>".to_owned()).expect("no tags");
        assert!(none.programs().is_err());
    }

    #[test]
    fn versions_change_with_the_content() {
        let name = with_version("a", b"1");
        assert!(name.starts_with("a-"), "{name}");
        assert_ne!(name, with_version("a", b"2"));
    }

    #[test]
    fn the_document_mentions_the_files_that_are_written() {
        let top = std::env::temp_dir().join(format!("hornbook-page-{}", std::process::id()));
        let (bindings, site) = (top.join("bindings"), top.join("site"));
        for file in [
            "static/style/a.css",
            "static/w.js",
            "bindings/app/app.js",
            "bindings/app/app_bg.wasm",
            "app.wasm",
        ] {
            write(&top.join(file), "text").expect("writable");
        }
        let text = format!(
            "<head>\n<link data-trunk data-integrity=\"none\" rel=\"css\" href=\"style/a.css\">\n\
             <link data-trunk data-integrity=\"none\" rel=\"copy-file\" href=\"w.js\">\n{PROGRAM}\n</head>\n"
        );
        let page = Page::parse(text).expect("tags that are known");
        let together = || page.put_together(&top, &top, &bindings, &site);
        together().expect("writable");
        let document = read(&site.join("index.html")).expect("written");
        let files = files(&site).expect("readable");
        let names: Vec<&str> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
        assert_eq!(names.len(), 5);
        for name in names.iter().filter(|name| !["index.html", "w.js"].contains(name)) {
            assert!(document.contains(&format!("\"./{name}\"")), "{name}: {document}");
        }
        assert!(names.contains(&"w.js") && !document.contains("w.js"), "{document}");
        write(&bindings.join("app/snippets.js"), "").expect("writable");
        assert!(together().is_err());
        std::fs::remove_dir_all(&top).expect("removed");
    }
}
