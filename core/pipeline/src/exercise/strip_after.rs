//! The arrays of a run after some rounds of its first loop, and what was said of their cells.

use super::asked_facts::misread;
use super::named_inputs::{split_outside_brackets, trace_on_inputs, unnamed_input};
use crate::Input;
use hornbook_base::Int;
use hornbook_course::judgement::AnswerJudgement;
use hornbook_explain::sample_inputs::state_after_rounds;
use hornbook_lang::interp::{ArrayValue, Value};
use std::collections::BTreeSet;

/// The arrays, each with its name.
pub struct StripAfter(Vec<(String, ArrayValue)>);

impl StripAfter {
    /// Runs a program.
    ///
    /// # Errors
    /// Why there are no such arrays, in a sentence.
    pub(super) fn run(input: &Input, rounds: u32, inputs: &str) -> Result<StripAfter, String> {
        let program = input.program.as_ref().ok_or("The program has errors.")?;
        if let Some(name) = unnamed_input(&input.text, inputs)? {
            return Err(format!(
                "`{name}` may be anything; name it as in `strip 3 with {name} = ..`."
            ));
        }
        let trace = trace_on_inputs(input, program, inputs)?;
        let state = state_after_rounds(program, &trace, rounds as usize);
        let state = state.ok_or_else(|| format!("The run never has {rounds} rounds."))?;
        let arrays = state.arrays.into_iter();
        let arrays: Vec<(String, ArrayValue)> =
            arrays.map(|(var, value)| (program.var(var).source_name.clone(), value)).collect();
        match arrays.iter().find(|(_, array)| array.default.is_array()) {
            Some((name, _)) => Err(format!("The cells of `{name}` are arrays themselves.")),
            None if arrays.is_empty() => Err("There are no arrays then.".to_owned()),
            None => Ok(StripAfter(arrays)),
        }
    }

    /// Judges cells that were said as `{3, 1, 4}`, or `a = {3, 1, 4}, b = {1}` where there are several arrays.
    pub(super) fn judge(&self, judgement: &mut AnswerJudgement, said: &str) {
        let parts = match self.0.as_slice() {
            [(only, _)] if !said.contains('=') => vec![format!("{only} = {}", braced(said))],
            _ => split_outside_brackets(said),
        };
        let mut answered = BTreeSet::new();
        for part in parts {
            let assigned = part.split_once('=').map(|(name, list)| (name.trim(), list.trim()));
            let array = assigned.and_then(|(name, list)| {
                let (_, array) = self.0.iter().find(|(known, _)| known == name)?;
                Some((name, list, array))
            });
            let Some((name, list, array)) = array else {
                let names: Vec<String> =
                    self.0.iter().map(|(name, _)| format!("`{name} = {{..}}`")).collect();
                return misread(judgement, format!("Say the cells as {}.", names.join(", ")));
            };
            if let Err(message) = compare_cells(name, list, array) {
                return judgement.refuse(&message);
            }
            answered.insert(name.to_owned());
        }
        if let Some((name, _)) = self.0.iter().find(|(name, _)| !answered.contains(name)) {
            judgement.refuse(&format!("The cells of `{name}` are missing."));
        }
    }
}

fn braced(list: &str) -> String {
    if list.starts_with('{') { list.to_owned() } else { format!("{{{list}}}") }
}

/// Why a list is not the cells of an array. It has at least all those that the run has touched.
fn compare_cells(name: &str, list: &str, array: &ArrayValue) -> Result<(), String> {
    let list = list.trim_start_matches(['{', '[']).trim_end_matches(['}', ']']);
    let said = split_outside_brackets(list);
    for (k, value) in said.iter().enumerate() {
        let found = in_words(array.get(&Int::from(k as i64)));
        if found != *value {
            return Err(format!("In the run `{name}[{k}]` is {found} then, and not {value}."));
        }
    }
    let touched = array.cells.keys().next_back().map_or(Int::from(0), |last| last + &Int::from(1));
    match Int::from(said.len() as i64) < touched {
        true => Err(format!("`{name}` has {touched} cells that count.")),
        false => Ok(()),
    }
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => String::new(),
    }
}
