//! The judgement of lines about loops, `invariant c;` and `decreases e;`, by exactly what is written.

use crate::outcome::{Run, RunStep};
use hornbook_base::Span;
use hornbook_lang::typed::{AssertId, AssertionKind};
use serde::{Deserialize, Serialize};

/// The judgement of all lines of a text and of the claims that rest on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The loops, in the order of the text.
    pub loops: Vec<LoopJudgement>,
    /// The other claims, in the order of the text.
    pub claims: Vec<ClaimJudgement>,
}

impl Judgement {
    /// Whether all lines hold as they are written, and are enough for all claims.
    pub fn is_whole(&self) -> bool {
        let holds = |line: &LineJudgement| {
            line.stays.holds() && line.starts.as_ref().is_none_or(Judged::holds)
        };
        self.loops.iter().flat_map(|own| &own.lines).all(holds)
            && self.claims.iter().all(|claim| claim.enough.holds())
    }
}

/// The judgement of the lines about one loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoopJudgement {
    /// The place of the loop.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Its lines, in the order of the text; none for a loop about which nothing is given.
    pub lines: Vec<LineJudgement>,
    /// The help with lines that are missing, if something does not follow from those that there are.
    pub help: Option<MissingLines>,
}

/// Help with lines about a loop that are missing, from vague to precise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingLines {
    /// Lines of the loop that a run breaks, as they are written: these come first.
    #[serde(default)]
    pub false_lines: Vec<String>,
    /// Variables that the loop changes and of which no line speaks.
    pub variables: Vec<String>,
    /// Arrays that it changes and of whose cells no line speaks.
    pub arrays: Vec<String>,
    /// Shapes of formulas that are often missing and that no line has: `_` stands for each value and bound.
    pub forms: Vec<String>,
    /// Such shapes that a line has, perhaps with other values than the right ones.
    #[serde(default)]
    pub revised: Vec<String>,
    /// Whether the revised shapes are more likely to help than the others.
    #[serde(default)]
    pub revised_first: bool,
    /// Pairs of variables that the loop changes and of which no line speaks together, if nothing else is missing.
    #[serde(default)]
    pub apart: Vec<[String; 2]>,
}

impl MissingLines {
    /// The stages of the help in sentences with code between backticks, from vague to precise; without shapes of formulas
    /// unless `shows_forms`.
    pub fn stages(&self, shows_forms: bool) -> Vec<String> {
        let mut stages: Vec<String> = vec![];
        let code = |names: &[String]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        if !self.false_lines.is_empty() {
            stages.push(format!(
                "A run breaks {}. Compare it with what is claimed, and mend it before you add lines.",
                code(&self.false_lines)
            ));
        }
        if !self.variables.is_empty() {
            stages.push(format!("No line speaks of {}.", code(&self.variables)));
        }
        if !self.arrays.is_empty() {
            stages.push(format!("No line speaks of the cells of {}.", code(&self.arrays)));
        }
        if shows_forms {
            let missing = self.forms.iter().map(|form| {
                format!("Try a line of this form, with something in the place of each `_`: `invariant {form};`")
            });
            let revised = self.revised.iter().map(|form| {
                format!("You have a line of this form, but perhaps other values belong in it: `invariant {form};`")
            });
            match self.revised_first {
                true => stages.extend(revised.chain(missing)),
                false => stages.extend(missing.chain(revised)),
            }
        }
        stages.extend(self.apart.iter().map(|[one, other]| {
            format!("No line speaks of `{one}` and `{other}` together. How do they compare after each round?")
        }));
        stages
    }
}

/// The judgement of one line about a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineJudgement {
    /// The assertion.
    pub assert: AssertId,
    /// Whether it is an invariant or a measure.
    pub kind: AssertionKind,
    /// Its place.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The line as it is written.
    pub text: String,
    /// Whether it holds when the loop is entered; `None` for a measure.
    pub starts: Option<Judged>,
    /// Whether it holds after a round if all lines of the loop hold before.
    pub stays: Judged,
    /// A run of the program that breaks it, if one was found: then it is false.
    pub run: Option<Box<Run>>,
}

/// The judgement of a claim that is no line about a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimJudgement {
    /// The assertion.
    pub assert: AssertId,
    /// Its place.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The claim as it is written.
    pub text: String,
    /// Whether the lines about loops are enough for it.
    pub enough: Judged,
}

/// Whether one obligation holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Judged {
    /// It was proved, and the proof checked.
    Holds,
    /// These states break it; they were replayed.
    Fails(Box<BreakingStates>),
    /// It is not decided, for this reason.
    Open(String),
}

impl Judged {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        *self == Judged::Holds
    }
}

/// States that break a line or a claim: a run from any state that the lines of a loop allow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BreakingStates {
    /// The line of the loop at whose head the run begins; `None` if it begins with the program.
    pub from: Option<u32>,
    /// The state at its beginning, which all lines of that loop allow; `None` if it begins with the program.
    pub before: Option<RunStep>,
    /// The steps from there to the line or claim that is broken, each with the state after it.
    pub steps: Vec<RunStep>,
    /// The whole run, from the beginning of the program, with the failing part of the line.
    pub run: Run,
}
