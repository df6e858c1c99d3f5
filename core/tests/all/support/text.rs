//! Clauses as text, compared up to names.
//!
//! A clause is written `P(x) && x < n ==> Q(x + 1)`; predicates begin with a capital letter. Two
//! sets of clauses are the same if one becomes the other by renaming predicates one to one, and
//! in each clause the variables.

use hornbook_horn::{Goal, Instance, Op, Premise, System, Term};
use std::collections::BTreeMap;

/// A predicate with its arguments.
type Atom = (String, Vec<String>);

#[derive(Clone, Debug, PartialEq)]
pub struct TextClause {
    premises: Vec<Atom>,
    conditions: Vec<String>,
    /// A predicate, or the claim of an assertion.
    goal: Result<Atom, String>,
}

/// The clauses of a system. A claim `p ==> q` counts as the premise `p` and the claim `q`.
pub fn of_system(system: &System) -> Vec<TextClause> {
    let atom = |i: &Instance| {
        let name = format!("P{}", system.pred(i.pred).name);
        (name, i.args.iter().map(Term::to_string).collect())
    };
    let clause = |c: &hornbook_horn::Clause| {
        let mut conditions: Vec<Term> = c.conditions().flat_map(Term::conjuncts).collect();
        let mut goal = match &c.goal {
            Goal::Instance(i) => Ok(atom(i)),
            Goal::Cond(claim) => Err(claim.clone()),
        };
        while let Err(claim) = &goal
            && let Some([premise, rest]) = claim.as_app(Op::Implies)
        {
            conditions.extend(premise.conjuncts());
            goal = Err(rest.clone());
        }
        let premises = c.premises.iter().filter_map(|p| match p {
            Premise::Instance(i) => Some(atom(i)),
            Premise::Cond(_) => None,
        });
        let bracketed = |t: &Term| t.as_app(Op::Or).or(t.as_app(Op::Implies)).is_some();
        let show = |t: &Term| if bracketed(t) { format!("({t})") } else { t.to_string() };
        let conditions = conditions.iter().map(show).collect();
        TextClause {
            premises: premises.collect(),
            conditions,
            goal: goal.map_err(|t| t.to_string()),
        }
    };
    system.clauses.iter().map(clause).collect()
}

/// The clauses of a text, one a line; empty lines and what stands behind `//` do not count.
pub fn of_text(text: &str) -> Vec<TextClause> {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or_default().trim());
    lines.filter(|l| !l.is_empty()).map(parse).collect()
}

fn parse(line: &str) -> TextClause {
    let parts = split(line, "==>");
    let (goal, before) = parts.split_last().expect("a goal");
    let before = before.first().map_or(vec![], |text| split(text, "&&"));
    let (mut premises, mut conditions) = (vec![], vec![]);
    for part in before {
        match as_atom(&part) {
            Some(atom) => premises.push(atom),
            None => conditions.push(part),
        }
    }
    TextClause { premises, conditions, goal: as_atom(goal).ok_or_else(|| goal.clone()) }
}

/// Cuts at a mark that stands outside of all brackets.
fn split(text: &str, mark: &str) -> Vec<String> {
    let (mut depth, mut parts, mut start) = (0, vec![], 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && at >= start && text[at..].starts_with(mark) {
            parts.push(text[start..at].trim().to_owned());
            start = at + mark.len();
        }
    }
    parts.push(text[start..].trim().to_owned());
    parts
}

fn as_atom(text: &str) -> Option<Atom> {
    let (name, rest) = text.split_once('(')?;
    let inner = rest.strip_suffix(')')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'');
    let args = if inner.is_empty() { vec![] } else { split(inner, ",") };
    is_name.then(|| (name.to_owned(), args))
}

/// Leaves out clauses that only say that the same state, perhaps without some variables, holds at
/// a second point, where nothing else is said about the first one.
pub fn without_skips(mut clauses: Vec<TextClause>) -> Vec<TextClause> {
    while let Some(n) = (0..clauses.len()).find(|n| is_skip(&clauses, *n)) {
        let skip = clauses.remove(n);
        let ((from, formals), Ok((to, kept))) = (&skip.premises[0], &skip.goal) else { break };
        for clause in &mut clauses {
            if let Ok((name, args)) = &mut clause.goal
                && name == from
            {
                let at = |v: &String| formals.iter().position(|f| f == v).expect("a formal");
                *args = kept.iter().map(|v| args[at(v)].clone()).collect();
                *name = to.clone();
            }
        }
    }
    clauses
}

fn is_skip(clauses: &[TextClause], n: usize) -> bool {
    let clause = &clauses[n];
    let ([(from, formals)], [], Ok((to, args))) =
        (clause.premises.as_slice(), clause.conditions.as_slice(), &clause.goal)
    else {
        return false;
    };
    let leaving = clauses.iter().filter(|c| c.premises.iter().any(|p| p.0 == *from)).count();
    let enters = clauses.iter().any(|c| matches!(&c.goal, Ok((name, _)) if name == from));
    from != to && leaving == 1 && enters && args.iter().all(|a| formals.contains(a))
}

/// Leaves out points that only a test leads to: its condition moves to the ways out.
pub fn without_tests(mut clauses: Vec<TextClause>) -> Vec<TextClause> {
    while let Some(n) = (0..clauses.len()).find(|n| is_only_test(&clauses, *n)) {
        let test = clauses.remove(n);
        let Ok((to, _)) = &test.goal else { break };
        for clause in clauses.iter_mut().filter(|c| c.premises[..].iter().any(|p| p.0 == *to)) {
            assert_eq!(clause.premises[0].1, test.premises[0].1, "the same variables");
            clause.premises = test.premises.clone();
            clause.conditions.splice(0..0, test.conditions.iter().cloned());
        }
    }
    clauses
}

fn is_only_test(clauses: &[TextClause], n: usize) -> bool {
    let clause = &clauses[n];
    let ([(from, formals)], Ok((to, args))) = (clause.premises.as_slice(), &clause.goal) else {
        return false;
    };
    let entering = clauses.iter().filter(|c| matches!(&c.goal, Ok((name, _)) if name == to));
    let leaves = clauses.iter().any(|c| c.premises.iter().any(|p| p.0 == *to));
    let tests = !clause.conditions.is_empty() && args == formals;
    tests && from != to && leaves && entering.count() == 1
}

/// Panics unless two sets of clauses are the same up to names.
pub fn assert_same(found: &[TextClause], expected: &[TextClause]) {
    let same = found.len() == expected.len() && matches(expected, found, &Renaming::default());
    assert!(same, "found:\n{}\nexpected:\n{}", show(found), show(expected));
}

/// Panics unless all of `expected` are, up to names, among the clauses.
pub fn assert_among(found: &[TextClause], expected: &[TextClause]) {
    let among = matches(expected, found, &Renaming::default());
    assert!(among, "found:\n{}\nexpected:\n{}", show(found), show(expected));
}

fn show(clauses: &[TextClause]) -> String {
    clauses.iter().map(|c| tokens(c).join(" ") + "\n").collect()
}

/// A renaming in both directions.
#[derive(Clone, Default)]
struct Renaming {
    there: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

impl Renaming {
    fn add(&mut self, a: &str, b: &str) -> bool {
        let there = self.there.entry(a.to_owned()).or_insert_with(|| b.to_owned()) == b;
        let back = self.back.entry(b.to_owned()).or_insert_with(|| a.to_owned()) == a;
        there && back
    }
}

/// Finds a partner for each expected clause.
fn matches(expected: &[TextClause], found: &[TextClause], preds: &Renaming) -> bool {
    let Some((first, rest)) = expected.split_first() else { return true };
    (0..found.len()).any(|n| {
        let mut preds = preds.clone();
        let mut others = found.to_vec();
        let candidate = others.remove(n);
        same_clause(first, &candidate, &mut preds) && matches(rest, &others, &preds)
    })
}

fn same_clause(a: &TextClause, b: &TextClause, preds: &mut Renaming) -> bool {
    let (a, b) = (tokens(a), tokens(b));
    let mut vars = Renaming::default();
    a.len() == b.len()
        && a.iter().zip(&b).all(|(x, y)| match (kind(x), kind(y)) {
            (Kind::Pred, Kind::Pred) => preds.add(x, y),
            (Kind::Var, Kind::Var) => vars.add(x, y),
            _ => x == y,
        })
}

#[derive(PartialEq)]
enum Kind {
    Pred,
    Var,
    Other,
}

fn kind(token: &str) -> Kind {
    const WORDS: [&str; 6] = ["sorted", "bound_eq", "forall", "exists", "true", "false"];
    match token.chars().next() {
        Some(c) if c.is_ascii_uppercase() => Kind::Pred,
        Some(c) if c.is_ascii_lowercase() && !WORDS.contains(&token) => Kind::Var,
        _ => Kind::Other,
    }
}

fn tokens(clause: &TextClause) -> Vec<String> {
    let atom = |(name, args): &Atom| format!("{name}({})", args.join(", "));
    let premises = clause.premises.iter().map(atom);
    let before: Vec<String> = premises.chain(clause.conditions.iter().cloned()).collect();
    let goal = clause.goal.as_ref().map_or_else(String::clone, atom);
    let text = format!("{} ==> {goal}", before.join(" && "));
    let mut out: Vec<String> = vec![];
    let mut word = false;
    for c in text.chars() {
        let part = c.is_alphanumeric() || c == '_' || c == '\'';
        match out.last_mut() {
            Some(last) if part && word => last.push(c),
            _ if c.is_whitespace() => {}
            _ => out.push(c.to_string()),
        }
        word = part;
    }
    out
}
