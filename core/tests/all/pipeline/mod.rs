//! The whole road from a text to a verdict.

mod auto;
mod certificate;
mod certified_runs;
mod clause_cache;
mod climbing;
mod comparing;
mod corpus;
mod divisions;
mod counting_formulas;
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
mod concrete_traces;
