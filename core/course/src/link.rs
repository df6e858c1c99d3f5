//! Links of the page to the programs of a course, in the form that docs/links.md defines.

use crate::exercise::Exercise;
use crate::packed::pack;
use hornbook_tasks::choices::{Choices, Key};
use serde_json::{Map, Value};

/// The version of the form, with the mark of an embedded page with an editor in front.
const EMBEDDED: &str = "#w1";
/// The version of the form, for the whole page.
const WHOLE: &str = "#1";

/// The mark of a course, and the version of the form.
const COURSE: &str = "#c1";

/// The link that opens a course in Markdown on the page of a built Hornbook.
pub fn course_link(site: &str, markdown: &str) -> String {
    let site = site.split('#').next().unwrap_or_default();
    let slash = if site.ends_with('/') || site.ends_with(".html") { "" } else { "/" };
    format!("{site}{slash}{COURSE}{}", pack(markdown.as_bytes()))
}

/// A program for the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgramLink<'c> {
    /// The text.
    pub text: &'c str,
    /// The choices that are made with it; none is made where they are missing.
    pub choices: Option<&'c Choices>,
    /// The exercise that the text is the program of.
    pub exercise: Option<&'c Exercise>,
    /// The stage on view, such as `solve`.
    pub stage: &'c str,
    /// Whether invariants that Hornbook finds are not shown.
    pub hides_found: bool,
}

impl ProgramLink<'_> {
    /// The hash of the embedded page.
    pub fn embedded(&self) -> String {
        format!("{EMBEDDED}{}", pack(self.to_json().as_bytes()))
    }

    /// The hash of the whole page.
    pub fn whole(&self) -> String {
        format!("{WHOLE}{}", pack(self.to_json().as_bytes()))
    }

    fn to_json(self) -> String {
        let written = self.choices.map(|choices| choices.to_json(&[], Key::link));
        let mut link: Map<String, Value> = written.unwrap_or_default();
        let mut put = |key: &str, value: Value| {
            link.entry(key).or_insert(value);
        };
        put("t", self.text.into());
        put("m", "found".into());
        if !self.stage.is_empty() {
            put("s", self.stage.into());
        }
        if self.hides_found {
            put("x", true.into());
        }
        if let Some(exercise) = self.exercise {
            put("e", exercise.to_packed().into());
        }
        Value::Object(link).to_string()
    }
}
