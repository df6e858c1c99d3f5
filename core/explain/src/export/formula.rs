//! Single formulas as text in one of several languages.

use hornbook_horn::{Clause, ClauseId, System, Term, latex, notation, smtlib};
use hornbook_records::export::Language;
use hornbook_records::invariant::Invariant;
use hornbook_records::stage_record::Stages;

use hornbook_records::stages::Phase;

/// Formats a clause of a phase, without a line end; `None` if there is none of that number.
pub fn format_clause_at(
    stages: &Stages,
    id: ClauseId,
    phase: Phase,
    language: Language,
) -> Option<String> {
    let system = stages.system_at(phase);
    Some(format_clause(system, system.clause(id)?, language))
}

/// Formats a clause with the predicates of `system`, without a line end.
pub fn format_clause(system: &System, clause: &Clause, language: Language) -> String {
    match language {
        Language::Latex => latex::clause(system, clause),
        Language::Smtlib => smtlib::clause(system, &clause.shortened()).trim_end().to_owned(),
        Language::Text => {
            let (premises, goal) = notation::clause(system, clause);
            let premises: Vec<String> = premises.iter().map(|p| p.text()).collect();
            let arrow = if premises.is_empty() { "" } else { " → " };
            format!("{}{arrow}{}", premises.join(" ∧ "), goal.text())
        }
    }
}

/// Formats an invariant with a line for each part. As text the parts are in the syntax of programs, so that
/// they can be asserted.
pub fn format_invariant(invariant: &Invariant, language: Language) -> String {
    let parts: Vec<String> = match language {
        Language::Text => invariant.sentences().collect(),
        Language::Latex | Language::Smtlib => {
            invariant.parts.iter().map(|part| format_term(part, language)).collect()
        }
    };
    parts.join("\n")
}

/// Formats a term.
pub fn format_term(t: &Term, language: Language) -> String {
    match language {
        Language::Latex => latex::term(t),
        Language::Smtlib => smtlib::term(t),
        Language::Text => notation::term(t).text(),
    }
}
