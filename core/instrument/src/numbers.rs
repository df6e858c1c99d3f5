//! The choice site of an operator that follows a number: its options are the numbers, and where the ghost
//! variables begin.

use super::choice_sites::{ChoiceSite, around};
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{Expr, Program, Rule, Stmt, Trigger};
use hornbook_lang::rewrite::names::names;
use hornbook_lang::rewrite::{build, effects};
use hornbook_tasks::instrument::choices::AppliedRule;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{EnclosingLoop, Use, steps};
use std::collections::BTreeSet;

/// The rule by which a number grows with another one.
const ADD: &str = "add";
/// The rule by which a number grows while another one falls.
const AWAY: &str = "away";

/// A statement that assigns to a number, with the value and the loops around it.
type Step = (Stmt, Expr, Vec<EnclosingLoop>);

/// An operator that follows a number, for some of its uses.
pub struct Number<'u> {
    pub tree: &'u Program,
    pub operator: &'u Operator,
    /// The values that are replaced.
    pub uses: &'u [&'u Use],
    /// The index of its ghost.
    pub ghost: usize,
}

impl Number<'_> {
    /// Its choice site: the choice of a number decides the rules of all statements that change it.
    pub fn choice_site(&self) -> Option<ChoiceSite> {
        let first = *self.uses.first()?;
        let mut spans = BTreeSet::new();
        let mut options: Vec<(bool, usize, Vec<AppliedRule>)> = vec![];
        for name in counted(self.tree) {
            let found = steps(self.tree, first.scope.as_deref(), &name);
            let loops = found.iter().map(|(.., loops)| loops).filter(|loops| !loops.is_empty());
            let loops: Vec<&Vec<EnclosingLoop>> = loops.collect();
            let Some(around) = loops.last() else { continue };
            // Loop counters come first, outer loops before inner ones.
            let asks = around[around.len() - 1].asks.contains(&name);
            let with = self.growing_with(&name, &found, around).into_iter();
            options.extend(with.map(|option| (!asks, around.len(), option)));
            let losing = self.losing(&name, &found, loops[0]).into_iter();
            options.extend(losing.map(|option| (true, around.len(), option)));
            spans.extend(found.iter().map(|(stmt, ..)| stmt.span));
        }
        options.sort_by_key(|(besides, depth, _)| (*besides, *depth));
        let options = options.into_iter().map(|(.., option)| option);
        let known = self.known().map(|applied| vec![applied]);
        Some(ChoiceSite::new(spans, options.chain(known).chain([vec![]]).collect()))
    }

    /// The options in which it grows with a loop counter.
    fn growing_with(
        &self,
        name: &str,
        found: &[Step],
        loops: &[EnclosingLoop],
    ) -> Vec<Vec<AppliedRule>> {
        let Some(rules) = self.rules(ADD, name, found) else { return vec![] };
        let l = &loops[loops.len() - 1];
        let entry = l.on_entry(&build::name(name));
        let known = found.iter().rev().find(|(_, value, _)| build::literal(value).is_some());
        // It begins at the assignment of a known first value, or else in front of the loop.
        let (at, start) = match known {
            Some((stmt, value, _)) if build::literal(&entry).is_none() => {
                (stmt.span, value.clone())
            }
            _ => (l.span, entry),
        };
        self.begun(at, &start, l, &rules)
    }

    /// The options in which it grows while a number falls, from the first loop on.
    fn losing(&self, name: &str, found: &[Step], loops: &[EnclosingLoop]) -> Vec<Vec<AppliedRule>> {
        let Some(rules) = self.rules(AWAY, name, found) else { return vec![] };
        let l = &loops[loops.len() - 1];
        self.begun(l.span, &build::int(&Int::ZERO), l, &rules)
    }

    /// The option in which it stays unchanged: it begins at the first use, or in front of all statements
    /// around it.
    fn known(&self) -> Option<AppliedRule> {
        let (rule, first) = (self.begin()?, *self.uses.first()?);
        let at = around(self.tree, first)?;
        // In front of a single use all values are known.
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

    fn applied(&self, rule: &Rule, at: Span, args: Vec<Expr>) -> AppliedRule {
        AppliedRule { ghost: self.ghost, rule: rule.name.text.clone(), at, value: None, args }
    }

    /// The rules for all statements that make a number grow by a step.
    fn rules(&self, rule: &str, name: &str, found: &[Step]) -> Option<Vec<AppliedRule>> {
        let rule = self.operator.rule(rule)?;
        let grows = found.iter().filter(|(_, value, _)| names(value).contains(name));
        let rules: Vec<AppliedRule> =
            grows.map(|(stmt, ..)| self.applied(rule, stmt.span, vec![])).collect();
        (!rules.is_empty()).then_some(rules)
    }

    /// The rules with the beginning in front of them, by the start of the number and one of the factors.
    fn begun(
        &self,
        at: Span,
        start: &Expr,
        l: &EnclosingLoop,
        rules: &[AppliedRule],
    ) -> Vec<Vec<AppliedRule>> {
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

/// The variables that are incremented or decremented.
fn counted(tree: &Program) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for stmt in &tree.body {
        stmt.visit(&mut |s| found.extend(effects::step(s).map(|(name, ..)| name.to_owned())));
    }
    found
}
