//! Fresh names.

use super::Var;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Makes names that are not taken.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<Rc<str>>,
    /// Where the numbering of a stem goes on, so that many names from one stem stay cheap.
    next: BTreeMap<Rc<str>, u64>,
}

impl Names {
    /// Names that avoid those of `vars`.
    pub fn avoiding(vars: impl IntoIterator<Item = Var>) -> Names {
        let taken = vars.into_iter().map(|v| v.name).collect();
        Names { taken, next: BTreeMap::new() }
    }

    /// Takes the name of `v`, so that no fresh variable gets it.
    pub fn take(&mut self, v: &Var) {
        self.taken.insert(v.name.clone());
    }

    /// A variable of the sort of `like` and named after it: the name itself if it is free, else
    /// with one prime, two primes, then numbered.
    pub fn fresh(&mut self, like: &Var) -> Var {
        let stem = like.name.split('\'').next().unwrap_or_default();
        let primes = like.name[stem.len()..].chars().take_while(|c| *c == '\'').count() as u64;
        let primed = (primes..=2).map(|n| format!("{stem}{}", "'".repeat(n as usize)));
        let free = |name: &String| !self.taken.contains(name.as_str());
        let name: Rc<str> = match primed.into_iter().find(free) {
            Some(name) => Rc::from(name),
            None => {
                let next = self.next.entry(Rc::from(stem)).or_insert(3);
                loop {
                    let name = format!("{stem}'{next}");
                    *next += 1;
                    if !self.taken.contains(name.as_str()) {
                        break Rc::from(name);
                    }
                }
            }
        };
        self.taken.insert(name.clone());
        Var { name, sort: like.sort.clone() }
    }
}
