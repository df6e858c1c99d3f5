//! The handling of calls when a program is verified (T Sec. 2.1.3.3 and Table 2.1).

use super::inline::inline;
use super::typed::{
    AssertId, Call, CallEncoding, FunctionId, TypedFunction, TypedProgram, TypedStmt, TypedStmtKind,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// The size of a function that is inlined by default, in statements.
const SMALL: usize = 40;
/// The size of a function that is inlined by default if it is called only once.
const ONCE: usize = 400;

/// The handling of a function's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// The function is inlined at each call.
    Inline,
    /// The function is a relation, which the solver finds like an invariant.
    Modular,
    /// The contract is assumed at calls and proved once.
    Summary,
}

impl Handling {
    /// All kinds, in the order of the thesis' table.
    pub const ALL: [Handling; 3] = [Handling::Inline, Handling::Summary, Handling::Modular];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Handling::Inline => "inline",
            Handling::Modular => "modular",
            Handling::Summary => "summary",
        }
    }
}

/// The handling of a function's calls, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallHandling {
    /// The name of the function.
    pub function: String,
    /// The handling.
    pub handling: Handling,
    /// The reason, as the rest of a sentence.
    pub why: String,
}

impl CallHandling {
    /// The handling and the reason in one sentence.
    pub fn describe(&self) -> String {
        let CallHandling { function, handling, why } = self;
        match handling {
            Handling::Inline => format!("`{function}` is written out where it is called: {why}."),
            Handling::Modular => {
                format!(
                    "`{function}` is a relation between what it is given and what it leaves: {why}."
                )
            }
            Handling::Summary => format!("Calls of `{function}` go by its contract: {why}."),
        }
    }
}

/// The chosen handling: for all functions, and for some by name. As text `modular,f=inline`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ChosenHandling {
    /// The handling of all functions that are not named.
    pub all: Option<Handling>,
    /// The handling of these functions.
    pub by_name: BTreeMap<String, Handling>,
}

impl ChosenHandling {
    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        *self == ChosenHandling::default()
    }
}

impl fmt::Display for ChosenHandling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all.iter().map(|way| way.name().to_owned());
        let some = self.by_name.iter().map(|(name, way)| format!("{name}={}", way.name()));
        f.write_str(&all.chain(some).collect::<Vec<_>>().join(","))
    }
}

impl From<ChosenHandling> for String {
    fn from(chosen: ChosenHandling) -> String {
        chosen.to_string()
    }
}

impl TryFrom<String> for ChosenHandling {
    type Error = String;

    fn try_from(text: String) -> Result<ChosenHandling, String> {
        text.parse()
    }
}

impl FromStr for ChosenHandling {
    type Err = String;

    fn from_str(text: &str) -> Result<ChosenHandling, String> {
        let mut chosen = ChosenHandling::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, way) = part.rsplit_once('=').map_or((None, part), |(n, w)| (Some(n), w));
            let known = Handling::ALL.into_iter().find(|handling| handling.name() == way.trim());
            let way = known.ok_or_else(|| {
                format!("`{part}` is no way to handle calls: there are `inline`, `summary` and `modular`")
            })?;
            match name {
                Some(name) => drop(chosen.by_name.insert(name.trim().to_owned(), way)),
                None => chosen.all = Some(way),
            }
        }
        Ok(chosen)
    }
}

/// Whether a function calls itself, perhaps through others.
pub fn has_recursion(program: &TypedProgram) -> bool {
    let graph = CallGraph::from_program(program);
    (0..).zip(&program.functions).any(|(n, _)| graph.is_recursive(FunctionId(n)))
}

/// The handling of each function, in their order. A choice counts where it is possible: a recursive
/// function cannot be inlined, and without a contract there is no summary.
pub fn choose_handling(program: &TypedProgram, chosen: &ChosenHandling) -> Vec<CallHandling> {
    let graph = CallGraph::from_program(program);
    let choose = |(n, function): (u32, &TypedFunction)| {
        let wanted = chosen.by_name.get(&function.name).copied().or(chosen.all);
        let (handling, why) = possible_handling(&graph, FunctionId(n), function, wanted);
        CallHandling { function: function.name.clone(), handling, why: why.to_owned() }
    };
    (0..).zip(&program.functions).map(choose).collect()
}

/// The wanted handling if it is possible, else the default one.
fn possible_handling(
    graph: &CallGraph,
    id: FunctionId,
    function: &TypedFunction,
    wanted: Option<Handling>,
) -> (Handling, &'static str) {
    let usual = || default_handling(graph, id, function);
    match wanted {
        Some(Handling::Inline) if graph.is_recursive(id) => {
            (usual().0, "it calls itself, so it cannot be written out")
        }
        Some(Handling::Summary) if !function.has_contract() => {
            (usual().0, "it has no contract to go by")
        }
        Some(wanted) => (wanted, "this was chosen"),
        None => usual(),
    }
}

/// The default handling.
fn default_handling(
    graph: &CallGraph,
    id: FunctionId,
    function: &TypedFunction,
) -> (Handling, &'static str) {
    let size = graph.inlined_size(id);
    if function.has_contract() {
        (Handling::Summary, "it has a contract")
    } else if graph.is_recursive(id) {
        (Handling::Modular, "it calls itself and has no contract")
    } else if size <= SMALL {
        (Handling::Inline, "it is small and does not call itself")
    } else if graph.call_count(id) <= 1 && size <= ONCE {
        (Handling::Inline, "it is called only once")
    } else {
        (Handling::Modular, "it is large, has no contract and is called more than once")
    }
}

/// The program for verification: inlined calls are expanded, and the others know how the function is
/// encoded.
pub fn apply_handling(program: &TypedProgram, handled: &[CallHandling]) -> TypedProgram {
    if program.functions.is_empty() {
        return program.clone();
    }
    let way = |id: FunctionId| handled.get(id.0 as usize).map(|h| h.handling);
    let mut program = inline(program, &|id| way(id) == Some(Handling::Inline));
    let mark = |call: &mut Call| {
        if call.encoding != CallEncoding::Nothing && way(call.function) == Some(Handling::Summary) {
            call.encoding = CallEncoding::Contract;
        }
    };
    program.body.iter_mut().for_each(|stmt| calls_mut(stmt, &mark));
    for function in &mut program.functions {
        function.body.iter_mut().for_each(|stmt| calls_mut(stmt, &mark));
    }
    program
}

/// Whether a program still has calls that are not inlined.
pub fn has_calls(program: &TypedProgram) -> bool {
    let mut found = false;
    program.body.iter().for_each(|stmt| calls(stmt, &mut |_| found = true));
    found
}

/// The functions that some call encodes as relations.
pub fn encoded_as_relations(program: &TypedProgram) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut note = |call: &Call| {
        found.extend((call.encoding == CallEncoding::Relation).then_some(call.function))
    };
    let bodies = [&program.body].into_iter().chain(program.functions.iter().map(|f| &f.body));
    bodies.flatten().for_each(|stmt| calls(stmt, &mut note));
    found
}

/// The claims that each claim depends on: where a contract is assumed, those of `requires` at the call and
/// of `ensures` in the function. A claim is certified only if all these are; a function that calls itself
/// by its contract depends on itself, which is an induction over the calls of a run.
pub fn rests_on(program: &TypedProgram) -> BTreeMap<AssertId, BTreeSet<AssertId>> {
    let bodies = [&program.body].into_iter().chain(program.functions.iter().map(|f| &f.body));
    let mut units: Vec<Unit> = bodies.map(|body| Unit::from_body(program, body)).collect();
    for (unit, function) in units[1..].iter_mut().zip(&program.functions) {
        unit.claims.extend(function.ensures.iter().map(|check| check.id));
    }
    let mut out: BTreeMap<AssertId, BTreeSet<AssertId>> = BTreeMap::new();
    let mut open: BTreeSet<usize> = (0..units.len()).collect();
    while let Some(first) = open.pop_first() {
        // Units in one strongly connected part depend on the same contracts.
        let mut together = vec![first];
        let mut at = 0;
        while at < together.len() {
            let near = |n: &usize| {
                let calls = |a: usize, b: usize| units[a].relations.contains(&b);
                calls(together[at], *n) || calls(*n, together[at])
            };
            let found: Vec<usize> = open.iter().copied().filter(near).collect();
            open.retain(|n| !found.contains(n));
            together.extend(found);
            at += 1;
        }
        let assumed: BTreeSet<AssertId> =
            together.iter().flat_map(|n| &units[*n].assumed).copied().collect();
        let claims = together.iter().flat_map(|n| &units[*n].claims);
        for id in claims.filter(|_| !assumed.is_empty()) {
            // An inlined function has its claims at each of its calls.
            out.entry(*id).or_default().extend(&assumed);
        }
    }
    // The claims in a function that is known by its contract hold for calls that keep it.
    let mut kept: BTreeMap<FunctionId, BTreeSet<AssertId>> = BTreeMap::new();
    let mut note = |call: &Call| {
        if call.encoding == CallEncoding::Contract {
            kept.entry(call.function).or_default().extend(&call.requires);
        }
    };
    let bodies = [&program.body].into_iter().chain(program.functions.iter().map(|f| &f.body));
    bodies.flatten().for_each(|stmt| calls(stmt, &mut note));
    for (id, requires) in kept {
        let Some(unit) = units.get(id.0 as usize + 1) else { continue };
        let owed = program.functions.get(id.0 as usize).map_or(&[][..], |f| &f.ensures);
        let owed = |claim: &AssertId| owed.iter().any(|check| check.id == *claim);
        for claim in unit.claims.iter().filter(|claim| !owed(claim)) {
            out.entry(*claim).or_default().extend(&requires);
        }
    }
    out
}

/// The statements of the program or of a function.
#[derive(Default)]
struct Unit {
    /// The claims in them.
    claims: BTreeSet<AssertId>,
    /// The claims of the contracts that calls assume, of both sides.
    assumed: BTreeSet<AssertId>,
    /// The functions that are called as relations, as indices of units.
    relations: BTreeSet<usize>,
}

impl Unit {
    fn from_body(program: &TypedProgram, body: &[TypedStmt]) -> Unit {
        let mut unit = Unit::default();
        unit.add(program, body);
        unit
    }

    fn add(&mut self, program: &TypedProgram, body: &[TypedStmt]) {
        for stmt in body {
            self.claims.extend(stmt.checks.iter().map(|check| check.id));
            match &stmt.kind {
                TypedStmtKind::Assert { id, .. } => self.claims.extend([*id]),
                TypedStmtKind::Call(call) => {
                    self.claims.extend(&call.requires);
                    self.call(program, call);
                }
                TypedStmtKind::Inlined(call, function) => {
                    self.claims.extend(&call.requires);
                    self.claims.extend(function.ensures.iter().map(|check| check.id));
                }
                _ => {}
            }
            inner(stmt).into_iter().for_each(|body| self.add(program, body));
        }
    }

    fn call(&mut self, program: &TypedProgram, call: &Call) {
        let place = call.function.0 as usize;
        match call.encoding {
            CallEncoding::Nothing => {}
            CallEncoding::Relation => self.relations.extend([place + 1]),
            CallEncoding::Contract => {
                self.assumed.extend(&call.requires);
                let ensures = program.functions.get(place).map_or(&[][..], |f| &f.ensures);
                self.assumed.extend(ensures.iter().map(|check| check.id));
            }
        }
    }
}

/// The call graph.
struct CallGraph {
    calls: Vec<BTreeSet<FunctionId>>,
    /// The called functions of each function, one for each call.
    each_call: Vec<Vec<FunctionId>>,
    /// The size of each function, in statements.
    sizes: Vec<usize>,
    /// The number of calls of each function in the text.
    times: Vec<usize>,
}

impl CallGraph {
    fn from_program(program: &TypedProgram) -> CallGraph {
        let mut times = vec![0; program.functions.len()];
        let mut count = |body: &[TypedStmt]| {
            let mut called = vec![];
            let mut note = |call: &Call| {
                if call.encoding != CallEncoding::Nothing {
                    times[call.function.0 as usize] += 1;
                }
                called.push(call.function);
            };
            body.iter().for_each(|stmt| calls(stmt, &mut note));
            called
        };
        let each_call: Vec<Vec<FunctionId>> =
            program.functions.iter().map(|function| count(&function.body)).collect();
        count(&program.body);
        let calls = each_call.iter().map(|calls| calls.iter().copied().collect()).collect();
        let sizes = program.functions.iter().map(|function| size(&function.body)).collect();
        CallGraph { calls, each_call, sizes, times }
    }

    /// The size of a function with its calls inlined.
    fn inlined_size(&self, id: FunctionId) -> usize {
        self.inlined_size_below(id, &mut vec![id])
    }

    fn inlined_size_below(&self, id: FunctionId, around: &mut Vec<FunctionId>) -> usize {
        let own = self.sizes.get(id.0 as usize).copied().unwrap_or_default();
        let calls = self.each_call.get(id.0 as usize).into_iter().flatten();
        calls.fold(own, |sum, called| {
            // A large number needs no exact value, and a recursive function is not inlined.
            if sum > ONCE || around.contains(called) {
                return sum;
            }
            around.push(*called);
            let inner = self.inlined_size_below(*called, around);
            around.pop();
            sum.saturating_add(inner)
        })
    }

    fn call_count(&self, id: FunctionId) -> usize {
        self.times.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn is_recursive(&self, id: FunctionId) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            for called in self.calls.get(next.0 as usize).into_iter().flatten() {
                if *called == id {
                    return true;
                }
                if seen.insert(*called) {
                    open.push(*called);
                }
            }
        }
        false
    }
}

fn size(stmts: &[TypedStmt]) -> usize {
    stmts.iter().map(|stmt| 1 + inner(stmt).into_iter().map(size).sum::<usize>()).sum()
}

fn inner(stmt: &TypedStmt) -> Vec<&[TypedStmt]> {
    match &stmt.kind {
        TypedStmtKind::If { then, els, .. } => vec![then, els],
        TypedStmtKind::While { body, step, .. } => vec![body, step],
        TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => vec![body],
        TypedStmtKind::Inlined(_, function) => vec![&function.body],
        _ => vec![],
    }
}

/// Visits the calls that are not inlined.
fn calls(stmt: &TypedStmt, f: &mut impl FnMut(&Call)) {
    if let TypedStmtKind::Call(call) = &stmt.kind {
        f(call);
    }
    inner(stmt).into_iter().flatten().for_each(|stmt| calls(stmt, f));
}

fn calls_mut(stmt: &mut TypedStmt, f: &impl Fn(&mut Call)) {
    let all = |stmts: &mut Vec<TypedStmt>| stmts.iter_mut().for_each(|stmt| calls_mut(stmt, f));
    match &mut stmt.kind {
        TypedStmtKind::Call(call) => f(call),
        TypedStmtKind::If { then, els, .. } => [then, els].into_iter().for_each(all),
        TypedStmtKind::While { body, step, .. } => [body, step].into_iter().for_each(all),
        TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => all(body),
        TypedStmtKind::Inlined(_, function) => all(&mut function.body),
        _ => {}
    }
}
