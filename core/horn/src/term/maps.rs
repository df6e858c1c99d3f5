//! Enumeration of substitutions.

use super::{Subst, Term, Var};

/// All substitutions of `values` for the variables, the first ones if there are more than `most`.
pub fn substitutions(vars: &[Var], values: impl Fn(&Var) -> Vec<Term>, most: usize) -> Vec<Subst> {
    let mut maps = vec![Subst::new()];
    for v in vars {
        let values = values(v);
        let extend = |(map, value): (&Subst, &Term)| {
            let mut map = map.clone();
            map.insert(v.clone(), value.clone());
            map
        };
        let pairs = maps.iter().flat_map(|map| values.iter().map(move |value| (map, value)));
        maps = pairs.take(most).map(extend).collect();
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_once_up_to_a_bound() {
        let [x, y] = ["x", "y"].map(Var::int);
        let values = |v: &Var| match &*v.name {
            "x" => vec![Term::int(1), Term::int(2)],
            _ => vec![Term::int(3), Term::int(4), Term::int(5)],
        };
        let vars = [x.clone(), y.clone()];
        let all = substitutions(&vars, values, 100);
        let said: Vec<[String; 2]> =
            all.iter().map(|map| [&x, &y].map(|v| map[v].to_string())).collect();
        let wanted = [["1", "3"], ["1", "4"], ["1", "5"], ["2", "3"], ["2", "4"], ["2", "5"]];
        assert_eq!(said, wanted);
        assert_eq!(substitutions(&vars, values, 4), all[..4]);
        assert_eq!(substitutions(&vars, |_| vec![], 4), []);
        assert_eq!(substitutions(&[], values, 4), [Subst::new()]);
    }
}
