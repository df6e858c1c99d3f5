//! `hornbook`: the command line, a thin layer over `pipeline`.

use hornbook_core::pipeline::{Input, Options, Solving, Status};

fn main() {
    let path = std::env::args().nth(2).unwrap_or_default();
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let input = Input::program(&text);
    let options = Options {
        abstraction: std::env::args().nth(3).unwrap_or("cell1".into()).parse().unwrap_or_default(),
    };
    for d in &input.diagnostics {
        print!("{}", d.render("x", &input.lines));
    }
    let Some(mut solving) = Solving::new(&input, &options) else { return };
    if std::env::args().nth(1).as_deref() == Some("abstract") {
        println!("{:?}\n{:?}", solving.stages().concrete, solving.stages().simplified);
        return;
    }
    let outcome = loop {
        match solving.step(20_000) {
            Status::Running(p) => eprintln!("{p:?}"),
            Status::Done(o) => break o,
        }
    };
    for i in &outcome.invariants {
        println!("{} ({})", i.name, i.title);
        for p in &i.parts {
            println!("   {p}");
        }
    }
    for a in &outcome.assertions {
        println!("line {}: {} {:?}", a.line, a.verdict.name(), if let hornbook_core::explain::Verdict::Unknown(r) = &a.verdict { Some(r) } else { None });
    }
    println!("{} {:?}", outcome.verdict.name(), outcome.statistics);
}
