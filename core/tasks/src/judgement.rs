//! What a method ends with, and what that rests on.

use super::task::{Claims, Source, Task};
use std::fmt::Debug;
use std::rc::Rc;

/// A task that a claim rests on.
#[derive(Clone, Debug)]
pub struct Duty {
    /// The task.
    pub task: Task,
    /// Which of its claims must be certified.
    pub claims: Claims,
}

/// A method's choices: plain data from which the tasks can be made again.
///
/// **Soundness:** if all duties for a claim are certified no run of the text violates the claim. Why
/// that is so stands in the file of the plan.
pub trait Plan: Debug {
    /// The tasks that a claim of the text rests on, by its place in the list of claims. They are made
    /// from the text and the choices, without any search.
    ///
    /// # Errors
    /// In words, if the choices make no sense for this text.
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String>;

    /// By what it certifies, in words, where a method has several ways.
    fn way(&self) -> Option<&'static str> {
        None
    }
}

/// What a method says about one claim.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// No run violates it, as all duties of the plan are certified.
    Certified(Rc<dyn Plan>),
    /// A run violates it: the one of this task, for this claim of it.
    Buggy(usize, usize),
    /// It would be certified, but that rests on something that is not; the text says what.
    RestsOn(String),
    /// It is what this task says about this claim of it, short of an answer: too weak, or unknown.
    Left(usize, usize),
    /// Nothing is known yet: there was more to try when the search ended.
    Open,
}

impl Conclusion {
    /// Whether it answers the question, one way or the other.
    pub fn is_answer(&self) -> bool {
        matches!(self, Conclusion::Certified(_) | Conclusion::Buggy(..))
    }
}

/// What a method ends with.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// One for each claim, in their order.
    pub claims: Vec<Conclusion>,
    /// The task whose invariants are shown.
    pub shown: Option<usize>,
    /// The abstraction that the answer is for, if its choice was left to the method.
    pub abstraction: Option<String>,
    /// Another abstraction that certifies all that the chosen one is too weak for.
    pub advice: Option<String>,
    /// For each claim the other plans that certify it too; nothing at the end stands for none.
    pub others: Vec<Vec<Rc<dyn Plan>>>,
}
