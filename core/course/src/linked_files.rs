//! Links and pictures of a text that lead to files of its course.

use std::borrow::Cow;

/// The path of a file in the folder of a course, with `/` between its parts.
pub type CoursePath = String;

/// The part of an address that names a file, and what is behind it. None for the web, for places on the same page, and for
/// what stands outside of the folder of the site.
pub fn split_address(address: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = address.find(['#', '?']).unwrap_or(address.len());
    let (path, rest) = address.split_at(end);
    let is_local = !path.is_empty() && !path.starts_with('/') && !path.contains(':');
    is_local.then(|| (decoded(path), rest))
}

/// The path that a path leads to from a folder; none if it leads out of the course.
pub fn resolve(folder: &str, path: &str) -> Option<CoursePath> {
    let mut parts: Vec<&str> = vec![];
    for part in folder.split(['/', '\\']).chain(path.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Whether a file is Markdown, by its name.
pub fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("md"))
}

/// An address without its percent signs (RFC 3986), as far as it is UTF-8.
pub fn decoded(address: &str) -> Cow<'_, str> {
    if !address.contains('%') {
        return Cow::Borrowed(address);
    }
    let (mut bytes, mut rest) = (vec![], address.as_bytes());
    while let [first, behind @ ..] = rest {
        let are_digits = |digits: &&[u8]| digits.iter().all(u8::is_ascii_hexdigit);
        let digits = behind.get(..2).filter(|_| *first == b'%').filter(are_digits);
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(address), Cow::Owned)
}

/// The folder in which all of these files are, with its slash.
pub fn common_folder<'n>(names: impl Iterator<Item = &'n str> + Clone) -> &'n str {
    let mut folder = names.clone().next().map_or("", folder_of);
    while !names.clone().all(|name| name.starts_with(folder)) {
        folder = folder_of(folder.trim_end_matches(['/', '\\']));
    }
    folder
}

/// The folder of a file, with its slash.
pub fn folder_of(name: &str) -> &str {
    &name[..name.rfind(['/', '\\']).map_or(0, |slash| slash + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_are_told_from_others() {
        let path = |address| split_address(address).map(|(path, _)| path.into_owned());
        for (address, expected) in [
            ("a.md#b", "a.md"),
            ("../p/x.png", "../p/x.png"),
            ("a?b", "a"),
            ("my%20p.png", "my p.png"),
            ("%C3%BC.md", "ü.md"),
            ("50%.md", "50%.md"),
            ("%+1", "%+1"),
        ] {
            assert_eq!(path(address).as_deref(), Some(expected));
        }
        for other in ["#b", "https://example.org/a.md", "/a.md", "mailto:a@example.org", ""] {
            assert_eq!(path(other), None, "{other}");
        }
    }

    #[test]
    fn paths_lead_from_their_folder() {
        assert_eq!(resolve("part/", "../a.md").as_deref(), Some("a.md"));
        assert_eq!(resolve("", "./p/./x.png").as_deref(), Some("p/x.png"));
        assert_eq!(resolve("part/", "../../a.md"), None);
        assert_eq!(resolve("part\\", "..\\..\\a.md"), None);
    }

    #[test]
    fn files_have_a_folder_in_common() {
        let common = |names: &[&'static str]| common_folder(names.iter().copied());
        assert_eq!(common(&["c/index.md", "c/a/1.md"]), "c/");
        assert_eq!(common(&["c/ab/1.md", "c/éé/2.md"]), "c/");
        assert_eq!(common(&["one.md", "b/two.md"]), "");
        assert_eq!(common(&["c/one/1.md", "c/on/2.md"]), "c/");
        assert_eq!(common(&[]), "");
    }
}
