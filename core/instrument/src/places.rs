//! The places where an operator has a choice, each with its options, the likeliest first.

use hornbook_base::Span;
use hornbook_lang::ast;
use hornbook_lang::ast::{Expr, ExprKind, Program, Rule, Stmt, Trigger};
use hornbook_lang::rewrite::build;
use hornbook_tasks::instrument::choices::Applied;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{Access, Use, accesses};
use hornbook_tasks::instrument::statement::body;
use std::collections::BTreeSet;

/// A place where an operator has a choice.
pub struct Place {
    /// Places of the program that belong to it.
    pub spans: BTreeSet<Span>,
    /// The rules of each option.
    pub options: Vec<Vec<Applied>>,
}

/// Which way an index goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// The places for an operator that follows an array: its accesses, those in one loop together.
pub fn places_of_array(
    tree: &Program,
    operator: &Operator,
    scope: Option<&str>,
    array: &Expr,
    (ghost, copy, copies): (usize, usize, usize),
) -> Vec<Place> {
    let found = accesses(tree, scope, array);
    let mut groups: Vec<(Option<Span>, Vec<Access>)> = vec![];
    for access in found {
        let group = access.loops.last().map(|l| l.span);
        match groups.iter_mut().find(|(known, _)| group.is_some() && *known == group) {
            Some((_, accesses)) => accesses.push(access),
            None => groups.push((group, vec![access])),
        }
    }
    let rules = Rules { operator, ghost };
    let reads = |accesses: &[Access]| {
        accesses.iter().all(|access| access.value.is_some()) && accesses[0].moves().is_some()
    };
    let loops = groups.iter().filter(|(_, accesses)| reads(accesses)).count();
    let turn = Turn::new(copy, copies, loops);
    let mut reading = 0;
    let place = |(_, accesses): &(Option<Span>, Vec<Access>)| {
        let mut place = rules.place(accesses);
        if let Some(turn) = turn.as_ref().filter(|_| reads(accesses)) {
            reading += 1;
            turn.prefer(reading, &mut place.options);
        } else if turn.as_ref().is_some_and(Turn::is_first) {
            prefer_going_on(&mut place.options);
        }
        place
    };
    groups.iter().map(place).collect()
}

/// Of several ghosts that follow the same each begins at another loop that reads, or at another read in
/// it, and then stays as it is; if there are more of them than loops, the first one takes over what is
/// known without a loop.
struct Turn {
    /// The number of the loop, from 1; 0 for none.
    at: usize,
    /// How many of the reads in it others follow.
    behind: usize,
}

/// What is read or written outside of loops goes on with what is known, rather than that it is left out.
fn prefer_going_on(options: &mut Vec<Vec<Applied>>) {
    let goes_on =
        |option: &Vec<Applied>| !option.is_empty() && option.iter().all(|r| r.args.is_empty());
    if options.first().is_some_and(Vec::is_empty)
        && let Some(at) = options.iter().position(goes_on)
    {
        let option = options.remove(at);
        options.insert(0, option);
    }
}

impl Turn {
    /// Whether it is the first one that follows a loop: besides that it has what stands outside of loops.
    fn is_first(&self) -> bool {
        (self.at, self.behind) == (1, 0)
    }

    fn new(copy: usize, copies: usize, loops: usize) -> Option<Turn> {
        let own = if copies > loops { copy.checked_sub(1)? } else { copy };
        Some(match (own.checked_sub(1), copies > 1 && loops > 0) {
            (_, false) => return None,
            (None, _) => Turn { at: 0, behind: 0 },
            (Some(n), _) => Turn { at: n % loops + 1, behind: n / loops },
        })
    }

    fn prefer(&self, reading: usize, options: &mut Vec<Vec<Applied>>) {
        if reading == self.at {
            let mut values: Vec<Option<Span>> = vec![];
            let value = |option: &Vec<Applied>| option.last().and_then(|rule| rule.value);
            for option in options.iter() {
                if !values.contains(&value(option)) {
                    values.push(value(option));
                }
            }
            let behind = |option: &Vec<Applied>| {
                values.iter().position(|v| *v == value(option)) < Some(self.behind)
            };
            options.sort_by_key(behind);
        } else if let Some(nothing) = options.iter().position(Vec::is_empty) {
            let nothing = options.remove(nothing);
            options.insert(0, nothing);
        }
    }
}

/// The place of a value that is replaced: by which of the rules that fit, and whether the ghost
/// variables take it over first, in front of all that is around it or right there.
pub fn place_of_use(tree: &Program, operator: &Operator, u: &Use, ghost: usize) -> Place {
    let applied = |rule: &str, value: Option<Span>, args: Vec<Expr>| {
        let (rule, at) = (rule.to_owned(), u.at);
        Applied { ghost, rule, at, value, args }
    };
    let taken = operator.rule(TAKE).filter(|rule| rule.params.len() == 2).and_then(|rule| {
        let value = |name: &ast::Name| u.binding.values.get(&name.text).cloned();
        let args = rule.params.iter().map(value).collect::<Option<Vec<Expr>>>()?;
        Some(applied(TAKE, None, args))
    });
    let plain = u.rules.iter().map(|rule| vec![applied(rule, Some(u.value), vec![])]);
    let before = taken.clone().zip(around(tree, u)).filter(|(_, around)| *around != u.at);
    let before = before.map(|(take, at)| Applied { at, ..take });
    let taking = before.iter().chain(&taken).flat_map(|take| {
        u.rules.iter().map(|rule| vec![take.clone(), applied(rule, Some(u.value), vec![])])
    });
    // A value that stays as it is may not matter.
    let options = plain.clone().chain(taking).chain([vec![]]).collect();
    Place::new(u.places.iter().copied(), options)
}

/// The rule by which ghost variables take over a value that nothing has followed; its parameters are
/// called as the ends of the range in the rule for the value are.
const TAKE: &str = "take";

/// The rules of an operator at work.
struct Rules<'o> {
    operator: &'o Operator,
    ghost: usize,
}

impl Place {
    /// Besides `spans` it is where its rules are applied.
    pub(super) fn new(spans: impl IntoIterator<Item = Span>, options: Vec<Vec<Applied>>) -> Place {
        let applied = options.iter().flatten().map(|rule| rule.at);
        Place { spans: spans.into_iter().chain(applied).collect(), options }
    }
}

impl Rules<'_> {
    fn place(&self, accesses: &[Access]) -> Place {
        let (writes, reads): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|a| a.value.is_none());
        let options = match writes.is_empty() {
            true => self.of_reads(&reads),
            false => self.of_both(&writes, &reads),
        };
        Place::new(accesses.iter().flat_map(|a| a.places.iter().copied()), options)
    }

    /// What can be done in a loop, or at a statement, that only reads.
    fn of_reads(&self, reads: &[&Access]) -> Vec<Vec<Applied>> {
        let mut followed: Vec<Vec<&Access>> = vec![];
        let mut firsts: Vec<&Access> = vec![];
        for read in reads {
            // The same cell is read again.
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
            for (way, rule) in self.ways(
                reads[0],
                |on| matches!(on, Trigger::Value(e) if matches!(e.kind, ExprKind::Index(..))),
            ) {
                let all: Vec<Applied> = reads.iter().map(|read| self.applied(rule, read)).collect();
                begun.extend(self.begun(reads[0], way, &all));
                only.push(all);
            }
        }
        let nothing = vec![vec![]];
        match in_loop {
            true => [begun, only, nothing].concat(),
            false => [nothing, begun, only].concat(),
        }
    }

    /// The same where cells are read and written: what is followed may be what is read, and what is
    /// written is not in the range.
    fn of_both(&self, writes: &[&Access], reads: &[&Access]) -> Vec<Vec<Applied>> {
        let mut options = self.of_writes(writes);
        let besides = [INSIDE, OUTSIDE].into_iter().filter_map(|name| self.operator.rule(name));
        for rule in besides.filter(|_| !reads.is_empty()) {
            let all: Vec<Applied> = writes.iter().map(|write| self.applied(rule, write)).collect();
            let nothing = options.len() - 1;
            let both = self.of_reads(reads).into_iter().filter(|o| !o.is_empty());
            let both: Vec<Vec<Applied>> =
                both.map(|option| [option, all.clone()].concat()).collect();
            options.splice(nothing..nothing, both);
        }
        options
    }

    /// The same where cells are written.
    fn of_writes(&self, writes: &[&Access]) -> Vec<Vec<Applied>> {
        let (mut begun, mut only, mut others) = (vec![], vec![], vec![]);
        let is_write = |on: &Trigger| matches!(on, Trigger::Write(..));
        for (way, rule) in self.ways(writes[0], is_write) {
            let all: Vec<Applied> = writes.iter().map(|write| self.applied(rule, write)).collect();
            match way_of(rule) {
                Some(_) => {
                    begun.extend(self.begun(writes[0], way, &all));
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

    /// The rules of a kind, those for the way in which the index goes first.
    fn ways(&self, access: &Access, is: impl Fn(&Trigger) -> bool) -> Vec<(Way, &Rule)> {
        let goes = match access.moves() {
            Some((_, -1)) => Way::Down,
            _ => Way::Up,
        };
        let rules = self.operator.tree.rules.iter().filter(|rule| is(&rule.on));
        let mut found: Vec<(Way, &Rule)> =
            rules.map(|rule| (way_of(rule).unwrap_or(goes), rule)).collect();
        found.sort_by_key(|(way, _)| *way != goes);
        found
    }

    fn applied(&self, rule: &Rule, access: &Access) -> Applied {
        let (ghost, rule) = (self.ghost, rule.name.text.clone());
        Applied { ghost, rule, at: access.at, value: access.value, args: vec![] }
    }

    /// The same rules behind each way for the ghost variables to begin anew where the index begins to
    /// move: at its first value, or with the cell before it.
    fn begun(&self, access: &Access, way: Way, rules: &[Applied]) -> Vec<Vec<Applied>> {
        let (at, index) = match access.moves() {
            Some((l, _)) => (l.span, l.on_entry(&access.index)),
            None => (access.at, access.index.clone()),
        };
        let moves = access.moves().is_some();
        let (empty, filled) = match way {
            Way::Up => ([0, 1], -1),
            Way::Down => ([1, 0], 1),
        };
        let starts = empty.map(|by| (BEGIN, by)).into_iter().chain([(FIRST, filled)]);
        let option = |(rule, by): (&str, i64)| {
            let rule = self.operator.rule(rule).filter(|rule| rule.params.len() == 1)?;
            let (ghost, args) = (self.ghost, vec![build::plus(index.clone(), by)]);
            let start = Applied { ghost, rule: rule.name.text.clone(), at, value: None, args };
            Some([&[start], rules].concat())
        };
        // A statement that comes once begins with its own cell.
        starts.take(if moves { 3 } else { 1 }).filter_map(option).collect()
    }
}

/// The rules by which ghost variables begin anew, with an empty range at an index, and with a cell.
const BEGIN: &str = "begin";
const FIRST: &str = "first";
/// The rules for writes to a cell in the range, and to one that is not followed.
const INSIDE: &str = "inside";
const OUTSIDE: &str = "outside";

/// The way that a rule is for, which its name says.
fn way_of(rule: &Rule) -> Option<Way> {
    let name = rule.name.text.as_str();
    match () {
        () if name.starts_with("append") => Some(Way::Up),
        () if name.starts_with("prepend") => Some(Way::Down),
        () => None,
    }
}

/// The statement that is in no other one and has the use in it, or is its own.
pub(super) fn around(tree: &Program, u: &Use) -> Option<Span> {
    let holds = |stmt: &&&Stmt| {
        let mut found = false;
        stmt.visit(&mut |s| found |= s.span == u.at);
        found
    };
    body(tree, u.scope.as_deref()).iter().find(holds).map(|stmt| stmt.span)
}
