//! Names of bound variables as people write them: a name that was made to avoid another one, as `i'` or `k_2`, gives way
//! to one that nothing else has.

use super::INDEX_NAMES;
use hornbook_horn::{Node, Subst, Term, Var};

/// The formula with other names for the variables that its outermost quantifier binds, if these are made up.
pub fn rename_bound(t: &Term) -> Term {
    let Node::Quant(quantifier, vars, body) = t.node() else { return t.clone() };
    let mut taken: Vec<Var> = body.free_vars().into_iter().collect();
    let (mut map, mut names) = (Subst::new(), vec![]);
    for var in vars {
        let shown = stem(&var.name).and_then(|stem| {
            let mut wanted = std::iter::once(stem)
                .chain(INDEX_NAMES)
                .map(|name| Var::new(name, var.sort.clone()));
            wanted.find(|name| taken.iter().all(|other| other.name != name.name))
        });
        let shown = shown.unwrap_or_else(|| var.clone());
        taken.push(shown.clone());
        map.insert(var.clone(), Term::var(&shown));
        names.push(shown);
    }
    Term::quant(*quantifier, names, body.subst(&map))
}

/// The beginning of a name that was made up: `i` of `i'` and of `i_2`. A name that somebody wrote in this way is one more:
/// nothing tells them apart.
fn stem(name: &str) -> Option<&str> {
    let plain = name.trim_end_matches('\'');
    let numbered = plain.rsplit_once('_').and_then(|(stem, number)| {
        // Numbers begin with the second variable of a name.
        number.parse::<u32>().ok().filter(|number| *number > 1).map(|_| stem)
    });
    let stem = numbered.unwrap_or(plain);
    (!stem.is_empty() && stem.len() < name.len()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn ordered(bound: [&str; 2], free: &str) -> Term {
        let [i, j] = bound;
        let body = Term::and([Term::le(v(free), v(i)), Term::lt(v(i), v(j))]);
        Term::forall(vec![Var::int(i), Var::int(j)], body)
    }

    #[test]
    fn made_up_names_give_way_to_names_that_nothing_has() {
        assert_eq!(rename_bound(&ordered(["i'", "j"], "i")), ordered(["k", "j"], "i"));
        assert_eq!(rename_bound(&ordered(["i'", "j"], "n")), ordered(["i", "j"], "n"));
        assert_eq!(rename_bound(&ordered(["k_2", "k_3"], "k")), ordered(["j", "l"], "k"));
        // Names of another form stay.
        let own = ordered(["k2", "p_1"], "i");
        assert_eq!(rename_bound(&own), own);
        assert_eq!(rename_bound(&v("i'")), v("i'"));
    }
}
