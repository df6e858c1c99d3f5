//! Data abstraction with one choice of abstractions (T chapters 3 to 6): a single question, the text
//! itself. Where the choice is too weak, stronger ones are tried for a while, as advice.
//!
//! **Soundness.** The only proof obligation of a claim is the claim itself ([`Identity`]).

use super::abstraction_sequence::{AbstractionLevel, abstraction_levels, may_help};
use super::{Method, MethodStep};
use hornbook_abstraction::sigma::Choice;
use hornbook_settings::Climbing;
use hornbook_tasks::method_result::MethodResult;
use hornbook_tasks::plan::identity::{Identity, claim_results};
use hornbook_tasks::task::{Answer, Claims, Question, Task, TaskResult};
use std::rc::Rc;

/// Steps for a stronger abstraction whose success would be advice.
const ADVICE_STEPS: u64 = 150_000;

/// The method of data abstraction with one choice of abstractions.
pub struct SingleAbstraction {
    question: Question,
    /// The abstraction that was chosen, if it is one of those that are tried from weak to strong; no options choose it if
    /// the text does.
    weaker: Option<Choice>,
    /// Other abstractions that were not tried yet.
    advice: Vec<AbstractionLevel>,
    tried: Vec<AbstractionLevel>,
}

impl SingleAbstraction {
    /// The name of the method.
    pub const NAME: &str = "abstraction";

    /// The method for a question for which this abstraction is chosen.
    pub fn new(mut question: Question, chosen: Choice, limits: &Climbing) -> SingleAbstraction {
        question.options = question.options.without_auto();
        let may_help = may_help(&question, false);
        let mut advice = if may_help { abstraction_levels(&question, limits) } else { vec![] };
        let own_level = advice.iter().position(|level| level.choice == chosen);
        if let Some(n) = own_level {
            advice.drain(..=n);
        }
        advice.reverse();
        // Of an abstraction that is no level it is not known whether the levels are stronger.
        let weaker = own_level.map(|_| chosen);
        SingleAbstraction { question, weaker, advice, tried: vec![] }
    }
}

impl Method for SingleAbstraction {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        let Question { source, options, .. } = &self.question;
        let own = match answers {
            [] => {
                return MethodStep::Ask(vec![Identity::with_choices(options.clone()).task(source)]);
            }
            [Some(own), ..] => own,
            [None, ..] => return MethodStep::Ask(vec![]),
        };
        let Some(Some(last)) = answers.last() else { return MethodStep::Ask(vec![]) };
        let mut result = self.combine_answers(&[(0, own)]);
        if let Some(level) = self.tried.last().filter(|_| last.certifies_more_than(own)) {
            result.advice = Some(level.name.clone());
            return MethodStep::Done(result);
        }
        let weak = own.counting().any(|result| *result == TaskResult::TooWeak);
        let Some(level) = self.advice.pop().filter(|_| weak) else {
            return MethodStep::Done(result);
        };
        let limit = Some(ADVICE_STEPS);
        // Advice is about all that the chosen one is too weak for.
        let task = Task { about: Claims::All, ..level.task(&self.question, self.weaker.as_ref()) };
        self.tried.push(level);
        MethodStep::Ask(vec![Task { limit, ..task }])
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let plan = Rc::new(Identity::with_choices(self.question.options.clone()));
        let claims = answers.first().map_or(vec![], |(_, own)| claim_results(&plan, 0, own));
        MethodResult { claims, shown: Some(0), ..MethodResult::default() }
    }
}
