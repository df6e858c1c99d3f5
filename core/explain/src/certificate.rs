//! Certificates: the proof obligations of a verdict `certified`, as a script for other solvers.
//!
//! The script has a function for each predicate of the final clauses, and for each clause a question
//! whose answer is `unsat` if the clause holds. It has no quantifiers, so that every solver of
//! linear integer arithmetic can answer.

use hornbook_records::certificate::ModelText;

mod definitions;
mod horn_model;
use definitions::{ClauseNegation, Definition, Definitions};
pub use horn_model::{concretize, format_horn_model};
use hornbook_base::LineIndex;
use hornbook_evidence::laws::{ProductLaw, list_laws};
use hornbook_evidence::model::Model;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{Clause, ClauseId, Goal, PredId, System, Term, Var, smtlib};
use hornbook_records::invariant::Invariant;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A model that the checker accepted, with the claims that it proves.
#[derive(Clone, Copy)]
pub struct CertifiedModel<'a> {
    /// The final clauses.
    pub system: &'a System,
    /// Their model.
    pub model: &'a Model,
    /// The assertion clauses that the model satisfies; it need not satisfy others.
    pub claims: &'a BTreeSet<ClauseId>,
    /// Whether the clauses are large blocks, one for the steps between two loop heads.
    pub merged: bool,
    /// The laws of products that the proofs need.
    pub laws: &'a BTreeSet<ProductLaw>,
}

impl CertifiedModel<'_> {
    /// The model as text.
    pub fn to_text(&self, lines: &LineIndex) -> ModelText {
        let definitions = Definitions::from_model(self.system, self.model);
        let formulas = definitions.order.iter().filter(|p| self.model.formulas.contains_key(p));
        let function = |p: &PredId| Some(self.format_function(*p, definitions.get(*p)?));
        let functions = formulas.filter_map(function).collect();
        ModelText { lines: self.lines(lines), merged: self.merged, definitions: functions }
    }

    /// Whether a product of unknowns occurs in it.
    fn has_products(&self) -> bool {
        let terms = self.system.clauses.iter().flat_map(Clause::terms);
        terms.chain(self.model.formulas.values()).any(has_product)
    }

    /// The lines of the assertions that are proved, each once.
    fn lines(&self, lines: &LineIndex) -> Vec<u32> {
        let clauses = self.system.clauses.iter().filter(|c| self.claims.contains(&c.id));
        let found: BTreeSet<u32> = clauses.map(|c| lines.line(c.origin.span)).collect();
        found.into_iter().collect()
    }

    fn format_function(&self, pred: PredId, definition: &Definition) -> String {
        let binder = |v: &Var| format!("({} {})", smtlib::symbol(&v.name), smtlib::sort(&v.sort));
        let params: Vec<String> =
            definition.params.iter().chain(&definition.witnesses).map(binder).collect();
        let name = smtlib::symbol(&self.system.pred(pred).name);
        let body = smtlib::term(&definition.body);
        format!("(define-fun {name} ({}) Bool\n  {body})", params.join(" "))
    }

    /// Writes functions and questions, in a scope of their own.
    fn write(&self, out: &mut String, lines: &LineIndex) {
        let definitions = Definitions::from_model(self.system, self.model);
        let proved: Vec<String> = self.lines(lines).iter().map(u32::to_string).collect();
        if !proved.is_empty() {
            write_comment(
                out,
                &format!("What proves the assertions of these lines: {}.", proved.join(", ")),
            );
        }
        if self.merged {
            write_comment(out, "These clauses are those of the option --large-blocks as well.");
        }
        if let Some(laws) = list_laws(self.laws) {
            write_comment(out, &format!("Hornbook's proofs need these laws of products: {laws}."));
        }
        out.push_str("(push 1)\n");
        for pred in &definitions.order {
            let Some(definition) = definitions.get(*pred) else { continue };
            out.push('\n');
            write_comment(out, &self.format_meaning(*pred, definition));
            let _ = writeln!(out, "{}", self.format_function(*pred, definition));
        }
        let asked = |c: &&Clause| match c.goal {
            Goal::Cond(_) => self.claims.contains(&c.id),
            Goal::Instance(_) => true,
        };
        for clause in self.system.clauses.iter().filter(asked) {
            self.write_question(out, clause, &definitions.negate_clause(clause), lines);
        }
        out.push_str("\n(pop 1)\n");
    }

    fn format_meaning(&self, pred: PredId, definition: &Definition) -> String {
        let title = &self.system.pred(pred).title;
        let names: Vec<&str> = definition.witnesses.iter().map(|v| &*v.name).collect();
        let from = match self.model.formulas.contains_key(&pred) {
            true => String::new(),
            false => ": what its clauses derive it from".to_owned(),
        };
        let some = match names.as_slice() {
            [] => String::new(),
            names => format!(", for some {}", names.join(", ")),
        };
        format!("{title}{from}{some}")
    }

    fn write_question(
        &self,
        out: &mut String,
        clause: &Clause,
        refusal: &ClauseNegation,
        lines: &LineIndex,
    ) {
        let line = lines.line(clause.origin.span);
        let what = clause.origin.instruction.describe();
        out.push('\n');
        write_comment(out, &format!("clause {}, line {line}: {what}", clause.id.0));
        write_comment(out, &format!("  {}", self.system.show(clause)));
        out.push_str("(push 1)\n");
        for v in &refusal.constants {
            let (name, sort) = (smtlib::symbol(&v.name), smtlib::sort(&v.sort));
            let _ = writeln!(out, "(declare-const {name} {sort})");
        }
        let formula = smtlib::term(&Term::not(refusal.formula.clone()));
        let _ = writeln!(out, "(assert {formula})");
        out.push_str("(set-info :status unsat)\n(check-sat)\n(pop 1)\n");
    }
}

/// The header of the script: its claim, and its trusted base.
const HEADER: &str = "\
Proof obligations for a verdict `certified` of Hornbook.

Each (check-sat) asks whether a clause can be violated. If all answers are unsat, the functions
below are a model of the clauses that are named here, and the assertions among them hold. Premises
that are not needed may be missing, which makes a clause say more.

What this does not show is that these clauses stand for the program: that the first clauses
describe all of its runs, and that a model of the final clauses gives one of the first. The latter
is a theorem about Hornbook's abstraction, of which no step strengthens a premise.

Of a predicate without a formula the function has further parameters: the predicate holds where
the function does for some values of these. As a premise it has unknowns there; as a goal it has
the values that the clause provides.";

/// Formats the obligations of certified models. `invariants` are the models over program variables, and
/// `clauses` describes the clauses.
pub fn format_script(
    proved: &[CertifiedModel],
    invariants: &[Invariant],
    clauses: &str,
    lines: &LineIndex,
) -> String {
    let mut out = String::new();
    write_comment(&mut out, HEADER);
    write_comment(&mut out, &format!("\n{clauses}"));
    if proved.is_empty() {
        write_comment(&mut out, "\nThere was nothing to prove.");
    }
    for invariant in invariants {
        write_comment(&mut out, &format!("\n{}, {}:", invariant.name, invariant.title));
        invariant.sentences().for_each(|said| write_comment(&mut out, &format!("  {said}")));
        if invariant.parts.is_empty() {
            write_comment(&mut out, "  true");
        }
    }
    let has_products = proved.iter().any(CertifiedModel::has_products);
    let logic = if has_products { "QF_NIA" } else { "QF_LIA" };
    let _ = writeln!(out, "\n(set-logic {logic})");
    for part in proved {
        out.push('\n');
        part.write(&mut out, lines);
    }
    out
}

/// Formats the comment before the obligations of a program other than the text: its purpose, and the program.
pub fn format_subprogram(why: &str, text: &str) -> String {
    let mut out = String::new();
    write_comment(&mut out, &format!("These are about another program than the text. {why}"));
    write_comment(
        &mut out,
        "That its claims suffice is a theorem about how it was made. The program is",
    );
    text.lines().for_each(|line| write_comment(&mut out, &format!("  {line}")));
    out.push('\n');
    out
}

/// Writes a comment on lines of its own; names may contain any kind of line end.
fn write_comment(out: &mut String, text: &str) {
    for line in text.lines() {
        let line = line.replace(char::is_control, " ");
        let _ = writeln!(out, "{}", format!("; {line}").trim_end());
    }
}
