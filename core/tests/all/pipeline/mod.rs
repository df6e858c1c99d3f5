//! The whole road from a text to a verdict.

mod abstraction_sequence;
mod auto;
mod certificate;
mod certified_runs;
mod clause_cache;
mod comparing;
mod concrete_traces;
mod corpus;
mod counting_formulas;
mod divisions;
mod export;
mod failing_runs;
mod few_states;
mod induction;
mod language_reference;
mod large_terms;
mod loop_free;
mod methods;
mod products;
mod records;
mod soundness;
mod story;
mod strategies;
