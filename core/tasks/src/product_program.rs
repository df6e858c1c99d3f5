//! Two programs that begin alike, one after the other on the same inputs: they compute the same values if the claims of
//! this program hold (the sequential composition of Barthe, D'Argenio and Rezk, *Secure information flow by
//! self-composition*, CSFW 2004).
//!
//! **Invariant:** if no run violates a claim of the product, then for all inputs for which both programs end, and no
//! assumption of either is violated, the compared variables have equal values at their ends. Inputs are the choices of the
//! statements with which both begin.

use hornbook_lang::ast::{CompareOp, Expr, ExprKind, Program, Stmt, StmtKind, functions};
use hornbook_lang::rewrite::names::{Fresh, Names, free, introduced, rename};
use hornbook_lang::rewrite::{build, effects, walk};
use hornbook_lang::{parse, print};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Why two programs have no product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProduct {
    /// There are no statements outside of functions.
    OnlyFunctions,
    /// One leaves its statements early.
    Returns,
    /// Something is assumed behind the statements with which both begin: one program could exclude runs of the other.
    LateAssumption,
    /// A choice is made behind the statements with which both begin.
    LateChoice,
    /// This variable is not declared by the statements with which both begin.
    NotCommon(String),
}

impl fmt::Display for NoProduct {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoProduct::OnlyFunctions => {
                f.write_str("the program has no statements outside of functions")
            }
            NoProduct::Returns => f.write_str("the program has a `return` outside of functions"),
            NoProduct::LateAssumption => f.write_str(
                "something is assumed behind the first place where the programs differ",
            ),
            NoProduct::LateChoice => f.write_str(
                "values are chosen behind the first place where the programs differ: an input must be declared before it",
            ),
            NoProduct::NotCommon(name) => write!(
                f,
                "`{name}` is not declared before the first place where the programs differ"
            ),
        }
    }
}

/// The text of the product of two programs without errors, with a claim that each of these variables has one value.
///
/// # Errors
/// The programs are not of the form that has a product.
pub fn product_program(left: &str, right: &str, outputs: &[String]) -> Result<String, NoProduct> {
    let left_tree = parse(left).0;
    let pragmas = left_tree.pragmas.clone();
    let (left, mut right) =
        (Parts::from_body(left_tree.body), Parts::from_body(parse(right).0.body));
    if left.statements.is_empty() || right.statements.is_empty() {
        return Err(NoProduct::OnlyFunctions);
    }
    let pairs = left.statements.iter().zip(&right.statements);
    let common = pairs.take_while(|(a, b)| is_input(a) && text_of(a) == text_of(b)).count();
    let common = count_with_lasting_lengths(&left.statements[..common]);
    let (inputs, left_rest) = left.statements.split_at(common);
    for rest in [left_rest, &right.statements[common..]] {
        if effects::any(rest, &|stmt| matches!(stmt.kind, StmtKind::Return(_))) {
            return Err(NoProduct::Returns);
        }
    }
    let is_assumption = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Assume(_));
    let bodies = [left_rest, &right.statements[common..], &left.functions, &right.functions];
    if bodies.into_iter().any(|body| effects::any(body, &is_assumption)) {
        return Err(NoProduct::LateAssumption);
    }
    let late = [left_rest, &right.statements[common..], &left.functions, &right.functions];
    if late.into_iter().any(|body| effects::any(body, &chooses)) {
        return Err(NoProduct::LateChoice);
    }
    let declared: BTreeSet<String> = inputs.iter().flat_map(effects::declares).collect();
    if let Some(name) = outputs.iter().find(|name| !declared.contains(*name)) {
        return Err(NoProduct::NotCommon(name.clone()));
    }
    let renaming = Renaming::apart(&left, &right);
    renaming.rename(&mut right);
    let mut body = without_claims(left.functions.clone());
    // Functions that are alike keep their names, and stand there once.
    if !renaming.functions.is_empty() {
        body.append(&mut without_claims(std::mem::take(&mut right.functions)));
    }
    body.extend(inputs.iter().cloned());
    body.extend(inputs.iter().filter_map(|stmt| renaming.copy_of(stmt)));
    body.extend(without_claims(left_rest.to_vec()));
    body.extend(without_claims(right.statements.split_off(common)));
    body.extend(outputs.iter().map(|name| {
        let (mine, other) = (build::name(name), build::name(renaming.name_of(name)));
        build::stmt(StmtKind::Assert(build::compare(mine, CompareOp::Eq, other)))
    }));
    Ok(print::whole(&Program { pragmas, body, span: left_tree.span }))
}

/// The functions of a program, and its other statements.
struct Parts {
    functions: Vec<Stmt>,
    statements: Vec<Stmt>,
}

impl Parts {
    fn from_body(body: Vec<Stmt>) -> Parts {
        let is_function = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Function(_));
        let (functions, statements) = body.into_iter().partition(is_function);
        Parts { functions, statements }
    }

    /// The names of its functions.
    fn function_names(&self) -> Names {
        functions(&self.functions).map(|function| function.name.text.clone()).collect()
    }
}

/// Whether a statement can be one of those with which both begin: doing it once is doing it for both, as the variables of
/// the second program begin with the values that those of the first have then. A call is none, as the functions may differ.
fn is_input(stmt: &Stmt) -> bool {
    use StmtKind::{Assign, Assume, Declare, Empty, Havoc, Update};
    let is_simple = matches!(
        stmt.kind,
        Declare { .. } | Assume(_) | Empty | Update { .. } | Assign { .. } | Havoc(_)
    );
    is_simple && stmt.exprs().into_iter().all(|expr| effects::own_calls(expr).is_empty())
}

/// How many of these statements there are before one that changes a variable in the length of an array: a copy of the array,
/// which is declared behind them, would have another length.
fn count_with_lasting_lengths(inputs: &[Stmt]) -> usize {
    let lengths = |stmt: &Stmt| -> Names {
        let StmtKind::Declare { declarators, .. } = &stmt.kind else { return Names::new() };
        let lengths = declarators.iter().flat_map(|d| d.dimensions.iter().flatten());
        lengths.flat_map(free).collect()
    };
    let lengths: Names = inputs.iter().flat_map(lengths).collect();
    let changes = |stmt: &Stmt| !effects::writes(stmt).is_disjoint(&lengths);
    inputs.iter().position(changes).unwrap_or(inputs.len())
}

fn text_of(stmt: &Stmt) -> String {
    print::program(&Program { pragmas: vec![], body: vec![stmt.clone()], span: stmt.span })
}

/// Whether a statement chooses a value. A variable that is declared without one is no input either: it may have another
/// value in each program.
fn chooses(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Havoc(_)) || stmt.exprs().into_iter().any(effects::chooses)
}

/// Statements without claims, which have verdicts of their own.
fn without_claims(mut body: Vec<Stmt>) -> Vec<Stmt> {
    use StmtKind::{Assert, Decreases, Invariant};
    walk::replace(&mut body, &mut |stmt| match stmt.kind {
        Assert(_) | Invariant(_) | Decreases(_) => vec![],
        _ => vec![stmt],
    });
    body
}

/// The names that the second program has in the product.
struct Renaming {
    variables: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
}

impl Renaming {
    /// Names for the variables of the second program, and for its functions unless all are those of the first.
    fn apart(left: &Parts, right: &Parts) -> Renaming {
        let all = [&left.functions, &left.statements, &right.functions, &right.statements];
        let mut taken: Names = all.into_iter().flat_map(|body| introduced(body)).collect();
        taken.extend(left.function_names());
        taken.extend(right.function_names());
        let mut fresh = Fresh::avoiding(taken);
        let texts = |parts: &Parts| parts.functions.iter().map(text_of).collect::<Vec<_>>();
        let is_shared = texts(left) == texts(right);
        let own = if is_shared { Names::new() } else { right.function_names() };
        let mut renamed = |names: Names| {
            names.into_iter().map(|name| (name.clone(), fresh.name(&name))).collect()
        };
        Renaming { variables: renamed(introduced(&right.statements)), functions: renamed(own) }
    }

    /// The name of a variable that both programs declare.
    fn name_of<'n>(&'n self, name: &'n str) -> &'n str {
        self.variables.get(name).map_or(name, String::as_str)
    }

    fn rename(&self, program: &mut Parts) {
        rename(&mut program.statements, &self.variables);
        for body in [&mut program.statements, &mut program.functions] {
            walk::exprs(body, &mut |e: &mut Expr| {
                if let ExprKind::Call { name, .. } = &mut e.kind
                    && let Some(new) = self.functions.get(&name.text)
                {
                    name.text.clone_from(new);
                }
            });
        }
        for stmt in &mut program.functions {
            if let StmtKind::Function(function) = &mut stmt.kind
                && let Some(new) = self.functions.get(&function.name.text)
            {
                function.name.text.clone_from(new);
            }
        }
    }

    /// A declaration of the second program's variables, with the values of the first one's.
    fn copy_of(&self, input: &Stmt) -> Option<Stmt> {
        let StmtKind::Declare { ty, declarators, .. } = &input.kind else { return None };
        let copied = declarators.iter().map(|declarator| {
            let mut copy = declarator.clone();
            copy.init = Some(build::name(&declarator.name.text));
            copy.name.text = self.name_of(&declarator.name.text).to_owned();
            copy
        });
        let kind = StmtKind::Declare { constant: false, ty: *ty, declarators: copied.collect() };
        Some(build::stmt(kind))
    }
}
