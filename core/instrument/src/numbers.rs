//! The place where an operator that follows a number has a choice: which number it is, and where the ghost
//! variables begin.

use super::places::{Place, around};
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{Expr, Program, Rule, Stmt, Trigger};
use hornbook_lang::rewrite::names::names;
use hornbook_lang::rewrite::{build, effects};
use hornbook_tasks::instrument::choices::Applied;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{Loop, Use, steps};
use std::collections::BTreeSet;

/// The rule by which a number grows with another one.
const ADD: &str = "add";
/// The rule by which it grows by what another one loses.
const AWAY: &str = "away";

/// A statement that gives a number a value, the value, and the loops around it.
type Step = (Stmt, Expr, Vec<Loop>);

/// An operator that follows a number, for some uses of it.
pub struct Number<'u> {
    /// The program.
    pub tree: &'u Program,
    /// The operator.
    pub operator: &'u Operator,
    /// The values that are replaced.
    pub uses: &'u [&'u Use],
    /// Its position among what is followed.
    pub ghost: usize,
}

impl Number<'_> {
    /// Its place: it is chosen which number is followed, and then all statements that change it have their
    /// rules.
    pub fn place(&self) -> Option<Place> {
        let first = *self.uses.first()?;
        let mut spans = BTreeSet::new();
        let mut options: Vec<(bool, usize, Vec<Applied>)> = vec![];
        for name in counted(self.tree) {
            let found = steps(self.tree, first.scope.as_deref(), &name);
            let loops = found.iter().map(|(.., loops)| loops).filter(|loops| !loops.is_empty());
            let loops: Vec<&Vec<Loop>> = loops.collect();
            let Some(around) = loops.last() else { continue };
            // What a loop counts by comes first, outer loops before inner ones.
            let asks = around[around.len() - 1].asks.contains(&name);
            let with = self.with(&name, &found, around).into_iter();
            options.extend(with.map(|option| (!asks, around.len(), option)));
            let losing = self.losing(&name, &found, loops[0]).into_iter();
            options.extend(losing.map(|option| (true, around.len(), option)));
            spans.extend(found.iter().map(|(stmt, ..)| stmt.span));
        }
        options.sort_by_key(|(besides, depth, _)| (*besides, *depth));
        let options = options.into_iter().map(|(.., option)| option);
        let known = self.known().map(|applied| vec![applied]);
        Some(Place::new(spans, options.chain(known).chain([vec![]]).collect()))
    }

    /// It grows with a number that loops count by.
    fn with(&self, name: &str, found: &[Step], loops: &[Loop]) -> Vec<Vec<Applied>> {
        let Some(rules) = self.rules(ADD, name, found) else { return vec![] };
        let l = &loops[loops.len() - 1];
        let entry = l.on_entry(&build::name(name));
        let known = found.iter().rev().find(|(_, value, _)| build::literal(value).is_some());
        // Where it is given a first value that is known, or else in front of the loop.
        let (at, start) = match known {
            Some((stmt, value, _)) if build::literal(&entry).is_none() => {
                (stmt.span, value.clone())
            }
            _ => (l.span, entry),
        };
        self.begun(at, &start, l, &rules)
    }

    /// It grows by what a number loses, from the first loop on.
    fn losing(&self, name: &str, found: &[Step], loops: &[Loop]) -> Vec<Vec<Applied>> {
        let Some(rules) = self.rules(AWAY, name, found) else { return vec![] };
        let l = &loops[loops.len() - 1];
        self.begun(l.span, &build::int(&Int::ZERO), l, &rules)
    }

    /// It does not change any more: it is what it is where the first use is, or in front of all that is
    /// around it.
    fn known(&self) -> Option<Applied> {
        let (rule, first) = (self.begin()?, *self.uses.first()?);
        let at = around(self.tree, first)?;
        // In front of a single use all is known that there is to know.
        if self.uses.len() == 1 && at == first.at {
            return None;
        }
        let values = first.binding.values.values().cycle();
        let args = values.take(rule.params.len()).cloned().collect();
        Some(self.applied(rule, at, args))
    }

    /// The rule by which the ghost variables begin.
    fn begin(&self) -> Option<&Rule> {
        self.operator.tree.rules.iter().find(|rule| rule.on == Trigger::Anywhere)
    }

    fn applied(&self, rule: &Rule, at: Span, args: Vec<Expr>) -> Applied {
        Applied { ghost: self.ghost, rule: rule.name.text.clone(), at, value: None, args }
    }

    /// The rules for all statements that make a number grow by a step.
    fn rules(&self, rule: &str, name: &str, found: &[Step]) -> Option<Vec<Applied>> {
        let rule = self.operator.rule(rule)?;
        let grows = found.iter().filter(|(_, value, _)| names(value).contains(name));
        let rules: Vec<Applied> =
            grows.map(|(stmt, ..)| self.applied(rule, stmt.span, vec![])).collect();
        (!rules.is_empty()).then_some(rules)
    }

    /// The rules with the beginning in front of them: the number begins so, and what it is multiplied by is
    /// one of the factors.
    fn begun(&self, at: Span, start: &Expr, l: &Loop, rules: &[Applied]) -> Vec<Vec<Applied>> {
        let Some(rule) = self.begin() else { return vec![rules.to_vec()] };
        let mut others: Vec<&Expr> = vec![];
        for value in self.uses.iter().take(1).flat_map(|first| first.binding.values.values()) {
            if !others.iter().any(|known| build::same(known, value)) {
                others.push(value);
            }
        }
        // A loop counts up to one factor, and adds the other one.
        others.sort_by_key(|other| names(other).is_subset(&l.asks));
        let args: Vec<Vec<Expr>> = match rule.params.len() {
            1 => vec![vec![start.clone()]],
            2 => others.into_iter().map(|other| vec![start.clone(), other.clone()]).collect(),
            _ => return vec![rules.to_vec()],
        };
        let begun = |args: Vec<Expr>| {
            std::iter::once(self.applied(rule, at, args)).chain(rules.iter().cloned()).collect()
        };
        args.into_iter().map(begun).collect()
    }
}

/// The variables that are counted up or down.
fn counted(tree: &Program) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for stmt in &tree.body {
        stmt.visit(&mut |s| found.extend(effects::step(s).map(|(name, ..)| name.to_owned())));
    }
    found
}
