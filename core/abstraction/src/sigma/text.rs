//! The syntax in which people write abstractions.
//!
//! ```text
//! choice  = part {"," part}               part   = [key "="] sigma       key = array | point ["." array]
//! sigma   = product {"(+)" product}       ⊕
//! product = tuple {"(*)" tuple}           ⊗
//! tuple   = chain {"*" chain}             •
//! chain   = power ["." chain]             ⊙
//! power   = atom {"^" ["<"] number}       σ^n and σ^<n
//! atom    = name | "(" sigma ")" | "{" params "=>" case {";" case} "}"
//! case    = value ["if" term]             value  = term | "(" [term {"," term}] ")"
//! ```
//!
//! Names stand for terms of the algebra (T Examples 11 to 13 and 16), and for nothing else.

use super::{AUTO, Choice, ChosenAbstraction, Finite, FiniteCase, Sigma, Value};
use hornbook_horn::read::{ReadError, TermParser, Token};
use hornbook_horn::{Names, Op, Sort, Term, Var};
use std::fmt;
use std::str::FromStr;

/// A text that is no abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigmaError {
    /// The text.
    pub text: String,
    /// The error with its place.
    pub error: ReadError,
}

impl fmt::Display for SigmaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.render_in(&self.text))
    }
}

impl std::error::Error for SigmaError {}

/// The names of abstractions of arrays, with a short description.
pub const NAMES: [(&str, &str); 10] = [
    ("id", "the value itself"),
    ("cell", "one cell"),
    ("cell2", "two cells; up to `cell9`"),
    ("cell<2", "two cells in order of their indices"),
    ("first", "the value of the cell 0"),
    ("smash", "the values, without their indices"),
    ("sign", "the signs of the values"),
    ("slice(i)", "the values before, at and behind index i"),
    ("cell . multiset", "how often one value occurs; `multiset(lo, hi)` for a range"),
    ("nothing", "not at all"),
];

impl FromStr for Sigma {
    type Err = SigmaError;
    fn from_str(text: &str) -> Result<Sigma, SigmaError> {
        read(text, |reader| reader.sigma())
    }
}

/// `auto`, or a choice.
impl FromStr for ChosenAbstraction {
    type Err = SigmaError;
    fn from_str(text: &str) -> Result<ChosenAbstraction, SigmaError> {
        if text.trim() == AUTO {
            Ok(ChosenAbstraction::Auto)
        } else {
            text.parse().map(ChosenAbstraction::Fixed)
        }
    }
}

/// `cell1`, `id`, `a=cell2,b=id`, `L5.a=smash`; a part without a key is for all other arrays.
impl FromStr for Choice {
    type Err = SigmaError;
    fn from_str(text: &str) -> Result<Choice, SigmaError> {
        read(text, |reader| {
            let mut choice = Choice::default();
            loop {
                match reader.key()? {
                    Some(key) => {
                        let sigma = reader.sigma()?;
                        choice.by_name.insert(key, sigma);
                    }
                    None => choice.all = reader.sigma()?,
                }
                if !reader.0.eat(Token::Comma) {
                    return Ok(choice);
                }
            }
        })
    }
}

fn read<T>(
    text: &str,
    inner: impl FnOnce(&mut Text<'_>) -> Result<T, ReadError>,
) -> Result<T, SigmaError> {
    let whole = || {
        let mut reader = Text(TermParser::new(text)?);
        let result = inner(&mut reader)?;
        reader.0.expect(Token::End, "the end")?;
        Ok(result)
    };
    whole().map_err(|error| SigmaError { text: text.to_owned(), error })
}

/// The largest power: more cells would only make clauses unreadable.
const MOST: usize = 9;
/// The most pieces that an abstraction may keep altogether.
const WIDEST: usize = 18;

struct Text<'t>(TermParser<'t>);

impl Text<'_> {
    /// `a =` or `L5.a =`, if that is next.
    fn key(&mut self) -> Result<Option<String>, ReadError> {
        let first = self.0.slice().to_owned();
        match (self.0.peek(), self.0.peek_at(1)) {
            (Token::Name, Token::Is) => {
                self.0.bump();
                self.0.bump();
                Ok(Some(first))
            }
            (Token::Name, Token::Dot)
                if self.0.peek_at(2) == Token::Name && self.0.peek_at(3) == Token::Is =>
            {
                self.0.bump();
                self.0.bump();
                let second = self.0.slice().to_owned();
                self.0.bump();
                self.0.bump();
                Ok(Some(format!("{first}.{second}")))
            }
            (Token::Is, _) => Err(self.0.expected("a name")),
            _ => Ok(None),
        }
    }

    fn sigma(&mut self) -> Result<Sigma, ReadError> {
        let span = self.0.span();
        let sigma = self.list(Token::CircledPlus, Sigma::Sum, |r| {
            r.list(Token::CircledTimes, Sigma::Product, |r| {
                r.list(Token::Star, Sigma::Tuple, Text::chain)
            })
        })?;
        if sigma.width() > WIDEST {
            let message = format!("this keeps more than {WIDEST} pieces of a value");
            return Err(ReadError { span, message });
        }
        Ok(sigma)
    }

    /// One part, or several with a sign between them.
    fn list(
        &mut self,
        sign: Token,
        join: fn(Vec<Sigma>) -> Sigma,
        part: impl Fn(&mut Self) -> Result<Sigma, ReadError>,
    ) -> Result<Sigma, ReadError> {
        let mut parts = vec![part(self)?];
        while self.0.eat(sign) {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { join(parts) })
    }

    fn chain(&mut self) -> Result<Sigma, ReadError> {
        let mut parts = vec![self.power()?];
        while self.0.eat(Token::Dot) {
            parts.push(self.power()?);
        }
        let last = parts.pop().unwrap_or(Sigma::Id);
        Ok(parts.into_iter().rev().fold(last, |inner, outer| Sigma::compose(outer, inner)))
    }

    fn power(&mut self) -> Result<Sigma, ReadError> {
        let mut base = self.atom()?;
        while self.0.eat(Token::Caret) {
            let ordered = self.0.eat(Token::Less);
            let n = self.exponent()?;
            base = power(base, n, ordered);
        }
        Ok(base)
    }

    fn exponent(&mut self) -> Result<usize, ReadError> {
        let number = self.0.slice().parse().ok().filter(|n| (1..=MOST).contains(n));
        let n = number.ok_or_else(|| self.0.expected(&format!("a number from 1 to {MOST}")))?;
        self.0.bump();
        Ok(n)
    }

    fn atom(&mut self) -> Result<Sigma, ReadError> {
        match self.0.peek() {
            Token::Open => {
                self.0.bump();
                self.0.enter()?;
                let sigma = self.sigma()?;
                self.0.leave();
                self.0.expect(Token::Close, "`)`")?;
                Ok(sigma)
            }
            Token::OpenBrace => self.finite(),
            Token::Name => self.named(),
            _ => Err(self.0.expected("an abstraction")),
        }
    }

    fn named(&mut self) -> Result<Sigma, ReadError> {
        let unknown = self.0.error(unknown(self.0.slice()));
        let name = self.0.slice().to_owned();
        self.0.bump();
        let two = || (Var::int("k"), Var::int("v"));
        match name.as_str() {
            "id" => Ok(Sigma::Id),
            "cell" if self.0.peek() == Token::Less => {
                self.0.bump();
                Ok(power(Sigma::Cell, self.exponent()?, true))
            }
            "cell" => Ok(Sigma::Cell),
            "nothing" => Ok(Sigma::nothing()),
            "first" => {
                let (k, v) = two();
                let zero = Term::eq(Term::var(&k), Term::int(0));
                Ok(finite("first", vec![k, v.clone()], zero, Term::var(&v)))
            }
            "smash" => {
                let (k, v) = two();
                Ok(finite("smash", vec![k, v.clone()], Term::bool(true), Term::var(&v)))
            }
            "sign" => {
                let x = Var::int("x");
                let compare = |op: Op| Term::app(op, vec![Term::var(&x), Term::int(0)]);
                let below = Term::ite(compare(Op::Lt), Term::int(-1), Term::int(0));
                let sign = Term::ite(compare(Op::Gt), Term::int(1), below);
                Ok(finite("sign", vec![x], Term::bool(true), sign))
            }
            "slice" => self.slice(),
            "multiset" => self.multiset(),
            _ => {
                let digits = name.strip_prefix("cell").map(str::parse::<usize>);
                match digits {
                    Some(Ok(n)) if (1..=MOST).contains(&n) => Ok(Sigma::cells(n)),
                    _ => Err(unknown),
                }
            }
        }
    }

    /// `slice(i)` or `slice(i, n)`: before, at and behind `i`, one cell of each.
    fn slice(&mut self) -> Result<Sigma, ReadError> {
        let vars = |name: &str| Some(Var::int(name));
        self.0.expect(Token::Open, "`(`")?;
        let at = self.0.term(&vars)?;
        let end = if self.0.eat(Token::Comma) { Some(self.0.term(&vars)?) } else { None };
        self.0.expect(Token::Close, "`)`")?;
        Ok(Sigma::slices(&at, end.as_ref()))
    }

    /// `multiset` or `multiset(lo, hi)`
    fn multiset(&mut self) -> Result<Sigma, ReadError> {
        if self.0.peek() != Token::Open {
            return Ok(Sigma::Finite(Finite::multiset(None)));
        }
        self.0.bump();
        let vars = |name: &str| Some(Var::int(name));
        let lo = self.0.term(&vars)?;
        self.0.expect(Token::Comma, "`,`")?;
        let hi = self.0.term(&vars)?;
        self.0.expect(Token::Close, "`)`")?;
        Ok(Sigma::Finite(Finite::multiset(Some((lo, hi)))))
    }

    /// `{x, y => v if c; ..}`
    fn finite(&mut self) -> Result<Sigma, ReadError> {
        self.0.bump();
        let mut params: Vec<Var> = vec![];
        while self.0.peek() == Token::Name {
            let name = self.0.slice();
            if params.iter().any(|p| &*p.name == name) {
                return Err(self.0.error(format!("`{name}` is there twice")));
            }
            params.push(Var::int(name));
            self.0.bump();
            if !self.0.eat(Token::Comma) {
                break;
            }
        }
        self.0.expect(Token::MapsTo, "`=>`")?;
        let mut cases = vec![self.case()?];
        while self.0.eat(Token::Semicolon) {
            let span = self.0.span();
            let case = self.case()?;
            if case.value.leaves().len() != cases[0].value.leaves().len() {
                let message = "all cases must have equally many values".to_owned();
                return Err(ReadError { span, message });
            }
            cases.push(case);
        }
        self.0.expect(Token::CloseBrace, "`}`")?;
        Ok(Sigma::Finite(Finite { name: None, params, cases }))
    }

    fn case(&mut self) -> Result<FiniteCase, ReadError> {
        // Names that are no parameters are the program's; `fit` looks for them.
        let vars = |name: &str| Some(Var::int(name));
        let value = if self.0.peek() == Token::Open && self.is_tuple() {
            self.0.bump();
            let mut parts = vec![];
            while self.0.peek() != Token::Close {
                parts.push(Value::Leaf(self.0.term(&vars)?));
                if !self.0.eat(Token::Comma) {
                    break;
                }
            }
            self.0.expect(Token::Close, "`)`")?;
            Value::Tuple(parts)
        } else {
            Value::Leaf(self.0.term(&vars)?)
        };
        let mut when = Term::bool(true);
        if self.0.eat_name("if") {
            let span = self.0.span();
            when = self.0.term(&vars)?;
            if when.sort() != Sort::Bool {
                return Err(ReadError { span, message: "a condition is expected here".into() });
            }
        }
        Ok(FiniteCase { when, value })
    }

    /// Whether the bracket that is next holds a comma or nothing, and closes the value.
    fn is_tuple(&self) -> bool {
        let mut depth = 0;
        for n in 0.. {
            match self.0.peek_at(n) {
                Token::Open => depth += 1,
                Token::Close if depth == 1 => return n == 1,
                Token::Close => depth -= 1,
                Token::Comma if depth == 1 => return true,
                Token::End => return false,
                _ => {}
            }
        }
        false
    }
}

impl Sigma {
    /// One cell before, one at and one behind an index, and before `end` if there is one (T Examples 13
    /// and 16). A slice that may be empty has a truth value that says whether it is not, and 0 for the
    /// value of a cell that it has not: in the thesis an array with an empty slice has no abstract
    /// value at all, and whatever is known of it is forgotten.
    fn slices(at: &Term, end: Option<&Term>) -> Sigma {
        // The index may be a variable of the program with one of these names.
        let taken = at.free_vars().into_iter().chain(end.iter().flat_map(|end| end.free_vars()));
        let mut names = Names::avoiding(taken);
        let (k, v) = (names.fresh(&Var::int("k")), names.fresh(&Var::int("v")));
        let index = Term::var(&k);
        let part = |cases: Vec<FiniteCase>| {
            let name = (cases.len() > 1).then(|| "some".to_owned());
            Sigma::Finite(Finite { name, params: vec![k.clone(), v.clone()], cases })
        };
        let one = |within: Vec<Term>| {
            let value = Value::Leaf(Term::var(&v));
            part(vec![FiniteCase { when: Term::and(within), value }])
        };
        let or_none = |within: Vec<Term>, empty: Term| {
            let case = |when: Term, some: bool, value: Term| {
                let value = [Term::bool(some), value].map(Value::Leaf).to_vec();
                FiniteCase { when, value: Value::Tuple(value) }
            };
            let cell = case(Term::and(within), true, Term::var(&v));
            part(vec![cell, case(empty, false, Term::int(0))])
        };
        let before =
            vec![Term::le(Term::int(0), index.clone()), Term::lt(index.clone(), at.clone())];
        let behind = Term::app(Op::Gt, vec![index.clone(), at.clone()]);
        let parts = vec![
            or_none(before, Term::le(at.clone(), Term::int(0))),
            one(vec![Term::eq(index.clone(), at.clone())]),
            match end {
                None => one(vec![behind]),
                Some(end) => or_none(
                    vec![behind, Term::lt(index, end.clone())],
                    Term::le(end.clone(), Term::add(at.clone(), Term::int(1))),
                ),
            },
        ];
        Sigma::compose(Sigma::Tuple(parts), Sigma::cells(3))
    }

    /// The index, and the end if there is one, if these are the slices at one.
    pub(super) fn sliced_at(&self) -> Option<(Term, Option<Term>)> {
        let Sigma::Compose(outer, _) = self else { return None };
        let Sigma::Tuple(parts) = &**outer else { return None };
        let [_, Sigma::Finite(at), Sigma::Finite(behind)] = parts.as_slice() else { return None };
        let sides = at.cases.first()?.when.as_app(Op::Eq)?.iter();
        let bounds = behind.cases.first()?.when.conjuncts();
        let end = bounds.iter().find_map(|c| c.as_app(Op::Lt).map(|sides| sides[1].clone()));
        let mut sides = sides.map(|at| (at.clone(), end.clone()));
        sides.find(|(at, end)| *self == Sigma::slices(at, end.as_ref()))
    }
}

fn power(base: Sigma, n: usize, ordered: bool) -> Sigma {
    match (n, ordered) {
        (1, _) => base,
        (_, true) => Sigma::Ordered(Box::new(base), n),
        (_, false) => Sigma::Power(Box::new(base), n),
    }
}

fn finite(name: &str, params: Vec<Var>, when: Term, value: Term) -> Sigma {
    let case = FiniteCase { when, value: Value::Leaf(value) };
    Sigma::Finite(Finite { name: Some(name.to_owned()), params, cases: vec![case] })
}

/// The message about an unknown name.
fn unknown(name: &str) -> String {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if name.strip_prefix("cell").is_some_and(number) {
        return format!("there is no abstraction `{name}`, only `cell1` to `cell{MOST}`");
    }
    if name == AUTO {
        return format!("`{AUTO}` stands alone: it chooses for all arrays");
    }
    let names: Vec<String> = NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
    format!(
        "there is no abstraction `{name}`; there are {}, a formula such as \
         `{{k, v => v if k < 10}}`, and what is made of them with `*`, `.`, `(*)`, `(+)`, `^` and \
         `^<`; for all arrays or per array as in `a=cell2,b=id`; or `{AUTO}`, which chooses",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_read_again() {
        for text in [
            "id",
            "cell",
            "cell1",
            "cell2",
            "cell<2",
            "(cell<2)^3",
            "cell2 • cell<3",
            "(sign ⊙ cell)^<2",
            "cell ⊕ (id • sign) ⊙ cell",
            "(id • cell) ⊙ cell",
            "((id • cell) ⊙ cell)^2",
            "cell ⊗ smash ⊙ cell",
            "(cell ⊕ id) • id",
            "{k, v => v if k == 0; (0 - v) if k > i}",
            "{x => ()}",
            "nothing",
            "slice(i)",
            "slice(i, n - 1)",
            "slice(i + 1) • cell",
            "slice(k)",
            "slice(v, k)",
            "{k, v => v if i == k}",
        ] {
            let sigma: Sigma = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let shown = sigma.to_string();
            assert_eq!(shown.parse::<Sigma>(), Ok(sigma), "{text}");
        }
        let issue: Sigma = "cell^<2 (+) (sign . cell)".parse().expect("an abstraction");
        assert_eq!(issue.to_string(), "cell<2 ⊕ sign ⊙ cell");
        assert_eq!("cell<2".parse(), "cell^<2".parse::<Sigma>());
        assert_eq!("cell2".parse(), "cell^2".parse::<Sigma>());
    }

    #[test]
    fn slices_do_not_take_a_variable_for_their_own() {
        for text in ["slice(k)", "slice(v)", "slice(i, k)", "slice(k', v)"] {
            let Ok(Sigma::Compose(outer, _)) = text.parse() else { panic!("{text}") };
            let Sigma::Tuple(parts) = *outer else { panic!("{text}") };
            let of = |part: &Sigma| match part {
                Sigma::Finite(finite) => finite.params.clone(),
                _ => panic!("{text}"),
            };
            let own: Vec<Var> = parts.iter().flat_map(of).collect();
            let names = text[6..text.len() - 1].split(", ");
            names.for_each(|name| assert!(!own.contains(&Var::int(name)), "{text}: {own:?}"));
        }
    }

    #[test]
    fn choices_are_read_and_written() {
        let choice: Choice = "a = cell2, L5.b = smash, id".parse().expect("a choice");
        assert_eq!(choice.all, Sigma::Id);
        assert_eq!(choice.to_string(), "id,L5.b=smash,a=cell2");
        assert_eq!(choice.to_string().parse(), Ok(choice));
        let formula: Choice = "{k, v => v if k == 0},b=id".parse().expect("a choice");
        assert_eq!(formula.by_name.len(), 1);
    }

    #[test]
    fn errors_have_a_place_and_a_reason() {
        let error = |text: &str| text.parse::<Choice>().expect_err(text).to_string();
        for bad in
            ["", "cell0", "cell10", "sell", "a=", "a=b=id", "cell^", "(cell", "{k => }", "a b"]
        {
            assert!(bad.parse::<Choice>().is_err(), "{bad}");
        }
        assert_eq!(
            error("cell (+) (id"),
            "`)` is expected where the text ends (column 13 of `cell (+) (id`)"
        );
        assert!(error("sgn").starts_with("there is no abstraction `sgn`"));
        assert_eq!(
            error("cell^12"),
            "a number from 1 to 9 is expected where there is `12` (column 6 of `cell^12`)"
        );
        let deep = "(".repeat(5000);
        assert!(deep.parse::<Sigma>().is_err());
    }
}
