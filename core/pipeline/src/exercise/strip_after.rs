//! The arrays of a run after some rounds of its first loop, and what was said of their cells.

use super::asked_facts::misread;
use super::named_inputs::{Others, split_outside_brackets, trace_on_inputs};
use crate::Input;
use hornbook_base::Int;
use hornbook_course::judgement::AnswerJudgement;
use hornbook_explain::sample_inputs::state_after_rounds;
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lang::typed::VarId;
use std::collections::BTreeSet;

/// The most cells of an array that are told.
const MOST_TOLD: usize = 64;

/// The arrays after some rounds.
pub struct StripAfter(Vec<NamedArray>);

/// An array.
#[derive(Clone, PartialEq)]
struct NamedArray {
    name: String,
    value: ArrayValue,
    /// Whether all of its cells are known; else only those that the run has written, or that are named.
    is_whole: bool,
}

impl StripAfter {
    /// Runs a program.
    ///
    /// # Errors
    /// Why there are no such arrays, in a sentence.
    pub(super) fn run(input: &Input, rounds: u32, inputs: &str) -> Result<StripAfter, String> {
        let program = input.program.as_ref().ok_or("The program has errors.")?;
        let after = |others: Others| -> Result<Vec<NamedArray>, String> {
            let trace = trace_on_inputs(input, program, inputs, others)?;
            let state = state_after_rounds(program, &trace, rounds as usize);
            let state = state.ok_or_else(|| match trace.end {
                Some(_) => format!("The run never has {rounds} rounds."),
                None => format!("The run was not followed as far as {rounds} rounds."),
            })?;
            let named = |(var, value): (VarId, ArrayValue)| {
                let name = program.var(var).source_name.clone();
                NamedArray { name, value, is_whole: false }
            };
            Ok(state.arrays.into_iter().map(named).collect())
        };
        let mut arrays = after(Others::Zero)?;
        // What depends on values that nobody has named is another one with other values.
        let different = after(Others::Different).unwrap_or_default();
        for (n, array) in arrays.iter_mut().enumerate() {
            let name = array.name.clone();
            if array.value.default.is_array() {
                return Err(format!("The cells of `{name}` are arrays themselves."));
            }
            if different.iter().enumerate().any(|(m, other)| m != n && other.name == name) {
                return Err(format!("There are several arrays `{name}`."));
            }
            let other = different.get(n).map(|other| &other.value);
            array.is_whole = other == Some(&array.value);
            let is_known = other.is_some_and(|other| other.cells == array.value.cells);
            if !is_known || !array.is_whole && !array.is_written_from_the_start() {
                return Err(format!(
                    "The cells of `{name}` depend on inputs; name these as in `strip 3 with n = 3, {name} = {{1, 2}}`."
                ));
            }
        }
        match arrays.is_empty() {
            true => Err("There are no arrays then.".to_owned()),
            false => Ok(StripAfter(arrays)),
        }
    }

    /// The cells in a sentence, with code between backquotes.
    pub(super) fn in_words(&self) -> String {
        let array = |array: &NamedArray| {
            let mut k = Int::from(0);
            let mut cells = vec![];
            while k < array.touched() {
                if cells.len() == MOST_TOLD {
                    cells.push("…".to_owned());
                    break;
                }
                cells.push(in_words(array.value.get(&k)));
                k = &k + &Int::from(1);
            }
            format!("`{} = {{{}}}`", array.name, cells.join(", "))
        };
        let arrays: Vec<String> = self.0.iter().map(array).collect();
        format!("Then {}.", arrays.join(", "))
    }

    /// Judges cells that were said as `{3, 1, 4}`, or `a = {3, 1, 4}, b = {1}` where there are several arrays.
    pub(super) fn judge(&self, judgement: &mut AnswerJudgement, said: &str) {
        let parts = match self.0.as_slice() {
            [only] if !said.contains('=') => vec![format!("{} = {}", only.name, braced(said))],
            _ => split_outside_brackets(said),
        };
        let mut answered = BTreeSet::new();
        for part in parts {
            let assigned = part.split_once('=').map(|(name, list)| (name.trim(), list.trim()));
            let array = assigned.and_then(|(name, list)| {
                Some((self.0.iter().find(|known| known.name == name)?, list))
            });
            let Some((array, list)) = array else {
                let names: Vec<String> =
                    self.0.iter().map(|array| format!("`{} = {{..}}`", array.name)).collect();
                return misread(judgement, format!("Say the cells as {}.", names.join(", ")));
            };
            let values = split_outside_brackets(
                list.trim_start_matches(['{', '[']).trim_end_matches(['}', ']']),
            );
            if let Some(value) = values.iter().find(|value| !is_value(value)) {
                return misread(
                    judgement,
                    format!("`{value}` is no value of a cell; write cells as in `{{1, 2}}`."),
                );
            }
            if let Err(message) = array.compare(&values) {
                return judgement.refuse(&message);
            }
            answered.insert(&array.name);
        }
        if let Some(array) = self.0.iter().find(|array| !answered.contains(&array.name)) {
            judgement.refuse(&format!("The cells of `{}` are missing.", array.name));
        }
    }
}

fn braced(list: &str) -> String {
    if list.starts_with('{') { list.to_owned() } else { format!("{{{list}}}") }
}

impl NamedArray {
    /// The cells up to the last one that the run has written, or that is named.
    fn touched(&self) -> Int {
        let last = self.value.cells.keys().next_back();
        last.map_or(Int::from(0), |last| last + &Int::from(1))
    }

    /// Whether the written cells are those from 0 on, at least one.
    fn is_written_from_the_start(&self) -> bool {
        let first = self.value.cells.keys().next();
        first == Some(&Int::from(0)) && self.touched() == Int::from(self.value.cells.len() as i64)
    }

    /// Why a list is not its cells. It has at least all those that were touched, and no more if others may be anything.
    fn compare(&self, said: &[String]) -> Result<(), String> {
        let name = &self.name;
        for (k, value) in said.iter().enumerate() {
            let found = in_words(self.value.get(&Int::from(k as i64)));
            if found != *value {
                return Err(format!("In the run `{name}[{k}]` is {found} then, and not {value}."));
            }
        }
        let (number, touched) = (Int::from(said.len() as i64), self.touched());
        match number == touched || self.is_whole && touched < number {
            true => Ok(()),
            false => Err(format!(
                "Say the first {touched} cells of `{name}`: those that the run has written, or that are named."
            )),
        }
    }
}

/// Whether a text is a value that a cell can have.
fn is_value(text: &str) -> bool {
    matches!(text, "true" | "false") || text.parse::<Int>().is_ok()
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => String::new(),
    }
}
