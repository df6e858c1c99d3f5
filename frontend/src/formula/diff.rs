//! Differences between two versions of a formula.

use hornbook_horn::{Clause, Goal, Instance, Node, Premise, Term};
use hornbook_records::Subject;
use std::collections::HashSet;
use std::rc::Rc;

/// The difference of a formula from another version of it: no other version, or all terms of the other one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormulaDiff {
    others: Option<Rc<HashSet<Term>>>,
    class: &'static str,
}

impl FormulaDiff {
    /// The difference that shows new terms since `before`.
    pub fn since(before: &Subject) -> FormulaDiff {
        FormulaDiff { others: Some(Rc::new(terms(before))), class: "f-new" }
    }

    /// The difference that shows terms that are gone in `after`.
    pub fn until(after: &Subject) -> FormulaDiff {
        FormulaDiff { others: Some(Rc::new(terms(after))), class: "f-gone" }
    }

    /// The class of a term that the other version does not have. Of nested terms only the innermost are
    /// highlighted: the others differ in them.
    pub fn class(&self, t: &Term) -> Option<&'static str> {
        let others = self.others.as_ref()?;
        let known = |t: &Term| others.contains(t);
        (!known(t) && parts(t).iter().all(known)).then_some(self.class)
    }

    /// Whether some of these terms is highlighted.
    pub fn points_into(&self, all: &[Term]) -> bool {
        let within = |t: &Term| self.points_into(parts(t));
        all.iter().any(|t| self.class(t).is_some() || within(t))
    }
}

fn parts(t: &Term) -> &[Term] {
    match t.node() {
        Node::App(_, args) | Node::Pred(_, args) => args,
        Node::Quant(_, _, body) => std::slice::from_ref(body),
        _ => &[],
    }
}

/// The guard and the arguments of an instance.
pub fn terms_of_instance(i: &Instance) -> Vec<Term> {
    std::iter::once(&i.guard).chain(&i.args).cloned().collect()
}

/// Every term of a subject, with its sub-terms.
fn terms(subject: &Subject) -> HashSet<Term> {
    let mut out = HashSet::new();
    let mut open = match subject {
        Subject::Program(_) => vec![],
        Subject::System(system) => system.clauses.iter().flat_map(terms_of_clause).collect(),
        Subject::Clause { clause, .. } => terms_of_clause(clause),
        Subject::Formula(term) => vec![term.clone()],
    };
    while let Some(t) = open.pop() {
        open.extend(parts(&t).iter().cloned());
        out.insert(t);
    }
    out
}

fn terms_of_clause(clause: &Clause) -> Vec<Term> {
    let mut out: Vec<Term> = vec![];
    for premise in &clause.premises {
        match premise {
            Premise::Instance(i) => out.extend(terms_of_instance(i)),
            Premise::Cond(c) => out.push(c.clone()),
        }
    }
    match &clause.goal {
        Goal::Instance(i) => out.extend(terms_of_instance(i)),
        Goal::Cond(c) => out.push(c.clone()),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::{ClauseId, Instruction, Op, Origin, Sort, Var};

    fn clause(condition: Term) -> Subject {
        Subject::abstracted(&Clause {
            id: ClauseId(0),
            origin: Origin::new(Default::default(), Instruction::Given),
            premises: vec![],
            goal: Goal::Cond(condition),
        })
    }

    #[test]
    fn only_the_innermost_differences_are_pointed_out() {
        let v = |name: &str| Term::var(&Var::int(name));
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let read = Term::select(a, v("i"));
        let before = Term::app(Op::Ne, vec![read.clone(), Term::int(0)]);
        let after = Term::app(Op::Ne, vec![v("w"), Term::int(0)]);
        let change = FormulaDiff::since(&clause(before.clone()));
        assert_eq!(change.class(&after), None);
        assert_eq!(change.class(&v("w")), Some("f-new"));
        assert!(change.points_into(std::slice::from_ref(&after)));
        assert!(!change.points_into(std::slice::from_ref(&before)));
        let change = FormulaDiff::until(&clause(after));
        // Neither the array nor the index is there any more.
        assert_eq!(change.class(&read), None);
        assert_eq!(change.class(&v("i")), Some("f-gone"));
        assert_eq!(FormulaDiff::default().class(&read), None);
        // Other subjects are compared in the same way; a text has no terms.
        assert_eq!(FormulaDiff::since(&Subject::Formula(before)).class(&v("w")), Some("f-new"));
        assert_eq!(FormulaDiff::since(&Subject::Program("w".into())).class(&v("w")), Some("f-new"));
    }
}
