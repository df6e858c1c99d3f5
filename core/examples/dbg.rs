use hornbook_core::*;
use std::collections::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let abs = std::env::args().nth(2).unwrap_or("cell1".into());
    let text = std::fs::read_to_string(path).unwrap();
    let input = pipeline::Input::program(&text);
    let options = pipeline::Options { abstraction: abs.parse().unwrap() };
    let s = pipeline::stages(input.system.as_ref().unwrap(), &input.lines, &options);
    println!("{:?}", s.concrete);
    println!("{:?}", s.simplified);
    let rules = chc::rule::rules(&s.simplified).unwrap();
    let mut names = horn::Names::avoiding(rules.iter().flat_map(|r| r.vars()));
    let r = chc::reduce::reduce(rules, &s.simplified.pred_ids().filter(|p| s.simplified.pred(*p).loop_head).collect(), &mut names);
    for r in &r.rules {
        let at = |a: &chc::rule::Atom| format!("{}{:?}", s.simplified.pred(a.pred).name, a.args);
        println!("{} | {:?} => {}", r.body.iter().map(at).collect::<Vec<_>>().join(" & "), r.cond, r.head.as_ref().map(at).unwrap_or("false".into()));
    }
    let values: BTreeMap<_, _> = s.simplified.pred_ids().map(|p| (p, s.simplified.pred(p).params.iter().filter(|v| v.name.starts_with("v_")).cloned().collect::<BTreeSet<_>>())).collect();
    for rung in [chc::mine::Rung::Lean, chc::mine::Rung::Guards, chc::mine::Rung::Stride] {
        for (p, a) in chc::mine::mine(&r.rules, &s.simplified, &values, rung) {
            println!("{rung:?} {}: {:?}", s.simplified.pred(p).name, a);
        }
    }
}
