//! Arrays whose length is asked for. A function that asks for the length of a parameter without a declared one gets it
//! from its callers, as one more parameter without a name.

use crate::ast::{self, Expr, ExprKind, Function, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays of a text whose length is asked for.
pub(super) struct Measured {
    /// Their names.
    names: BTreeSet<String>,
    /// For each function the places of parameters whose length its callers give.
    params: BTreeMap<String, BTreeSet<usize>>,
}

impl Measured {
    /// The arrays whose length a text asks for, itself or by a call.
    pub(super) fn from_tree(tree: &ast::Program) -> Measured {
        let mut measured = Measured { names: BTreeSet::new(), params: BTreeMap::new() };
        let functions: Vec<&Function> = ast::functions(&tree.body).collect();
        // Functions may pass their parameters on to each other.
        loop {
            let next = functions.iter().map(|f| (f.name.text.clone(), measured.asked_by(f)));
            let next: BTreeMap<String, BTreeSet<usize>> = next.collect();
            if next == measured.params {
                break;
            }
            measured.params = next;
        }
        measured.names = measured.arrays(&tree.body);
        measured
    }

    /// Whether the length of an array of this name is asked for.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The places of the parameters of a function whose length its callers give.
    pub(super) fn given(&self, function: &str) -> Vec<usize> {
        self.params.get(function).into_iter().flatten().copied().collect()
    }

    /// The places of the parameters without a declared length whose length a function asks for.
    fn asked_by(&self, function: &Function) -> BTreeSet<usize> {
        let mut asked = self.arrays(&function.body);
        function.exprs().into_iter().for_each(|e| self.note(e, &mut asked));
        let params = function.params.iter().enumerate();
        let is_asked = |(_, param): &(usize, &ast::Param)| {
            let is_open = param.declarator.dimensions.first().is_some_and(Option::is_none);
            is_open && asked.contains(&param.declarator.name.text)
        };
        params.filter(is_asked).map(|(n, _)| n).collect()
    }

    /// The arrays whose length statements ask for.
    fn arrays(&self, body: &[Stmt]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut each =
            |stmt: &Stmt| stmt.exprs().into_iter().for_each(|e| self.note(e, &mut names));
        body.iter().for_each(|stmt| stmt.visit(&mut each));
        names
    }

    /// Notes the arrays whose length an expression asks for.
    fn note(&self, expr: &Expr, names: &mut BTreeSet<String>) {
        expr.visit(&mut |e| {
            let ExprKind::Call { name, args, .. } = &e.kind else { return };
            let asks = name.text == "len" || name.text == "permutation" && args.len() == 2;
            let given = self.given(&name.text);
            let asked = args.iter().enumerate().filter(|(n, _)| asks || given.contains(n));
            names.extend(asked.filter_map(|(_, arg)| arg.root()).map(str::to_owned));
        });
    }
}
