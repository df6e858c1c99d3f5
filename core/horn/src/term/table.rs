//! Tables of terms: a record names each of its terms once, by a number, and its table has the term of each
//! number.
//!
//! Under [`write_with_table`] terms and variables are written as numbers, in whatever format; outside as
//! trees. An entry names only entries before it, so that a table is read from its first entry to its last,
//! and terms that were one term are one again. Equal terms have one number, wherever they were built.

use super::{Inner, Node, Op, Quantifier, Sort, Term, Var};
use hornbook_base::Int;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;

/// The terms of the numbers in a record, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TermTable(Vec<Entry>);

/// A node whose children are entries. It is written as a [`Node`] with numbers for its children.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Entry {
    Var(Plain),
    Int(Int),
    Bool(bool),
    App(Op, Vec<u32>),
    Pred(Rc<str>, Vec<u32>),
    /// The variables are entries as well.
    Quant(Quantifier, Vec<u32>, u32),
}

/// A variable that is never written as a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Plain {
    name: Rc<str>,
    sort: Sort,
}

impl From<&Var> for Plain {
    fn from(v: &Var) -> Plain {
        Plain { name: v.name.clone(), sort: v.sort.clone() }
    }
}

impl From<Plain> for Var {
    fn from(Plain { name, sort }: Plain) -> Var {
        Var { name, sort }
    }
}

/// A table under construction.
#[derive(Default)]
struct Writing {
    numbers: FxHashMap<Entry, u32>,
    vars: FxHashMap<Var, u32>,
    table: Vec<Entry>,
    /// The numbers of terms by their addresses. The terms are kept alive, so that no other term has such an
    /// address.
    places: FxHashMap<*const Inner, u32>,
    kept: Vec<Term>,
}

thread_local! {
    /// The tables under construction, the innermost last.
    static WRITING: RefCell<Vec<Writing>> = const { RefCell::new(vec![]) };
    /// The terms of the tables being read, the innermost last.
    static READING: RefCell<Vec<Vec<Term>>> = const { RefCell::new(vec![]) };
}

/// Takes a table off the list when its scope ends, also by a panic.
struct TableScope<T: 'static>(&'static std::thread::LocalKey<RefCell<Vec<T>>>);

impl<T> TableScope<T> {
    fn new(list: &'static std::thread::LocalKey<RefCell<Vec<T>>>, table: T) -> TableScope<T> {
        list.with_borrow_mut(|tables| tables.push(table));
        TableScope(list)
    }
}

impl<T> Drop for TableScope<T> {
    fn drop(&mut self) {
        self.0.with_borrow_mut(Vec::pop);
    }
}

/// Runs `work` with terms written as numbers; returns its result with the table.
pub fn write_with_table<R>(work: impl FnOnce() -> R) -> (R, TermTable) {
    let _open = TableScope::new(&WRITING, Writing::default());
    let result = work();
    (result, take_table())
}

/// Takes the table under construction out: after this no term must be written any more.
pub fn take_table() -> TermTable {
    let take = |writing: &mut Writing| std::mem::take(writing).table;
    WRITING.with_borrow_mut(|tables| TermTable(tables.last_mut().map(take).unwrap_or_default()))
}

/// Runs `work` with numbers read as the terms of a table.
///
/// # Errors
/// An entry of the table names one that is not before it.
pub fn read_with_table<R>(table: &TermTable, work: impl FnOnce() -> R) -> Result<R, String> {
    let _open = TableScope::new(&READING, table.terms()?);
    Ok(work())
}

/// The number of a term in the table under construction, if there is one.
pub(super) fn number(term: &Term) -> Option<u32> {
    WRITING.with_borrow_mut(|tables| tables.last_mut().map(|writing| writing.number(term)))
}

/// The number of a variable in the table under construction, if there is one.
pub(super) fn number_of_var(v: &Var) -> Option<u32> {
    let number = |writing: &mut Writing| writing.var(v);
    WRITING.with_borrow_mut(|tables| tables.last_mut().map(number))
}

/// Whether terms are read as numbers.
pub(super) fn is_reading() -> bool {
    READING.with_borrow(|tables| !tables.is_empty())
}

/// The term with a number in the table being read.
pub(super) fn term(number: u32) -> Option<Term> {
    READING.with_borrow(|tables| tables.last()?.get(number as usize).cloned())
}

impl Writing {
    /// The number of a term. The way down keeps a stack of its own: terms may be deep.
    fn number(&mut self, term: &Term) -> u32 {
        if let Some(known) = self.known(term) {
            return known;
        }
        let mut open = vec![(term, false)];
        let mut last = 0;
        while let Some((t, done)) = open.pop() {
            if let Some(known) = self.known(t) {
                last = known;
            } else if done {
                last = self.enter(t);
                self.places.insert(Rc::as_ptr(&t.0), last);
                self.kept.push(t.clone());
            } else {
                open.push((t, true));
                open.extend(t.children().iter().rev().map(|c| (c, false)));
            }
        }
        last
    }

    /// The number of a leaf, or of a term that was numbered before.
    fn known(&mut self, t: &Term) -> Option<u32> {
        match t.node() {
            Node::Var(v) => Some(self.var(v)),
            Node::Int(n) => Some(self.add(Entry::Int(n.clone()))),
            Node::Bool(b) => Some(self.add(Entry::Bool(*b))),
            _ => self.places.get(&Rc::as_ptr(&t.0)).copied(),
        }
    }

    /// The number of a term whose children have numbers.
    fn enter(&mut self, t: &Term) -> u32 {
        let mut all = |args: &[Term]| -> Vec<u32> {
            args.iter().map(|c| self.known(c).unwrap_or_default()).collect()
        };
        let entry = match t.node() {
            Node::App(op, args) => Entry::App(*op, all(args)),
            Node::Pred(p, args) => Entry::Pred(p.clone(), all(args)),
            Node::Quant(q, vars, body) => {
                let body = self.known(body).unwrap_or_default();
                Entry::Quant(*q, vars.iter().map(|v| self.var(v)).collect(), body)
            }
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {
                return self.known(t).unwrap_or_default();
            }
        };
        self.add(entry)
    }

    /// The number of a variable.
    fn var(&mut self, v: &Var) -> u32 {
        match self.vars.get(v) {
            Some(&number) => number,
            None => {
                let number = self.add(Entry::Var(v.into()));
                self.vars.insert(v.clone(), number);
                number
            }
        }
    }

    /// The number of an entry, which is at the end of the table if it was not there.
    fn add(&mut self, entry: Entry) -> u32 {
        if let Some(&number) = self.numbers.get(&entry) {
            return number;
        }
        let next = u32::try_from(self.table.len()).unwrap_or(u32::MAX);
        self.numbers.insert(entry.clone(), next);
        self.table.push(entry);
        next
    }
}

impl TermTable {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terms of the numbers.
    fn terms(&self) -> Result<Vec<Term>, String> {
        let mut terms: Vec<Term> = Vec::with_capacity(self.0.len());
        for entry in &self.0 {
            let find = |n: &u32| {
                let known = terms.get(*n as usize).cloned();
                known.ok_or_else(|| format!("the term {} names the term {n}", terms.len()))
            };
            let all = |args: &[u32]| args.iter().map(find).collect::<Result<Vec<Term>, String>>();
            let node = match entry {
                Entry::Var(v) => Node::Var(v.clone().into()),
                Entry::Int(n) => Node::Int(n.clone()),
                Entry::Bool(b) => Node::Bool(*b),
                Entry::App(op, args) => Node::App(*op, all(args)?),
                Entry::Pred(p, args) => Node::Pred(p.clone(), all(args)?),
                Entry::Quant(q, vars, body) => {
                    let no_var = || format!("the term {} binds something else", terms.len());
                    let var = |n: &u32| find(n)?.as_var().cloned().ok_or_else(no_var);
                    let vars = vars.iter().map(var).collect::<Result<Vec<Var>, String>>()?;
                    Node::Quant(*q, vars, find(body)?)
                }
            };
            terms.push(Term::from_node(node));
        }
        Ok(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(times: usize) -> Term {
        (0..times).fold(Term::var(&Var::int("x")), |t, _| Term::add(t.clone(), t))
    }

    #[test]
    fn a_table_grows_with_what_is_shared_and_not_with_the_tree() {
        let (json, table) = write_with_table(|| serde_json::to_string(&doubled(60)).expect("JSON"));
        assert_eq!((json.as_str(), table.len()), ("60", 61));
        let again =
            read_with_table(&table, || serde_json::from_str::<Term>(&json).expect("a term"));
        let again = again.expect("a table");
        let (json_again, table_again) =
            write_with_table(|| serde_json::to_string(&again).expect("JSON"));
        assert_eq!((json_again, table_again), (json, table));
    }

    #[test]
    fn equal_terms_have_one_number_and_come_back_as_they_were() {
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let k = Var::int("k");
        let body = Term::eq(Term::select(a.clone(), Term::var(&k)), Term::int(-7));
        let formula = Term::forall(vec![k], Term::implies(Term::pred("p", vec![a]), body));
        let both = (formula.clone(), Term::not(formula.clone()));
        let (json, table) = write_with_table(|| serde_json::to_string(&both).expect("JSON"));
        assert_eq!(json, format!("[{},{}]", table.len() - 2, table.len() - 1));
        let entries = serde_json::to_string(&table).expect("JSON");
        let table: TermTable = serde_json::from_str(&entries).expect("a table");
        let back =
            read_with_table(&table, || serde_json::from_str::<(Term, Term)>(&json).expect("terms"));
        assert_eq!(back, Ok(both));
        // Outside terms are trees.
        assert!(serde_json::to_string(&formula).expect("JSON").contains("Quant"));
    }

    #[test]
    fn numbers_that_stand_for_nothing_are_errors() {
        let of = |json: &str| serde_json::from_str::<TermTable>(json).expect("a table");
        let wrong = of(r#"[{"App":["Neg",[0]]}]"#);
        assert!(read_with_table(&wrong, || ()).is_err());
        let short = of(r#"[{"Bool":true}]"#);
        let parsed = read_with_table(&short, || serde_json::from_str::<Term>("1").is_err());
        assert_eq!(parsed, Ok(true));
    }

    #[test]
    fn tables_within_tables_are_their_own() {
        let ((inner, outer), table) = write_with_table(|| {
            let (_, inner) = write_with_table(|| serde_json::to_string(&Term::int(1)));
            (inner, serde_json::to_string(&Term::int(2)).expect("JSON"))
        });
        assert_eq!((inner.len(), outer.as_str(), table.len()), (1, "0", 1));
        assert_eq!(read_with_table(&table, || term(0)), Ok(Some(Term::int(2))));
        assert!(!is_reading());
    }
}
