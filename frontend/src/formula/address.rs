//! Addresses of terms in a clause, for elements that the student points at.
//!
//! An address is the number of a premise (the goal comes last), within an instance `0` for the
//! guard or `n + 1` for argument `n`, then a path into the term; written `2.1.0`.
//!
//! One listener for each clause is enough, as elements carry their addresses. Parts nested deeper
//! than 32 levels have no elements of their own, which browsers lay out slowly: they are read,
//! selected and copied with what is around them, and lit with it.

use hornbook_horn::{Clause, Goal, Instance, Premise, Term};

/// The address of the sub-term at `path` in the term at `place`, as an attribute's value.
pub fn written(place: &[u32], path: &[u32]) -> String {
    let mut out = String::new();
    for (n, step) in place.iter().chain(path).enumerate() {
        if n > 0 {
            out.push('.');
        }
        out.push_str(&step.to_string());
    }
    out
}

/// The term at an address of a clause.
pub fn term_at(clause: &Clause, address: &str) -> Option<Term> {
    let steps: Vec<u32> = address.split('.').map(|s| s.parse().ok()).collect::<Option<_>>()?;
    let (&first, rest) = steps.split_first()?;
    let of_instance = |i: &Instance| {
        let (&part, path) = rest.split_first()?;
        let term = match part {
            0 => &i.guard,
            n => i.args.get(n as usize - 1)?,
        };
        term.sub_term(path).cloned()
    };
    match clause.premises.get(first as usize) {
        Some(Premise::Instance(i)) => of_instance(i),
        Some(Premise::Cond(c)) => c.sub_term(rest).cloned(),
        None => match &clause.goal {
            Goal::Instance(i) => of_instance(i),
            Goal::Cond(c) => c.sub_term(rest).cloned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline as pipeline;
    use hornbook_pipeline::Input;
    use hornbook_tasks::choices::Choices;

    #[test]
    fn addresses_lead_to_their_terms() {
        let text = "int a[]; int i = 0; assume(i < 3); a[i + 1] = 4;";
        let stages = pipeline::record_stages(&Input::program(text, &Choices::default())).stages;
        let system = stages.expect("no errors").concrete;
        let at = |clause: usize, address: &str| {
            term_at(&system.clauses[clause], address).map(|t| t.to_string())
        };
        let assume = system.clauses.len() - 2;
        assert_eq!(at(assume, "1").as_deref(), Some("i < 3"));
        assert_eq!(at(assume, &written(&[1], &[0])).as_deref(), Some("i"));
        assert_eq!(at(assume, "2.1").as_deref(), at(assume, "0.1").as_deref());
        assert_eq!(at(assume + 1, "1.1.1").as_deref(), Some("i + 1"));
        assert_eq!(at(assume, "1.7"), None);
        assert_eq!(at(assume, "x"), None);
        assert_eq!(at(assume, ""), None);
    }
}
