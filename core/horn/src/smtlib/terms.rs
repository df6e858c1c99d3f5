//! From S-expressions to typed terms: scopes, sorts, `let`, macros.

mod apply;
mod bound_names;

use super::count::COUNT;
use super::sexp::{MAX_DEPTH, Sexp, SexpKind};
use crate::term::{Names, Node, Op, Quantifier, Sort, Term, Var};
use bound_names::BoundNames;
use hornbook_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The largest number of quantifiers in each other.
const MAX_QUANTIFIERS: usize = 200;

/// The greatest number of levels of a sort.
const MAX_SORT_DEPTH: usize = 100;

/// Limits on the size and depth of a term with its definitions expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The number of parts, counted as a tree.
    pub size: u64,
    /// The number of parts that a definition or an operation may copy, counted as a tree.
    pub copied: u64,
    /// The number of levels.
    pub depth: usize,
}

impl Default for Limits {
    /// For terms of which large parts get names.
    fn default() -> Limits {
        Limits { size: u64::MAX, copied: 200_000, depth: MAX_DEPTH }
    }
}

/// A term that is being read.
enum Reading<'s> {
    /// The finished term; `None` after an error.
    Done(Option<Sized>),
    /// The parts to read first.
    Parts(Vec<&'s Sexp>, Finish<'s>),
}

/// The continuation that builds a term from its parts.
type Finish<'s> = Box<dyn FnOnce(&mut Elaborator, Vec<Option<Sized>>) -> Reading<'s> + 's>;

impl<'s> Reading<'s> {
    /// A term that is read once its parts are.
    fn parts(
        parts: Vec<&'s Sexp>,
        finish: impl FnOnce(&mut Elaborator, Vec<Option<Sized>>) -> Option<Sized> + 's,
    ) -> Reading<'s> {
        Reading::Parts(parts, Box::new(|this, read| Reading::Done(finish(this, read))))
    }
}

/// A term whose parts are being read.
struct PendingTerm<'s> {
    parts: std::vec::IntoIter<&'s Sexp>,
    read: Vec<Option<Sized>>,
    finish: Finish<'s>,
}

/// The attribute `:name` and its value, in the list after an annotated term.
pub(super) fn attribute<'s>(
    attributes: &'s [Sexp],
    name: &str,
) -> Option<(&'s Sexp, Option<&'s Sexp>)> {
    let is_it = |s: &Sexp| matches!(&s.kind, SexpKind::Keyword(word) if &**word == name);
    let n = attributes.iter().position(is_it)?;
    Some((&attributes[n], attributes.get(n + 1)))
}

/// A term with its size and depth, counted as a tree.
#[derive(Clone)]
pub(super) struct Sized {
    pub term: Term,
    size: u64,
    depth: usize,
}

impl Sized {
    fn leaf(term: Term) -> Sized {
        Sized { term, size: 1, depth: 1 }
    }
}

/// The meaning of a declared symbol.
#[derive(Clone)]
pub(super) enum Symbol {
    /// A predicate with the sorts of its parameters.
    Pred(Rc<[Sort]>),
    /// A constant.
    Const(Var),
    /// A definition.
    Macro(Rc<Macro>),
}

/// A definition with parameters.
pub(super) struct Macro {
    params: Vec<Var>,
    body: Sized,
}

/// The symbols in scope and the diagnostics so far.
#[derive(Default)]
pub(super) struct Elaborator {
    pub diagnostics: Vec<Diagnostic>,
    pub limits: Limits,
    /// Whether terms can be asked for by the names that annotations give them.
    pub names_matter: bool,
    globals: BTreeMap<Rc<str>, Symbol>,
    /// The names of `globals` in the order of their declarations.
    order: Vec<Rc<str>>,
    /// Names bound by `let` and quantifiers.
    locals: BoundNames,
    /// Names of variables bound in the current formula: no name is bound twice, so that expanding
    /// definitions captures nothing.
    bound: BTreeSet<Rc<str>>,
    names: Names,
}

/// Symbols with a fixed meaning; they cannot be declared.
pub const RESERVED: [&str; 34] = [
    "true", "false", "and", "or", "xor", "not", "=>", "=", "distinct", "ite", "+", "-", "*", "/",
    "div", "mod", "abs", "<", "<=", ">", ">=", "select", "store", "let", "forall", "exists", "!",
    "_", "as", "match", "par", "assert", "const", COUNT,
];

impl Elaborator {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.error(span, message);
        None
    }

    /// Reports a part of SMT-LIB that is not supported, by its name.
    fn refuse<T>(&mut self, span: Span, kind: &str, hint: &str) -> Option<T> {
        let diagnostic = Diagnostic::error(span, format!("{kind} are not supported"));
        self.diagnostics.push(diagnostic.hint(hint));
        None
    }

    /// Declares a symbol, unless its name is taken.
    pub fn declare(&mut self, name: &Sexp, symbol: Symbol) -> Option<()> {
        let Some(text) = name.symbol() else {
            return self.fail(name.span, "a name is expected here");
        };
        if RESERVED.contains(&&**text) {
            return self.fail(name.span, format!("`{text}` already has a meaning of its own"));
        }
        if self.globals.contains_key(text) {
            return self.fail(name.span, format!("`{text}` is declared twice"));
        }
        self.order.push(text.clone());
        self.globals.insert(text.clone(), symbol);
        Some(())
    }

    /// The number of declared symbols.
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// Forgets all symbols declared since a mark.
    pub fn forget(&mut self, mark: usize) {
        for name in self.order.drain(mark.min(self.order.len())..) {
            self.globals.remove(&name);
        }
    }

    /// The constants in scope, in the order of their declarations.
    pub fn constants(&self) -> Vec<Var> {
        let var = |name| match self.globals.get(name) {
            Some(Symbol::Const(v)) => Some(v.clone()),
            _ => None,
        };
        self.order.iter().filter_map(var).collect()
    }

    /// A sort.
    pub fn sort(&mut self, s: &Sexp) -> Option<Sort> {
        self.sort_within(s, MAX_SORT_DEPTH)
    }

    /// A sort of at most so many levels.
    fn sort_within(&mut self, s: &Sexp, levels: usize) -> Option<Sort> {
        if levels == 0 {
            return self.fail(s.span, format!("a sort has at most {MAX_SORT_DEPTH} levels"));
        }
        if let Some(name) = s.symbol() {
            return match &**name {
                "Int" => Some(Sort::Int),
                "Bool" => Some(Sort::Bool),
                "Real" => {
                    self.refuse(s.span, "real numbers", "use `Int` where all values are whole")
                }
                _ => self.fail(
                    s.span,
                    format!(
                        "the sort `{name}` is not supported; use `Int`, `Bool` or `(Array Int Int)`"
                    ),
                ),
            };
        }
        match s.list() {
            Some([array, index, value]) if array.symbol().is_some_and(|n| &**n == "Array") => {
                match self.sort_within(index, levels - 1)? {
                    Sort::Int => Some(Sort::array_of(self.sort_within(value, levels - 1)?)),
                    _ => self.fail(index.span, "indices of arrays must be of sort `Int`"),
                }
            }
            Some([word, name, ..])
                if word.symbol().is_some_and(|w| &**w == "_")
                    && name.symbol().is_some_and(|n| &**n == "BitVec") =>
            {
                let hint = "use `Int`, with bounds such as `(and (<= 0 x) (< x 256))` and `mod` where \
                            operations wrap around";
                self.refuse(s.span, "bit-vectors", hint)
            }
            _ => self.fail(s.span, "a sort is expected here, such as `Int` or `(Array Int Int)`"),
        }
    }

    /// `((x Int) (y Bool))`.
    pub fn typed_names(&mut self, s: &Sexp) -> Option<Vec<(Rc<str>, Sort)>> {
        let Some(items) = s.list() else {
            return self.fail(s.span, "a list of names with sorts is expected, as in `((x Int))`");
        };
        let one = |item: &Sexp| match item.list() {
            Some([name, sort]) if name.symbol().is_some() => {
                let sort = self.sort(sort)?;
                Some((name.symbol().cloned()?, sort))
            }
            _ => self.fail(item.span, "a name with a sort is expected, as in `(x Int)`"),
        };
        let read: Vec<Option<(Rc<str>, Sort)>> = items.iter().map(one).collect();
        read.into_iter().collect()
    }

    /// A definition: its parameters and its body.
    pub fn definition(&mut self, params: &Sexp, sort: &Sexp, body: &Sexp) -> Option<Symbol> {
        let (names, sort) = (self.typed_names(params), self.sort(sort));
        let (names, sort) = (names?, sort?);
        self.start_formula();
        let params = self.bind(&names);
        let read = self.term(body);
        self.locals.clear();
        let read = read?;
        self.expect(&read.term.sort(), &sort, body.span)?;
        self.check_quantifiers(&read.term, body.span)?;
        Some(Symbol::Macro(Rc::new(Macro { params, body: read })))
    }

    /// A closed formula.
    pub fn formula(&mut self, s: &Sexp) -> Option<Term> {
        let term = self.closed(s)?;
        self.expect(&term.sort(), &Sort::Bool, s.span)?;
        Some(term)
    }

    /// A closed term.
    pub fn closed(&mut self, s: &Sexp) -> Option<Term> {
        self.start_formula();
        let read = self.term(s);
        self.locals.clear();
        let term = read?.term;
        self.check_quantifiers(&term, s.span)?;
        Some(term)
    }

    /// Walks recurse through quantifiers only, so these must not be nested deeply.
    fn check_quantifiers(&mut self, t: &Term, span: Span) -> Option<()> {
        let mut levels: FxHashMap<&Term, usize> = FxHashMap::default();
        for part in t.post_order_through(Term::has_quantifier) {
            let below = part.children().iter().filter_map(|t| levels.get(t)).max().copied();
            let own = usize::from(matches!(part.node(), Node::Quant(..)));
            levels.insert(part, below.unwrap_or_default() + own);
        }
        if levels.get(t).is_some_and(|n| *n > MAX_QUANTIFIERS) {
            let message = format!("this is nested too deeply (over {MAX_QUANTIFIERS} quantifiers)");
            return self.fail(span, message);
        }
        Some(())
    }

    /// An assertion, `f` or `(! f :named n)`, and its name.
    pub fn assertion<'s>(&mut self, s: &'s Sexp) -> Option<(Term, Option<&'s Sexp>)> {
        let named = match s.list() {
            Some([head, f, attributes @ ..]) if head.symbol().is_some_and(|h| &**h == "!") => {
                attribute(attributes, "named").map(|(key, name)| (key, name, f))
            }
            _ => None,
        };
        match named {
            None => Some((self.formula(s)?, None)),
            Some((_, Some(name), f)) if name.symbol().is_some() => {
                Some((self.formula(f)?, Some(name)))
            }
            Some((key, ..)) => self.fail(key.span, "a name is expected after `:named`"),
        }
    }

    /// Gives a formula a name.
    pub fn define(&mut self, name: &Sexp, formula: &Term) -> Option<()> {
        let depth = formula.depth() as usize;
        let body = Sized { term: formula.clone(), size: formula.size() as u64, depth };
        self.declare(name, Symbol::Macro(Rc::new(Macro { params: vec![], body })))
    }

    fn start_formula(&mut self) {
        self.locals.clear();
        self.bound.clear();
        self.names = Names::default();
    }

    /// Brings variables into scope.
    fn bind(&mut self, names: &[(Rc<str>, Sort)]) -> Vec<Var> {
        let mut vars = vec![];
        for (name, sort) in names {
            let mut var = Var { name: name.clone(), sort: sort.clone() };
            self.names.take(&var);
            while self.bound.contains(&var.name) || self.globals.contains_key(&var.name) {
                var = self.names.fresh(&var);
            }
            self.bound.insert(var.name.clone());
            self.locals.push(name.clone(), Sized::leaf(Term::var(&var)));
            vars.push(var);
        }
        vars
    }

    fn expect(&mut self, found: &Sort, sort: &Sort, span: Span) -> Option<()> {
        if found == sort {
            return Some(());
        }
        self.fail(
            span,
            format!("this is of sort `{}`, but `{}` is needed", show(found), show(sort)),
        )
    }

    /// Reads a term. Pending terms are in a list, so that deep terms need no deep stack.
    fn term(&mut self, s: &Sexp) -> Option<Sized> {
        let mut open: Vec<PendingTerm<'_>> = vec![];
        let mut reading = self.start(s);
        loop {
            match reading {
                Reading::Parts(parts, finish) => {
                    open.push(PendingTerm { parts: parts.into_iter(), read: vec![], finish });
                }
                Reading::Done(value) => match open.last_mut() {
                    Some(outer) => outer.read.push(value),
                    None => return value,
                },
            }
            let mut top = open.pop()?;
            reading = match top.parts.next() {
                Some(part) => {
                    open.push(top);
                    self.start(part)
                }
                None => (top.finish)(self, top.read),
            };
        }
    }

    /// Begins with a term.
    fn start<'s>(&mut self, s: &'s Sexp) -> Reading<'s> {
        Reading::Done(match &s.kind {
            SexpKind::Numeral(n) => Some(Sized::leaf(Term::int(n.clone()))),
            SexpKind::Symbol(name) => self.name(name, s.span),
            SexpKind::List(items) => match items.split_first() {
                Some((head, args)) => {
                    return self.list(head, args, s.span).unwrap_or(Reading::Done(None));
                }
                None => self.fail(s.span, "a term is missing between `(` and `)`"),
            },
            SexpKind::Keyword(_) | SexpKind::Text(_) => {
                self.fail(s.span, "a term is expected here")
            }
            SexpKind::Foreign => {
                self.fail(s.span, "only whole numbers are supported, written in decimal")
            }
        })
    }

    fn name(&mut self, name: &Rc<str>, span: Span) -> Option<Sized> {
        if let Some(t) = self.locals.get(name) {
            return Some(t.clone());
        }
        match &**name {
            "true" | "false" => return Some(Sized::leaf(Term::bool(&**name == "true"))),
            _ => {}
        }
        self.apply_symbol(name, span, vec![], span)
    }

    fn list<'s>(&mut self, head: &'s Sexp, args: &'s [Sexp], span: Span) -> Option<Reading<'s>> {
        if let Some([word, constant, sort]) = head.list()
            && word.symbol().is_some_and(|w| &**w == "as")
            && constant.symbol().is_some_and(|w| &**w == "const")
        {
            return self.const_array(sort, args, span);
        }
        let Some(name) = head.symbol() else {
            let indexed = head.head().is_some_and(|word| &**word == "_");
            return self.fail(
                head.span,
                match indexed {
                    true => {
                        "operations with an index, such as `(_ divisible 3)`, are not supported"
                    }
                    false => "the name of an operation or predicate is expected here",
                },
            );
        };
        match &**name {
            "let" => return self.let_(args, span),
            "forall" => return self.quantifier(Quantifier::Forall, args, span),
            "exists" => return self.quantifier(Quantifier::Exists, args, span),
            "!" => return self.annotated(args, span),
            _ => {}
        }
        let at = head.span;
        Some(Reading::parts(args.iter().collect(), move |this, read| {
            let read: Vec<Sized> = read.into_iter().collect::<Option<_>>()?;
            // `rem` is an operation of z3, which a text may define for itself.
            let is_rem = &**name == "rem" && !this.globals.contains_key(name);
            if is_rem || RESERVED.contains(&&**name) {
                return this.operation(name, at, read, args, span);
            }
            this.apply_symbol(name, at, read, span)
        }))
    }

    /// `((as const (Array Int Int)) value)`: the value in every cell.
    fn const_array<'s>(
        &mut self,
        sort: &Sexp,
        args: &'s [Sexp],
        span: Span,
    ) -> Option<Reading<'s>> {
        let found = self.sort(sort)?;
        let Sort::Array(element) = found else {
            return self.fail(sort.span, "only arrays can be constant, as in `(Array Int Int)`");
        };
        let [value] = args else {
            return self.fail(span, "a constant array takes one value");
        };
        Some(Reading::parts(vec![value], move |this, mut read| {
            let read = read.pop()??;
            this.expect(&read.term.sort(), &element, value.span)?;
            let (size, depth) = (read.size.saturating_add(1), read.depth + 1);
            this.sized(Term::app(Op::ConstArray, vec![read.term]), size, depth, span)
        }))
    }

    /// The parameters of a declared predicate.
    pub fn predicate(&self, name: &str) -> Option<Rc<[Sort]>> {
        match self.globals.get(name) {
            Some(Symbol::Pred(sorts)) => Some(sorts.clone()),
            _ => None,
        }
    }

    /// `(! term :attribute value ...)`: attributes have no meaning here, but for names of assertions, which
    /// `assertion` reads.
    fn annotated<'s>(&mut self, args: &'s [Sexp], span: Span) -> Option<Reading<'s>> {
        let Some((inner, attributes)) = args.split_first() else {
            return self.fail(span, "a term is expected after `!`");
        };
        if self.names_matter
            && let Some((key, _)) = attribute(attributes, "named")
        {
            return self.fail(key.span, "only whole assertions can have a name");
        }
        Some(Reading::parts(vec![inner], |_, mut read| read.pop()?))
    }

    fn let_<'s>(&mut self, args: &'s [Sexp], span: Span) -> Option<Reading<'s>> {
        let [bindings, body] = args else {
            return self.fail(span, "`let` needs bindings and a term: `(let ((x term)) term)`");
        };
        let Some(bindings) = bindings.list() else {
            return self.fail(bindings.span, "bindings are expected, as in `((x term))`");
        };
        let (mut names, mut values) = (vec![], vec![]);
        for binding in bindings {
            match binding.list().map(|b| (b, b.first().and_then(Sexp::symbol))) {
                Some(([_, value], Some(name))) => {
                    names.push(name.clone());
                    values.push(value);
                }
                _ => self.error(binding.span, "a binding is expected, as in `(x term)`"),
            }
        }
        let whole = names.len() == bindings.len();
        let bind = move |this: &mut Elaborator, read: Vec<Option<Sized>>| {
            let bound = read.into_iter().collect::<Option<Vec<_>>>().filter(|_| whole);
            let Some(bound) = bound else { return Reading::Done(None) };
            let depth = this.locals.len();
            names.into_iter().zip(bound).for_each(|(name, t)| this.locals.push(name, t));
            Reading::parts(vec![body], move |this, mut read| {
                this.locals.truncate(depth);
                read.pop()?
            })
        };
        Some(Reading::Parts(values, Box::new(bind)))
    }

    fn quantifier<'s>(
        &mut self,
        q: Quantifier,
        args: &'s [Sexp],
        span: Span,
    ) -> Option<Reading<'s>> {
        let [names, body] = args else {
            return self
                .fail(span, "a quantifier needs variables and a formula: `(forall ((x Int)) f)`");
        };
        let names = self.typed_names(names)?;
        let depth = self.locals.len();
        let vars = self.bind(&names);
        Some(Reading::parts(vec![body], move |this, mut read| {
            this.locals.truncate(depth);
            let read = read.pop()??;
            this.expect(&read.term.sort(), &Sort::Bool, body.span)?;
            let (size, inner) = (read.size.saturating_add(1), read.depth + 1);
            this.sized(Term::quant(q, vars, read.term), size, inner, span)
        }))
    }
}

/// A sort as SMT-LIB writes it.
pub fn show(sort: &Sort) -> String {
    match sort {
        Sort::Int => "Int".into(),
        Sort::Bool => "Bool".into(),
        Sort::Array(value) => format!("(Array Int {})", show(value)),
    }
}
