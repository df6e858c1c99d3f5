//! Choice sites of operators, each with its options, the likeliest first.

use hornbook_base::Span;
use hornbook_lang::ast;
use hornbook_lang::ast::{Expr, ExprKind, Program, Rule, Stmt, Trigger};
use hornbook_lang::rewrite::build;
use hornbook_tasks::instrument::choices::AppliedRule;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{Access, Use, accesses};
use hornbook_tasks::instrument::statement::body;
use std::collections::BTreeSet;

/// A site at which an operator has several options.
pub struct ChoiceSite {
    /// The spans of the program that belong to it.
    pub spans: BTreeSet<Span>,
    /// The rules of each option.
    pub options: Vec<Vec<AppliedRule>>,
}

/// The direction in which an index moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// The sites for an operator that follows an array: its accesses, those in one loop together.
pub fn sites_for_array(
    tree: &Program,
    operator: &Operator,
    scope: Option<&str>,
    array: &Expr,
    (ghost, copy, copies): (usize, usize, usize),
) -> Vec<ChoiceSite> {
    let found = accesses(tree, scope, array);
    let mut groups: Vec<(Option<Span>, Vec<Access>)> = vec![];
    for access in found {
        let group = access.loops.last().map(|l| l.span);
        match groups.iter_mut().find(|(known, _)| group.is_some() && *known == group) {
            Some((_, accesses)) => accesses.push(access),
            None => groups.push((group, vec![access])),
        }
    }
    let rules = OperatorRules { operator, ghost };
    let reads = |accesses: &[Access]| {
        accesses.iter().all(|access| access.value.is_some()) && accesses[0].moves().is_some()
    };
    let loops = groups.iter().filter(|(_, accesses)| reads(accesses)).count();
    let role = CopyRole::new(copy, copies, loops);
    let mut reading = 0;
    let site = |(_, accesses): &(Option<Span>, Vec<Access>)| {
        let mut site = rules.site_for_accesses(accesses);
        if let Some(role) = role.as_ref().filter(|_| reads(accesses)) {
            reading += 1;
            role.prefer(reading, &mut site.options);
        } else if role.as_ref().is_some_and(CopyRole::is_first) {
            prefer_continuing(&mut site.options);
        }
        site
    };
    groups.iter().map(site).collect()
}

/// The role of a ghost among several that follow the same value: each begins at another reading loop, or at
/// another read in it, and then stays unchanged; if there are more ghosts than loops, the first one takes
/// over known values without a loop.
struct CopyRole {
    /// The number of the loop, from 1; 0 for none.
    at: usize,
    /// The number of reads in it that other ghosts follow.
    behind: usize,
}

/// Prefers to continue a known ghost at accesses outside of loops, rather than to leave it out.
fn prefer_continuing(options: &mut Vec<Vec<AppliedRule>>) {
    let continues =
        |option: &Vec<AppliedRule>| !option.is_empty() && option.iter().all(|r| r.args.is_empty());
    if options.first().is_some_and(Vec::is_empty)
        && let Some(at) = options.iter().position(continues)
    {
        let option = options.remove(at);
        options.insert(0, option);
    }
}

impl CopyRole {
    /// Whether it is the first one that follows a loop: it also follows accesses outside of loops.
    fn is_first(&self) -> bool {
        (self.at, self.behind) == (1, 0)
    }

    fn new(copy: usize, copies: usize, loops: usize) -> Option<CopyRole> {
        let own = if copies > loops { copy.checked_sub(1)? } else { copy };
        Some(match (own.checked_sub(1), copies > 1 && loops > 0) {
            (_, false) => return None,
            (None, _) => CopyRole { at: 0, behind: 0 },
            (Some(n), _) => CopyRole { at: n % loops + 1, behind: n / loops },
        })
    }

    fn prefer(&self, reading: usize, options: &mut Vec<Vec<AppliedRule>>) {
        if reading == self.at {
            let mut values: Vec<Option<Span>> = vec![];
            let value = |option: &Vec<AppliedRule>| option.last().and_then(|rule| rule.value);
            for option in options.iter() {
                if !values.contains(&value(option)) {
                    values.push(value(option));
                }
            }
            let behind = |option: &Vec<AppliedRule>| {
                values.iter().position(|v| *v == value(option)) < Some(self.behind)
            };
            options.sort_by_key(behind);
        } else if let Some(nothing) = options.iter().position(Vec::is_empty) {
            let nothing = options.remove(nothing);
            options.insert(0, nothing);
        }
    }
}

/// The site of a value that is replaced: the options are the rules that fit, and whether the ghost variables
/// take it over first, in front of all statements around it or right there.
pub fn site_for_use(tree: &Program, operator: &Operator, u: &Use, ghost: usize) -> ChoiceSite {
    let applied = |rule: &str, value: Option<Span>, args: Vec<Expr>| {
        let (rule, at) = (rule.to_owned(), u.at);
        AppliedRule { ghost, rule, at, value, args }
    };
    let taken = operator.rule(TAKE).filter(|rule| rule.params.len() == 2).and_then(|rule| {
        let value = |name: &ast::Name| u.binding.values.get(&name.text).cloned();
        let args = rule.params.iter().map(value).collect::<Option<Vec<Expr>>>()?;
        Some(applied(TAKE, None, args))
    });
    let plain = u.rules.iter().map(|rule| vec![applied(rule, Some(u.value), vec![])]);
    let before = taken.clone().zip(around(tree, u)).filter(|(_, around)| *around != u.at);
    let before = before.map(|(take, at)| AppliedRule { at, ..take });
    let taking = before.iter().chain(&taken).flat_map(|take| {
        u.rules.iter().map(|rule| vec![take.clone(), applied(rule, Some(u.value), vec![])])
    });
    // A value that stays unchanged may not matter.
    let options = plain.clone().chain(taking).chain([vec![]]).collect();
    ChoiceSite::new(u.places.iter().copied(), options)
}

/// The rule by which ghost variables take over a value without a ghost; its parameters have the names of the
/// range's ends in the rule for the value.
const TAKE: &str = "take";

/// The rules of an operator, for a ghost.
struct OperatorRules<'o> {
    operator: &'o Operator,
    ghost: usize,
}

impl ChoiceSite {
    /// Makes a site from `spans` and the statements of its rules.
    pub(super) fn new(
        spans: impl IntoIterator<Item = Span>,
        options: Vec<Vec<AppliedRule>>,
    ) -> ChoiceSite {
        let applied = options.iter().flatten().map(|rule| rule.at);
        ChoiceSite { spans: spans.into_iter().chain(applied).collect(), options }
    }
}

impl OperatorRules<'_> {
    fn site_for_accesses(&self, accesses: &[Access]) -> ChoiceSite {
        let (writes, reads): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|a| a.value.is_none());
        let options = match writes.is_empty() {
            true => self.of_reads(&reads),
            false => self.of_both(&writes, &reads),
        };
        ChoiceSite::new(accesses.iter().flat_map(|a| a.places.iter().copied()), options)
    }

    /// The options for a loop, or a statement, that only reads.
    fn of_reads(&self, reads: &[&Access]) -> Vec<Vec<AppliedRule>> {
        let mut followed: Vec<Vec<&Access>> = vec![];
        let mut firsts: Vec<&Access> = vec![];
        for read in reads {
            // The next access reads the same cell.
            if !firsts.iter().any(|first| build::same(&first.index, &read.index)) {
                firsts.push(read);
            }
        }
        followed.extend(firsts.iter().map(|first| vec![*first]));
        let again = reads.iter().filter(|read| !firsts.iter().any(|f| f.value == read.value));
        followed.extend(again.map(|read| vec![*read]));
        if firsts.len() > 1 {
            followed.push(firsts.clone());
        }
        let in_loop = reads[0].moves().is_some();
        let (mut begun, mut only) = (vec![], vec![]);
        for reads in &followed {
            for (direction, rule) in self.rules_by_direction(
                reads[0],
                |on| matches!(on, Trigger::Value(e) if matches!(e.kind, ExprKind::Index(..))),
            ) {
                let all: Vec<AppliedRule> =
                    reads.iter().map(|read| self.applied(rule, read)).collect();
                begun.extend(self.begun(reads[0], direction, &all));
                only.push(all);
            }
        }
        let nothing = vec![vec![]];
        match in_loop {
            true => [begun, only, nothing].concat(),
            false => [nothing, begun, only].concat(),
        }
    }

    /// The options where cells are read and written: the ghost may follow the reads while writes lie outside
    /// of its range.
    fn of_both(&self, writes: &[&Access], reads: &[&Access]) -> Vec<Vec<AppliedRule>> {
        let mut options = self.of_writes(writes);
        let besides = [INSIDE, OUTSIDE].into_iter().filter_map(|name| self.operator.rule(name));
        for rule in besides.filter(|_| !reads.is_empty()) {
            let all: Vec<AppliedRule> =
                writes.iter().map(|write| self.applied(rule, write)).collect();
            let nothing = options.len() - 1;
            let both = self.of_reads(reads).into_iter().filter(|o| !o.is_empty());
            let both: Vec<Vec<AppliedRule>> =
                both.map(|option| [option, all.clone()].concat()).collect();
            options.splice(nothing..nothing, both);
        }
        options
    }

    /// The options where cells are written.
    fn of_writes(&self, writes: &[&Access]) -> Vec<Vec<AppliedRule>> {
        let (mut begun, mut only, mut others) = (vec![], vec![], vec![]);
        let is_write = |on: &Trigger| matches!(on, Trigger::Write(..));
        for (direction, rule) in self.rules_by_direction(writes[0], is_write) {
            let all: Vec<AppliedRule> =
                writes.iter().map(|write| self.applied(rule, write)).collect();
            match direction_of(rule) {
                Some(_) => {
                    begun.extend(self.begun(writes[0], direction, &all));
                    only.push(all);
                }
                None => others.push(all),
            }
        }
        let several = writes.iter().any(|w| !build::same(&w.index, &writes[0].index));
        let changes = writes.iter().any(|w| w.changes);
        match (writes[0].moves().is_some(), several || changes) {
            (true, false) => [begun, only, others, vec![vec![]]].concat(),
            (true, true) => [others, begun, only, vec![vec![]]].concat(),
            (false, _) => [others, only, begun, vec![vec![]]].concat(),
        }
    }

    /// The rules of a kind, those for the index's direction first.
    fn rules_by_direction(
        &self,
        access: &Access,
        is: impl Fn(&Trigger) -> bool,
    ) -> Vec<(Direction, &Rule)> {
        let goes = match access.moves() {
            Some((_, -1)) => Direction::Down,
            _ => Direction::Up,
        };
        let rules = self.operator.tree.rules.iter().filter(|rule| is(&rule.on));
        let mut found: Vec<(Direction, &Rule)> =
            rules.map(|rule| (direction_of(rule).unwrap_or(goes), rule)).collect();
        found.sort_by_key(|(direction, _)| *direction != goes);
        found
    }

    fn applied(&self, rule: &Rule, access: &Access) -> AppliedRule {
        let (ghost, rule) = (self.ghost, rule.name.text.clone());
        AppliedRule { ghost, rule, at: access.at, value: access.value, args: vec![] }
    }

    /// These rules behind each direction for the ghost variables to restart where the index begins to move: at its
    /// first value, or with the cell before it.
    fn begun(
        &self,
        access: &Access,
        direction: Direction,
        rules: &[AppliedRule],
    ) -> Vec<Vec<AppliedRule>> {
        let (at, index) = match access.moves() {
            Some((l, _)) => (l.span, l.on_entry(&access.index)),
            None => (access.at, access.index.clone()),
        };
        let moves = access.moves().is_some();
        let (empty, filled) = match direction {
            Direction::Up => ([0, 1], -1),
            Direction::Down => ([1, 0], 1),
        };
        let starts = empty.map(|by| (BEGIN, by)).into_iter().chain([(FIRST, filled)]);
        let option = |(rule, by): (&str, i64)| {
            let rule = self.operator.rule(rule).filter(|rule| rule.params.len() == 1)?;
            let (ghost, args) = (self.ghost, vec![build::plus(index.clone(), by)]);
            let start = AppliedRule { ghost, rule: rule.name.text.clone(), at, value: None, args };
            Some([&[start], rules].concat())
        };
        // A statement outside of loops restarts with its own cell.
        starts.take(if moves { 3 } else { 1 }).filter_map(option).collect()
    }
}

/// The rules by which ghost variables restart, with an empty range at an index, and with a cell.
const BEGIN: &str = "begin";
const FIRST: &str = "first";
/// The rules for writes to a cell in the range, and to one outside of it.
const INSIDE: &str = "inside";
const OUTSIDE: &str = "outside";

/// The direction of a rule, by its name.
fn direction_of(rule: &Rule) -> Option<Direction> {
    let name = rule.name.text.as_str();
    match () {
        () if name.starts_with("append") => Some(Direction::Up),
        () if name.starts_with("prepend") => Some(Direction::Down),
        () => None,
    }
}

/// The outermost statement with the use in it.
pub(super) fn around(tree: &Program, u: &Use) -> Option<Span> {
    let holds = |stmt: &&&Stmt| {
        let mut found = false;
        stmt.visit(&mut |s| found |= s.span == u.at);
        found
    };
    body(tree, u.scope.as_deref()).iter().find(holds).map(|stmt| stmt.span)
}
