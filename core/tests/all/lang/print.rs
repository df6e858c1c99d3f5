//! Reading what was printed gives the same tree again, each node where the printer says it put it.

use crate::support::bare::bare;
use hornbook_base::{Int, Span};
use hornbook_lang::ast::*;
use hornbook_lang::{parse, print};
use proptest::prelude::*;

fn e(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn s(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "i", "n", "in_x", "inner", "x1", "_k"])
        .prop_map(str::to_owned)
}

fn new_name() -> impl Strategy<Value = Name> {
    name().prop_map(|text| Name { text, span: Span::default() })
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![Iff, Implies, Or, And, Add, Sub, Mul, Div, Mod])
}

fn compare_op() -> impl Strategy<Value = CompareOp> {
    use CompareOp::*;
    prop::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge])
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<u64>().prop_map(|n| e(ExprKind::Int(n.to_string().parse::<Int>().expect("decimal")))),
        any::<bool>().prop_map(|b| e(ExprKind::Bool(b))),
        name().prop_map(|n| e(ExprKind::Name(n))),
        Just(e(ExprKind::Nondet(None))),
    ];
    leaf.prop_recursive(6, 40, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let unary = prop::sample::select(vec![UnaryOp::Neg, UnaryOp::Not]);
        let quantifier = prop::sample::select(vec![Quantifier::Forall, Quantifier::Exists]);
        let range = prop::option::of((inner.clone(), inner.clone()).prop_map(Box::new));
        let ends = (inner.clone(), inner.clone()).prop_map(Box::new);
        let args = prop::collection::vec(inner.clone(), 0..4);
        let lambda = (prop::collection::vec(new_name(), 1..3), inner.clone())
            .prop_map(|(params, body)| Box::new(Lambda { params, body }));
        let function = prop::sample::select(vec!["f", "min", "sorted"]);
        prop_oneof![
            ends.prop_map(|ends| e(ExprKind::Nondet(Some(ends)))),
            (boxed.clone(), boxed.clone(), boxed.clone())
                .prop_map(|(c, a, b)| e(ExprKind::Ite(c, a, b))),
            (function, args.clone()).prop_map(|(name, args)| call(name, args, None)),
            (prop::sample::select(vec!["forall", "exists", "count"]), args, lambda)
                .prop_map(|(name, args, lambda)| call(name, args, Some(lambda))),
            (boxed.clone(), boxed.clone()).prop_map(|(a, i)| e(ExprKind::Index(a, i))),
            (unary, boxed.clone()).prop_map(|(op, x)| e(ExprKind::Unary(op, x))),
            (binary_op(), boxed.clone(), boxed.clone())
                .prop_map(|(op, x, y)| e(ExprKind::Binary(op, x, y))),
            (boxed.clone(), prop::collection::vec((compare_op(), inner), 1..4))
                .prop_map(|(x, rest)| e(ExprKind::Compare(x, rest))),
            (quantifier, prop::collection::vec(new_name(), 1..3), range, boxed).prop_map(
                |(quantifier, vars, range, body)| e(ExprKind::Quant {
                    quantifier,
                    vars,
                    range,
                    body
                })
            ),
        ]
    })
}

fn call(name: &str, args: Vec<Expr>, lambda: Option<Box<Lambda>>) -> Expr {
    let name = Name { text: name.to_owned(), span: Span::default() };
    e(ExprKind::Call { name, args, lambda })
}

fn target() -> impl Strategy<Value = Expr> {
    (name(), prop::collection::vec(expr(), 0..3)).prop_map(|(name, indices)| {
        indices.into_iter().fold(e(ExprKind::Name(name)), |array, index| {
            e(ExprKind::Index(Box::new(array), Box::new(index)))
        })
    })
}

/// `x, a[i] = 1, 2`
fn simultaneous() -> impl Strategy<Value = Stmt> {
    prop::collection::vec((target(), expr()), 2..4).prop_map(|pairs| {
        let (targets, values) = pairs.into_iter().unzip();
        s(StmtKind::Assign { targets, values })
    })
}

fn update() -> impl Strategy<Value = Stmt> {
    use BinaryOp::*;
    let arithmetic = prop::sample::select(vec![Add, Sub, Mul, Div, Mod]);
    let op = prop_oneof![
        expr().prop_map(UpdateOp::Set),
        (arithmetic, expr()).prop_map(|(op, value)| UpdateOp::Change(op, value)),
        Just(UpdateOp::Increment),
        Just(UpdateOp::Decrement),
    ];
    (target(), op).prop_map(|(target, op)| s(StmtKind::Update { target, op }))
}

fn declaration() -> impl Strategy<Value = Stmt> {
    let ty = prop::sample::select(vec![TypeName::Int, TypeName::Bool]);
    let dimensions = prop::collection::vec(prop::option::of(expr()), 0..3);
    let declarator =
        (new_name(), dimensions, prop::option::of(expr())).prop_map(|(name, dimensions, init)| {
            Declarator { name, dimensions, init, span: Span::default() }
        });
    (any::<bool>(), ty, prop::collection::vec(declarator, 1..3))
        .prop_map(|(constant, ty, declarators)| s(StmtKind::Declare { constant, ty, declarators }))
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let leaf = prop_oneof![
        update(),
        declaration(),
        expr().prop_map(|c| s(StmtKind::Assume(c))),
        expr().prop_map(|c| s(StmtKind::Assert(c))),
        expr().prop_map(|c| s(StmtKind::Hint(c))),
        simultaneous(),
        prop::collection::vec(target(), 1..3).prop_map(|targets| s(StmtKind::Havoc(targets))),
        prop::collection::vec(expr(), 0..3)
            .prop_map(|args| s(StmtKind::Call(call("insert", args, None)))),
        prop::sample::select(vec![StmtKind::Break, StmtKind::Continue, StmtKind::Return(vec![])])
            .prop_map(s),
        Just(s(StmtKind::Empty)),
    ];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3).boxed();
        let init = prop_oneof![
            prop::collection::vec(update(), 0..3),
            declaration().prop_map(|d| vec![d]),
        ];
        prop_oneof![
            body.clone().prop_map(|b| s(StmtKind::Block(b))),
            (expr(), body.clone()).prop_map(|(cond, body)| s(StmtKind::While { cond, body })),
            (expr(), body.clone()).prop_map(|(cond, body)| s(StmtKind::DoWhile { cond, body })),
            (expr(), body.clone(), prop::option::of(body.clone()))
                .prop_map(|(cond, then, els)| s(StmtKind::If { cond, then, els })),
            (init, prop::option::of(expr()), prop::collection::vec(update(), 0..3), body)
                .prop_map(|(init, cond, step, body)| s(StmtKind::For { init, cond, step, body })),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_was_printed_reads_as_the_same_tree(body in prop::collection::vec(stmt(), 0..4)) {
        let program = Program { pragmas: vec![], body, span: Span::default() };
        let text = print::program(&program);
        let (mut again, diagnostics) = parse(&text);
        prop_assert_eq!(diagnostics, [], "{}", text);
        let (same, nodes) = print::with_nodes(&program);
        prop_assert_eq!(&same, &text);
        let found = print::with_nodes(&again).1;
        prop_assert_eq!(nodes.len(), found.len());
        for ((printed, node), (_, read)) in nodes.iter().zip(&found) {
            prop_assert_eq!(*printed, read.span(), "{:?}\n{}", node, text);
        }
        bare(&mut again.body);
        prop_assert_eq!(again.body, program.body, "{}", text);
    }
}
