//! Links and pictures of a text that lead to files of its course.

/// The path of a file in the folder of a course, with `/` between its parts.
pub type CoursePath = String;

/// The part of an address that names a file, and what is behind it. None for the web, for places on the same page, and for
/// what stands outside of the folder of the site.
pub fn split_address(address: &str) -> Option<(&str, &str)> {
    let end = address.find(['#', '?']).unwrap_or(address.len());
    let (path, rest) = address.split_at(end);
    (!path.is_empty() && !path.starts_with('/') && !path.contains(':')).then_some((path, rest))
}

/// The path that a path leads to from a folder; none if it leads out of the course.
pub fn resolve(folder: &str, path: &str) -> Option<CoursePath> {
    let mut parts: Vec<&str> = vec![];
    for part in folder.split(['/', '\\']).chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_are_told_from_others() {
        for (address, path) in [("a.md#b", "a.md"), ("../p/x.png", "../p/x.png"), ("a?b", "a")] {
            assert_eq!(split_address(address).map(|(path, _)| path), Some(path));
        }
        for other in ["#b", "https://example.org/a.md", "/a.md", "mailto:a@example.org", ""] {
            assert_eq!(split_address(other), None, "{other}");
        }
    }

    #[test]
    fn paths_lead_from_their_folder() {
        assert_eq!(resolve("part/", "../a.md").as_deref(), Some("a.md"));
        assert_eq!(resolve("", "./p/./x.png").as_deref(), Some("p/x.png"));
        assert_eq!(resolve("part/", "../../a.md"), None);
    }
}
