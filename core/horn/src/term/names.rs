//! Fresh names.

use super::Var;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A source of fresh names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: FxHashSet<Rc<str>>,
    /// Taken names that many sources share.
    common: Rc<FxHashSet<Rc<str>>>,
    /// The next number of a stem, so that many names from one stem stay cheap.
    next: FxHashMap<Rc<str>, u64>,
}

impl Names {
    /// A source of names that avoids those of `vars`.
    pub fn avoiding(vars: impl IntoIterator<Item = Var>) -> Names {
        Names { taken: vars.into_iter().map(|v| v.name).collect(), ..Names::default() }
    }

    /// A source of names that avoids shared ones, which are not copied.
    pub fn avoiding_shared(common: &Rc<FxHashSet<Rc<str>>>) -> Names {
        Names { common: common.clone(), ..Names::default() }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name) || self.common.contains(name)
    }

    /// Takes the name of `v`, so that no fresh variable gets it.
    pub fn take(&mut self, v: &Var) {
        self.taken.insert(v.name.clone());
    }

    /// A variable of the sort of `like` and named after it: the name itself if it is free, else
    /// with one prime, two primes, then numbered. Its name is taken from now on.
    pub fn fresh(&mut self, like: &Var) -> Var {
        let (var, number) = self.find(like);
        if let Some(number) = number {
            self.next.insert(Rc::from(stem(like)), number + 1);
        }
        self.taken.insert(var.name.clone());
        var
    }

    /// The variable that [`Names::fresh`] would give, but the name stays free.
    pub fn unused(&self, like: &Var) -> Var {
        self.find(like).0
    }

    /// A variable with a free name, and the number in it if it has one.
    fn find(&self, like: &Var) -> (Var, Option<u64>) {
        let stem = stem(like);
        let primes = like.name[stem.len()..].chars().take_while(|c| *c == '\'').count() as u64;
        let mut primed = (primes..=2).map(|n| format!("{stem}{}", "'".repeat(n as usize)));
        let var = |name: String| Var { name: Rc::from(name), sort: like.sort.clone() };
        if let Some(name) = primed.find(|name| !self.is_taken(name)) {
            return (var(name), None);
        }
        let mut number = self.next.get(stem).copied().unwrap_or(3);
        loop {
            let name = format!("{stem}'{number}");
            if !self.is_taken(&name) {
                return (var(name), Some(number));
            }
            number += 1;
        }
    }
}

/// The name without primes and what follows them.
fn stem(v: &Var) -> &str {
    v.name.split('\'').next().unwrap_or_default()
}
