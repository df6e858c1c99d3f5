//! The subject of a step before or after it, with the difference.

use crate::formula::{ClauseFormula, Formula, FormulaDiff, Setting};
use crate::text::lines_apart;
use hornbook_horn::System;
use hornbook_records::{Side, Subject};
use std::rc::Rc;
use yew::prelude::*;

/// The version of the subject that is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SubjectVersion {
    /// The subject before the step: removed parts are highlighted.
    Before,
    /// The subject after the step: new parts are highlighted.
    After,
}

#[derive(Clone, PartialEq, Properties)]
pub struct SubjectViewProps {
    pub subject: Subject,
    /// The other version.
    pub other: Subject,
    pub version: SubjectVersion,
    /// Names of the predicates before abstraction.
    pub concrete: Rc<System>,
    /// Names of the predicates after it.
    pub system: Rc<System>,
    pub setting: Setting,
}

/// A program as lines, clauses below each other, a clause or a formula.
#[component]
pub fn SubjectView(props: &SubjectViewProps) -> Html {
    let SubjectViewProps { subject, other, version, .. } = props;
    let change = match version {
        SubjectVersion::Before => FormulaDiff::until(other),
        SubjectVersion::After => FormulaDiff::since(other),
    };
    let setting = Setting { change, ..props.setting.clone() };
    match subject {
        Subject::Program(text) => {
            let other = if let Subject::Program(other) = other { other } else { "" };
            program(text, other, *version)
        }
        Subject::System(system) => clauses(system, other, setting),
        Subject::Clause { clause, side: Side::Concrete } => {
            let (system, other) = (props.concrete.clone(), other.clause(Side::Concrete).cloned());
            let setting = Setting { abstraction: None, ..setting };
            html! { <ClauseFormula {system} clause={clause.clone()} {other} {setting} /> }
        }
        Subject::Clause { clause, side: Side::Abstract } => {
            let (system, other) = (props.system.clone(), other.clause(Side::Abstract).cloned());
            html! { <ClauseFormula {system} clause={clause.clone()} {other} {setting} /> }
        }
        Subject::Formula(term) => {
            html! { <div><Formula term={term.clone()} {setting} /></div> }
        }
    }
}

fn program(text: &str, other: &str, version: SubjectVersion) -> Html {
    let name = match version {
        SubjectVersion::Before => "The program before",
        SubjectVersion::After => "The program after",
    };
    let lines = text.lines().zip(lines_apart(text, other)).map(|(line, changed)| {
        let line = line.to_owned();
        match (changed, version) {
            (false, _) => html! { <li>{ line }</li> },
            (true, SubjectVersion::Before) => html! { <li class="gone"><del>{ line }</del></li> },
            (true, SubjectVersion::After) => html! { <li class="new"><ins>{ line }</ins></li> },
        }
    });
    // Long lines scroll, so the keyboard must reach them.
    html! { <ol class="code-lines" tabindex="0" aria-label={name} data-testid="subject-program">{ for lines }</ol> }
}

fn clauses(system: &System, other: &Subject, setting: Setting) -> Html {
    let names = Rc::new(System { preds: system.preds.clone(), clauses: vec![] });
    let others = if let Subject::System(other) = other { &other.clauses[..] } else { &[] };
    let items = system.clauses.iter().map(|clause| {
        let other = others.iter().find(|other| other.id == clause.id).cloned();
        html! { <li><ClauseFormula system={names.clone()} clause={clause.clone()} {other} setting={setting.clone()} /></li> }
    });
    html! { <ol class="subject-clauses" data-testid="subject-clauses">{ for items }</ol> }
}
