//! The types of variables by their names, as far as a name has one.

use hornbook_lang::ast::{Declarator, Program, StmtKind, TypeName};
use std::collections::BTreeMap;

/// The types of variables by their names.
pub(crate) struct DeclaredTypes {
    /// Arrays with one index whose name is declared once, with the type of their cells.
    pub(crate) arrays: BTreeMap<String, TypeName>,
    /// Scalars whose name is declared with one type only.
    pub(crate) scalars: BTreeMap<String, TypeName>,
}

impl DeclaredTypes {
    pub(crate) fn from_program(program: &Program) -> DeclaredTypes {
        let mut all: BTreeMap<String, Vec<(TypeName, usize)>> = BTreeMap::new();
        let mut note = |ty: TypeName, d: &Declarator| {
            all.entry(d.name.text.clone()).or_default().push((ty, d.dimensions.len()));
        };
        for stmt in &program.body {
            stmt.visit(&mut |s| match &s.kind {
                StmtKind::Declare { ty, declarators, .. } => {
                    declarators.iter().for_each(|d| note(*ty, d));
                }
                StmtKind::Function(f) => f.params.iter().for_each(|p| note(p.ty, &p.declarator)),
                _ => {}
            });
        }
        let array = |(name, known): (&String, &Vec<(TypeName, usize)>)| match known[..] {
            [(ty, 1)] => Some((name.clone(), ty)),
            _ => None,
        };
        let scalar = |(name, known): (&String, &Vec<(TypeName, usize)>)| {
            let (ty, _) = *known.first()?;
            known.iter().all(|k| *k == (ty, 0)).then(|| (name.clone(), ty))
        };
        DeclaredTypes {
            arrays: all.iter().filter_map(array).collect(),
            scalars: all.iter().filter_map(scalar).collect(),
        }
    }

    /// The type of a variable: of its cells, and whether it is an array with one index.
    pub(crate) fn find(&self, name: &str) -> Option<(TypeName, bool)> {
        let scalar = self.scalars.get(name).map(|ty| (*ty, false));
        scalar.or_else(|| Some((*self.arrays.get(name)?, true)))
    }
}
