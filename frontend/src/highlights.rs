//! Highlights of corresponding places of the text, clauses, program points, and terms.
//!
//! Each clause knows which term each expression of its piece of program has become (`Origin::said`). The
//! highlights of a place of the text, a clause, a term or a point follow from that. The cursor also selects
//! the clause of its place.

use crate::records::Systems;
use hornbook_base::Span;
use hornbook_horn::{ClauseId, ExprTerm, Goal, PredId, Premise, Term};
use hornbook_records::ClauseSummary;
use hornbook_records::stages::Phase;
use std::rc::Rc;

/// An item that the student can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A byte of the text.
    Place(u32),
    /// A clause.
    Clause(ClauseId),
    /// A term of a clause.
    Term(ClauseId, Term),
    /// A program point.
    Point(PredId),
}

/// The highlights of a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The places of the text.
    pub spans: Vec<Span>,
    /// The clauses, each with its highlighted terms.
    pub clauses: Vec<(ClauseId, Rc<Vec<Term>>)>,
    /// The program point.
    pub point: Option<PredId>,
}

impl Highlights {
    /// The highlighted terms of a clause, if the clause is highlighted.
    pub fn terms_of(&self, clause: ClauseId) -> Option<Rc<Vec<Term>>> {
        self.clauses.iter().find(|(id, _)| *id == clause).map(|(_, terms)| terms.clone())
    }

    /// Adds a clause, with those of its terms that expressions at the given places have become.
    fn add(&mut self, summary: &ClauseSummary, also: &[Term]) {
        let here = summary.said.iter().filter(|said| self.spans.contains(&said.span));
        let mut terms: Vec<Term> = also.to_vec();
        for said in here {
            if !terms.contains(&said.term) {
                terms.push(said.term.clone());
            }
        }
        self.clauses.push((summary.id, Rc::new(terms)));
    }
}

impl Systems {
    /// The highlights of a topic.
    pub fn highlights(&self, topic: &Topic) -> Highlights {
        match topic {
            Topic::Place(byte) => self.highlights_of_place(*byte),
            Topic::Clause(id) => self.highlights_of_clause(*id),
            Topic::Term(id, term) => self.highlights_of_term(*id, term),
            Topic::Point(pred) => self.highlights_of_point(*pred),
        }
    }

    /// The smallest expression around a byte and its clauses; elsewhere the smallest statement and its
    /// clauses.
    fn highlights_of_place(&self, byte: u32) -> Highlights {
        let holds = |span: Span| span.start <= byte && byte <= span.end;
        let length = |span: &Span| span.end - span.start;
        let all = self.clauses.iter().flat_map(|summary| &summary.said);
        let said = all.map(|said| said.span).filter(|span| holds(*span)).min_by_key(length);
        if let Some(span) = said {
            return self.highlights_of_spans(vec![span]);
        }
        let whole = self.clauses.iter().map(|summary| summary.span);
        let Some(smallest) = whole.filter(|span| holds(*span)).min_by_key(length) else {
            return Highlights::default();
        };
        let mut highlights = Highlights { spans: vec![smallest], ..Highlights::default() };
        let same = self.clauses.iter().filter(|summary| summary.span == smallest);
        highlights.clauses = same.map(|summary| (summary.id, Rc::default())).collect();
        highlights
    }

    fn highlights_of_spans(&self, spans: Vec<Span>) -> Highlights {
        let mut highlights = Highlights { spans, ..Highlights::default() };
        for summary in &self.clauses {
            if summary.said.iter().any(|said| highlights.spans.contains(&said.span)) {
                highlights.add(summary, &[]);
            }
        }
        highlights
    }

    fn highlights_of_clause(&self, id: ClauseId) -> Highlights {
        let spans = self.summary(id).map(|summary| summary.span).into_iter().collect();
        Highlights { spans, clauses: vec![(id, Rc::default())], point: None }
    }

    /// The expressions that have become the term; for a term without one, the whole clause.
    fn highlights_of_term(&self, id: ClauseId, term: &Term) -> Highlights {
        let Some(summary) = self.summary(id) else { return Highlights::default() };
        let same = |said: &&ExprTerm| said.term == *term;
        let spans: Vec<Span> = summary.said.iter().filter(same).map(|said| said.span).collect();
        if spans.is_empty() {
            let clauses = vec![(id, Rc::new(vec![term.clone()]))];
            return Highlights { clauses, ..self.highlights_of_clause(id) };
        }
        self.highlights_of_spans(spans)
    }

    /// The statement that follows a point, and the clauses that lead there or go on from there; nothing
    /// for a point that is not there.
    fn highlights_of_point(&self, pred: PredId) -> Highlights {
        let system = self.after(Phase::Concrete);
        let premise = |p: &Premise| matches!(p, Premise::Instance(i) if i.pred == pred);
        let clauses = system.clauses.iter().filter(|clause| {
            let goal = matches!(&clause.goal, Goal::Instance(i) if i.pred == pred);
            goal || clause.premises.iter().any(premise)
        });
        Highlights {
            spans: system.preds.get(pred.0 as usize).map(|p| p.span).into_iter().collect(),
            clauses: clauses.map(|clause| (clause.id, Rc::default())).collect(),
            point: Some(pred),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline as pipeline;
    use hornbook_pipeline::Input;
    use hornbook_tasks::choices::Choices;

    const TEXT: &str = "int a[];\nint i = 0;\nwhile (a[i] < 5) { i = i + 1; }\nassert(a[i] >= 5);";

    fn systems() -> Systems {
        let input = Input::program(TEXT, &Choices::default());
        pipeline::record_stages(&input).stages.expect("no errors").into()
    }

    fn texts(highlights: &Highlights) -> Vec<&'static str> {
        highlights.spans.iter().map(|s| &TEXT[s.start as usize..s.end as usize]).collect()
    }

    fn byte_of(text: &str) -> u32 {
        TEXT.find(text).expect("in the text") as u32
    }

    #[test]
    fn a_place_lights_the_smallest_expression_in_all_its_clauses() {
        let systems = systems();
        let highlights = systems.highlights(&Topic::Place(byte_of("a[i] < 5")));
        assert_eq!(texts(&highlights), ["a"]);
        let highlights = systems.highlights(&Topic::Place(byte_of("] < 5") + 1));
        assert_eq!(texts(&highlights), ["a[i]"]);
        // The condition holds or fails: two clauses.
        assert_eq!(highlights.clauses.len(), 2);
        assert!(highlights.clauses.iter().all(|(_, terms)| terms[0].to_string() == "a[i]"));
    }

    #[test]
    fn a_keyword_lights_its_statement() {
        let systems = systems();
        let highlights = systems.highlights(&Topic::Place(byte_of("assert") + 2));
        assert_eq!(texts(&highlights), ["assert(a[i] >= 5);"]);
        assert!(!highlights.clauses.is_empty());
    }

    #[test]
    fn a_term_lights_the_expression_that_it_was() {
        let systems = systems();
        let (clause, terms) =
            systems.highlights(&Topic::Place(byte_of("] < 5") + 1)).clauses[0].clone();
        let highlights = systems.highlights(&Topic::Term(clause, terms[0].clone()));
        assert_eq!(texts(&highlights), ["a[i]"]);
        assert_eq!(highlights.terms_of(clause).expect("this clause").len(), 1);
    }

    #[test]
    fn a_point_lights_its_statement_and_the_clauses_around_it() {
        let systems = systems();
        let system = systems.after(Phase::Concrete).clone();
        let head = system.preds.iter().position(|p| p.loop_head).expect("a loop");
        let highlights = systems.highlights(&Topic::Point(PredId(head as u32)));
        assert!(texts(&highlights)[0].starts_with("while"));
        // Into the loop, round it, and on from it on both ways.
        assert_eq!(highlights.clauses.len(), 4);
    }

    #[test]
    fn a_point_that_is_not_there_lights_nothing() {
        let highlights = systems().highlights(&Topic::Point(PredId(1_000)));
        assert!(highlights.spans.is_empty() && highlights.clauses.is_empty());
    }
}
