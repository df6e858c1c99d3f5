//! Random programs as text, and random choices for their runs.

use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lang::typed::Type;
use std::fmt::Write;

/// A small value; an array has few cells that are not as all others.
pub fn value(dice: &mut Dice, ty: Type) -> Value {
    match ty {
        Type::Int => Value::Int(small(dice)),
        Type::Bool => Value::Bool(dice.chance(50)),
        Type::Array(_) => {
            let cell = ty.cell().expect("an array has cells");
            let default = Box::new(value(dice, cell));
            let cells = (0..dice.below(5)).map(|_| (small(dice), value(dice, cell))).collect();
            Value::Array(ArrayValue { default, cells })
        }
    }
}

fn small(dice: &mut Dice) -> Int {
    Int::from(dice.below(8) as i64 - 2)
}

/// The types of generated programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Bool,
    Ints,
    Grid,
    Bools,
}

/// What generated programs may have.
#[derive(Clone, Copy)]
pub struct Features {
    pub loops: bool,
    /// Values that clauses cannot express.
    pub opaque: bool,
    pub quantifiers: bool,
    /// Array functions; as SMT-LIB they need quantifiers.
    pub functions: bool,
    pub statements: usize,
}

/// The text of a random program.
pub fn program(random: &mut Dice, features: Features) -> String {
    let mut writer = Writer {
        random,
        features,
        out: String::new(),
        scopes: vec![vec![]],
        loops: 0,
        counters: 0,
        left: features.statements,
        bound: vec![],
    };
    for ty in [Ty::Int, Ty::Ints] {
        writer.declare(ty);
    }
    while writer.left > 0 {
        writer.statement(3);
    }
    writer.line("assert(true ==> x == x);");
    writer.out
}

struct Writer<'r> {
    random: &'r mut Dice,
    features: Features,
    out: String,
    /// The declared variables of each block.
    scopes: Vec<Vec<(String, Ty)>>,
    loops: usize,
    counters: usize,
    left: usize,
    /// The variables that quantifiers around bind.
    bound: Vec<String>,
}

/// Statements.
impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.scopes.len() - 1));
    }

    fn names(ty: Ty) -> &'static [&'static str] {
        match ty {
            Ty::Int => &["x", "y", "z"],
            Ty::Bool => &["p", "q"],
            Ty::Ints => &["a", "b"],
            Ty::Grid => &["m"],
            Ty::Bools => &["f"],
        }
    }

    fn any_type(&mut self) -> Ty {
        [Ty::Int, Ty::Int, Ty::Bool, Ty::Ints, Ty::Grid, Ty::Bools][self.random.below(6)]
    }

    fn declare(&mut self, ty: Ty) {
        let here = self.scopes.last().expect("a scope");
        let free = |n: &&&str| !here.iter().any(|(known, _)| known == **n);
        let Some(name) = Self::names(ty).iter().find(free) else { return };
        let word = if matches!(ty, Ty::Bool | Ty::Bools) { "bool" } else { "int" };
        let length = self.random.pick(&["", "3", "4"]);
        let brackets = match ty {
            Ty::Int | Ty::Bool => String::new(),
            Ty::Ints | Ty::Bools => format!("[{length}]"),
            Ty::Grid => format!("[{length}][]"),
        };
        let init = match self.random.chance(60) {
            true => format!(" = {}", self.value(ty, 2, true)),
            false => String::new(),
        };
        self.line(&format!("{word} {name}{brackets}{init};"));
        self.scopes.last_mut().expect("a scope").push(((*name).to_owned(), ty));
    }

    fn known(&mut self, ty: Ty) -> Option<String> {
        let all: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .filter(|(_, known)| *known == ty)
            .map(|(name, _)| name.clone())
            .collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())].clone())
    }

    fn block(&mut self, depth: usize, most: usize, last: &str) {
        self.scopes.push(vec![]);
        for _ in 0..self.random.below(most + 1) {
            self.statement(depth);
        }
        if !last.is_empty() {
            self.line(last);
        }
        self.scopes.pop();
    }

    fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let deep = depth > 0;
        match self.random.below(24) {
            0..=2 => {
                let ty = self.any_type();
                self.declare(ty);
            }
            3..=7 => self.assign(),
            8 => self.swap(),
            9 => self.havoc(),
            10..=12 if deep => self.branch(depth - 1),
            13..=15 if deep && self.features.loops => self.looped(depth - 1),
            16 if deep => {
                self.line("{");
                self.block(depth - 1, 2, "");
                self.line("}");
            }
            17 | 18 => {
                let cond = self.truth(2, true);
                self.line(&format!("assume({cond});"));
            }
            19..=21 => {
                let cond = self.truth(3, true);
                self.line(&format!("assert({cond});"));
            }
            22 => {
                let cond = self.truth(2, false);
                self.line(&format!("hint {cond};"));
            }
            _ => self.jump(),
        }
    }

    fn jump(&mut self) {
        let word = match self.random.below(5) {
            0 | 1 if self.loops > 0 => "break;",
            2 | 3 if self.loops > 0 => "continue;",
            4 => "return;",
            _ => return,
        };
        let cond = self.truth(1, true);
        self.line(&format!("if ({cond}) {word}"));
    }

    /// A variable or a cell, with its type.
    fn place(&mut self) -> Option<(String, Ty)> {
        let ty = self.any_type();
        let name = self.known(ty)?;
        let cell = self.random.chance(70);
        Some(match ty {
            Ty::Ints if cell => (format!("{name}[{}]", self.index(1)), Ty::Int),
            Ty::Bools if cell => (format!("{name}[{}]", self.index(1)), Ty::Bool),
            Ty::Grid if cell => {
                if self.random.chance(30) {
                    (format!("{name}[{}]", self.index(1)), Ty::Ints)
                } else {
                    (format!("{name}[{}][{}]", self.index(1), self.index(1)), Ty::Int)
                }
            }
            _ => (name, ty),
        })
    }

    fn assign(&mut self) {
        let Some((place, ty)) = self.place() else { return };
        let value = self.value(ty, 3, true);
        self.line(&format!("{place} = {value};"));
    }

    fn swap(&mut self) {
        let (Some((one, first)), Some((two, second))) = (self.place(), self.place()) else {
            return;
        };
        let root = |place: &str| place.split('[').next().unwrap_or_default().to_owned();
        if root(&one) == root(&two) && (one == root(&one) || two == root(&two)) {
            return;
        }
        let values = (self.value(first, 2, true), self.value(second, 2, true));
        self.line(&format!("{one}, {two} = {}, {};", values.0, values.1));
    }

    fn havoc(&mut self) {
        if let Some((place, _)) = self.place() {
            self.line(&format!("havoc {place};"));
        }
    }

    fn branch(&mut self, depth: usize) {
        let cond = self.truth(2, true);
        self.line(&format!("if ({cond}) {{"));
        self.block(depth, 3, "");
        if self.random.chance(50) {
            self.line("} else {");
            self.block(depth, 3, "");
        }
        self.line("}");
    }

    /// A loop with a counter of its own that nothing else changes.
    fn looped(&mut self, depth: usize) {
        self.counters += 1;
        let i = format!("i{}", self.counters);
        let rounds = self.random.below(4);
        let kind = self.random.below(3);
        self.loops += 1;
        match kind {
            0 => {
                self.line(&format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"));
                self.scopes.push(vec![(i.clone(), Ty::Int)]);
                self.frozen(&i, depth, "");
                self.scopes.pop();
                self.line("}");
            }
            1 => {
                self.line(&format!("int {i} = 0;"));
                self.line(&format!("while ({i} < {rounds}) {{"));
                self.frozen(&i, depth, &format!("{i}++;"));
                self.line("}");
            }
            _ => {
                self.line(&format!("int {i} = 0;"));
                self.line("do {");
                self.frozen(&i, depth, &format!("{i}++;"));
                let cond = self.truth(1, true);
                self.line(&format!("}} while ({i} < {rounds} && {cond});"));
            }
        }
        self.loops -= 1;
    }

    /// A body that reads the counter but does not change it before its end.
    fn frozen(&mut self, counter: &str, depth: usize, last: &str) {
        self.bound.push(counter.to_owned());
        self.block(depth, 3, last);
        self.bound.pop();
    }
}

/// Expressions. `free` says that a value may be chosen here.
impl Writer<'_> {
    fn value(&mut self, ty: Ty, depth: usize, free: bool) -> String {
        match ty {
            Ty::Int => self.int(depth, free),
            Ty::Bool => self.truth(depth, free),
            _ => self.array(ty, depth, free),
        }
    }

    fn index(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => self.random.below(4).to_string(),
            1 => self.variable(),
            _ => self.int(depth, false),
        }
    }

    fn variable(&mut self) -> String {
        if !self.bound.is_empty() && self.random.chance(60) {
            return self.bound[self.random.below(self.bound.len())].clone();
        }
        self.known(Ty::Int).unwrap_or_else(|| "1".to_owned())
    }

    fn leaf(&mut self, free: bool) -> String {
        match self.random.below(5) {
            0 | 1 => (self.random.below(8) as i64 - 2).to_string(),
            2 if free => match self.random.below(3) {
                0 => format!("nondet({}, {})", self.variable(), self.int(1, false)),
                1 => "nondet(-1, 5)".to_owned(),
                _ => "nondet()".to_owned(),
            },
            _ => self.variable(),
        }
    }

    fn int(&mut self, depth: usize, free: bool) -> String {
        if depth == 0 {
            return self.leaf(free);
        }
        let d = depth - 1;
        match self.random.below(16) {
            0 | 1 => format!("({} + {})", self.int(d, free), self.int(d, free)),
            2 | 3 => format!("({} - {})", self.int(d, free), self.int(d, free)),
            4 => format!("{} * {}", self.random.below(4), self.atom(d, free)),
            5 => format!("{} / 2", self.atom(d, free)),
            6 => format!("{} % 3", self.atom(d, free)),
            7 => format!("-{}", self.atom(d, free)),
            8 => {
                format!("({} ? {} : {})", self.truth(d, free), self.int(d, free), self.int(d, free))
            }
            9 => {
                let name = self.random.pick(&["min", "max"]);
                format!("{name}({}, {})", self.int(d, false), self.int(d, false))
            }
            10 => format!("abs({})", self.int(d, false)),
            11 | 12 => self.cell(Ty::Ints, d, free),
            13 => self.cell(Ty::Grid, d, free),
            14 if self.features.opaque => self.opaque(d),
            _ => self.leaf(free),
        }
    }

    fn atom(&mut self, depth: usize, free: bool) -> String {
        format!("({})", self.int(depth, free))
    }

    fn cell(&mut self, ty: Ty, depth: usize, free: bool) -> String {
        if ty == Ty::Ints && depth > 0 && self.features.functions && self.random.chance(30) {
            return self.cell_of_made(depth - 1);
        }
        let Some(name) = self.known(ty) else { return self.leaf(free) };
        let second =
            if ty == Ty::Grid { format!("[{}]", self.index(depth)) } else { String::new() };
        format!("{name}[{}]{second}", self.index(depth))
    }

    fn cell_of_made(&mut self, depth: usize) -> String {
        let Some(a) = self.known(Ty::Ints) else { return "0".to_owned() };
        let (i, v, k) = (self.index(0), self.int(depth, false), self.index(0));
        match self.random.below(4) {
            0 => format!("insert({a}, {i}, {v})[{k}]"),
            1 => format!("erase({a}, {i})[{k}]"),
            2 => format!("fill({a}, 1, {i}, {v})[{k}]"),
            _ => format!("const_array({v})[{k}]"),
        }
    }

    fn opaque(&mut self, depth: usize) -> String {
        let Some(a) = self.known(Ty::Ints) else { return "2".to_owned() };
        let low = self.random.below(3);
        match self.random.below(4) {
            0 => format!("sum({a}, {low}, {})", low + 2),
            1 => format!("max({a}, {low}, {})", low + 2),
            2 => format!("count({a}, {low}, {}, {})", low + 3, self.int(depth.min(1), false)),
            _ => format!("({} * {})", self.variable(), self.variable()),
        }
    }

    fn comparison(&mut self, depth: usize, free: bool) -> String {
        let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {op} {}", self.int(depth, free), self.int(depth, free))
    }

    fn truth(&mut self, depth: usize, free: bool) -> String {
        if depth == 0 {
            return match (self.random.below(6), self.known(Ty::Bool)) {
                (0, _) => (*self.random.pick(&["true", "false"])).to_owned(),
                (1, _) if free => "(nondet() > 0)".to_owned(),
                (2 | 3, Some(name)) => name,
                _ => format!("({})", self.comparison(0, free)),
            };
        }
        let d = depth - 1;
        match self.random.below(16) {
            0 | 1 => format!("({} && {})", self.truth(d, free), self.truth(d, free)),
            2 => format!("({} || {})", self.truth(d, free), self.truth(d, free)),
            3 => format!("({} ==> {})", self.truth(d, free), self.truth(d, free)),
            4 => format!("({} <==> {})", self.truth(d, free), self.truth(d, free)),
            5 => format!("!{}", self.truth(0, free)),
            6 => {
                format!(
                    "({} ? {} : {})",
                    self.truth(d, free),
                    self.truth(d, free),
                    self.truth(d, free)
                )
            }
            7 => match self.known(Ty::Bools) {
                Some(name) => format!("{name}[{}]", self.index(d)),
                None => self.truth(0, free),
            },
            8 | 9 if self.features.quantifiers => self.ranged(d),
            10 | 11 if self.features.quantifiers => self.array_claim(d),
            _ => format!("({})", self.comparison(d, free)),
        }
    }

    fn ranged(&mut self, depth: usize) -> String {
        if self.bound.iter().filter(|b| b.starts_with('k')).count() > 1 {
            return "true".to_owned();
        }
        let word = self.random.pick(&["forall", "exists"]);
        let (low, high) = (self.random.below(3), self.variable());
        let k = format!("k{}", self.bound.len());
        self.bound.push(k.clone());
        let body = self.truth(depth, false);
        self.bound.pop();
        match self.random.below(4) {
            0 => {
                let Some(a) = self.known(Ty::Ints) else { return "true".to_owned() };
                format!("{word}({a}, {low}, {high}, (v, {k}) -> (v > {low} || {body}))")
            }
            _ => format!("({word} {k} in {low}..{high}: {body})"),
        }
    }

    fn array_claim(&mut self, depth: usize) -> String {
        let ty = [Ty::Ints, Ty::Ints, Ty::Bools, Ty::Grid][self.random.below(4)];
        if self.known(ty).is_none() && !self.features.functions {
            return "true".to_owned();
        }
        let (a, b) = (self.array(ty, depth.min(1), false), self.array(ty, depth.min(1), false));
        let (low, high) = (self.random.below(3), self.int(1, false));
        match self.random.below(4) {
            0 | 1 if ty == Ty::Ints => format!("sorted({a}, {low}, {high})"),
            2 => match self.known(ty) {
                Some(name) => format!("({name} == {b})"),
                None => "false".to_owned(),
            },
            _ => format!("bound_eq({a}, {b}, {low}, {high})"),
        }
    }

    fn array(&mut self, ty: Ty, depth: usize, free: bool) -> String {
        let cell = match ty {
            Ty::Bools => Ty::Bool,
            Ty::Grid => Ty::Ints,
            _ => Ty::Int,
        };
        let Some(name) = self.known(ty) else {
            return match ty {
                _ if !self.features.functions => "nondet()".to_owned(),
                Ty::Bools => "const_array(false)".to_owned(),
                Ty::Grid => "const_array(const_array(1))".to_owned(),
                _ => "const_array(0)".to_owned(),
            };
        };
        if depth == 0 {
            return name;
        }
        let d = depth - 1;
        let (low, high) = (self.random.below(4), self.index(0));
        let functions = if self.features.functions { 0 } else { 6 };
        match functions + self.random.below(10 - functions) {
            0 => format!("const_array({})", self.value(cell, d, false)),
            1 => format!("insert({name}, {high}, {})", self.value(cell, d, false)),
            2 => format!("erase({}, {high})", self.array(ty, d, false)),
            3 => {
                format!("fill({name}, {low}, {high}, {})", self.value(cell, d, false))
            }
            4 | 5 if free && self.bound.iter().all(|b| !b.starts_with('k')) => {
                format!("sub_array({name}, {low}, {high})")
            }
            6 => {
                let cond = self.truth(d, free);
                format!("({cond} ? {} : {name})", self.array(ty, d, free))
            }
            7 if free => "nondet()".to_owned(),
            8 if ty == Ty::Ints => match self.known(Ty::Grid) {
                Some(grid) => format!("{grid}[{}]", self.index(0)),
                None => name,
            },
            _ => name,
        }
    }
}
