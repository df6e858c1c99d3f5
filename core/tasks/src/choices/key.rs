//! The table of choices: one entry with all names for each.

/// A choice that a user can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The method that looks for the verdict.
    Method,
    /// Rules of instrumentation that are applied by hand.
    Rules,
    /// Tiles of loops that are named by hand.
    Tiles,
    /// Whose invariants are to suffice.
    Invariants,
    /// The abstraction of arrays.
    Abstraction,
    /// The heuristic for cells.
    Heuristic,
    /// The order in which the components of tuples are instantiated.
    Order,
    /// The cells for the heuristic `manual`.
    Cells,
    /// Whether every access to an array with a declared length must lie within it.
    CheckBounds,
    /// The handling of calls of functions (T Sec. 2.1.3.3).
    Calls,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    LargeBlocks,
    /// Whether conditions on any number of cells become loops (T Sec. 6.3.2.2).
    Loops,
    /// The time limit of the search.
    Budget,
}

/// The effect of a choice; each includes all those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The length of the search.
    Search,
    /// The stages behind the clauses.
    Handling,
    /// The clauses and their numbers.
    Clauses,
    /// The program itself.
    Program,
}

/// The syntax of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One word or formula.
    Text,
    /// The name alone for on, nothing for off.
    Switch,
    /// A number.
    Number,
    /// A word as text, and in JSON a truth value, which is true for the second of two words.
    Second,
    /// A list, written as text once for each element.
    List,
}

/// An entry of the table.
struct KeyEntry {
    /// The option of the command line, without `--`.
    option: &'static str,
    /// The pragma, if programs can make the choice.
    pragma: Option<&'static str>,
    json: &'static str,
    /// The key in links, for good.
    link: Option<&'static str>,
    form: Form,
    /// The default as text; empty for off or an empty list.
    default: &'static str,
    effect: Effect,
    /// The name in a sentence.
    name: &'static str,
    /// The help text.
    help: &'static str,
    /// The text in documents; for a text value, the words before it.
    document_text: &'static str,
}

/// The default time limit of the search in milliseconds.
pub const BUDGET_MS: u64 = 30_000;

impl Key {
    /// All choices, in the order of documents.
    pub const ALL: [Key; 13] = [
        Key::Method,
        Key::Rules,
        Key::Tiles,
        Key::Invariants,
        Key::Abstraction,
        Key::Heuristic,
        Key::Order,
        Key::Cells,
        Key::CheckBounds,
        Key::Calls,
        Key::LargeBlocks,
        Key::Loops,
        Key::Budget,
    ];

    /// The table.
    const fn entry(self) -> &'static KeyEntry {
        match self {
            Key::Method => &KeyEntry {
                option: "method",
                pragma: Some("method"),
                json: "method",
                link: Some("m"),
                form: Form::Text,
                default: "abstraction",
                effect: Effect::Search,
                name: "method",
                help: "Who looks for the verdict: `abstraction`, `instrument` with ghost variables, `tiling` by rounds of loops, or `auto`",
                document_text: "Method",
            },
            Key::Rules => &KeyEntry {
                option: "rules",
                pragma: Some("rules"),
                json: "rules",
                link: Some("g"),
                form: Form::Text,
                default: "",
                effect: Effect::Search,
                name: "rules",
                help: "Rules of `instrument` by hand, as in `sum(a): 3 begin(0), 6 append, 9 use`",
                document_text: "Rules by hand",
            },
            Key::Tiles => &KeyEntry {
                option: "tiles",
                pragma: Some("tiles"),
                json: "tiles",
                link: Some("o"),
                form: Form::Text,
                default: "",
                effect: Effect::Search,
                name: "tiles",
                help: "Tiles of `tiling` by hand, as in `5 a: 4 * i <= k < 4 * i + 4`",
                document_text: "Tiles by hand",
            },
            Key::Invariants => &KeyEntry {
                option: "invariants",
                pragma: Some("invariants"),
                json: "invariants",
                link: Some("j"),
                form: Form::Text,
                default: "found",
                effect: Effect::Search,
                name: "invariants",
                help: "Whose invariants must suffice: those that are `found`, or exactly those that are `given` by your lines `invariant c;`, as they are written",
                document_text: "Invariants",
            },
            Key::Abstraction => &KeyEntry {
                option: "abstraction",
                pragma: Some("abstraction"),
                json: "abstraction",
                link: Some("a"),
                form: Form::Text,
                default: "cell1",
                effect: Effect::Handling,
                name: "abstraction",
                help: "What is kept of arrays",
                document_text: "Abstraction of arrays",
            },
            Key::Heuristic => &KeyEntry {
                option: "heuristic",
                pragma: Some("heuristic"),
                json: "heuristic",
                link: Some("h"),
                form: Form::Text,
                default: "relevant",
                effect: Effect::Handling,
                name: "heuristic",
                help: "At which cells premises are instantiated",
                document_text: "Cells",
            },
            Key::Order => &KeyEntry {
                option: "order",
                pragma: None,
                json: "right_to_left",
                link: Some("r"),
                form: Form::Second,
                default: "left",
                effect: Effect::Handling,
                name: "order",
                help: "Which component of a tuple is instantiated first",
                document_text: "The components of tuples are taken from right to left",
            },
            Key::Cells => &KeyEntry {
                option: "cells",
                pragma: None,
                json: "cells",
                link: Some("c"),
                form: Form::List,
                default: "",
                effect: Effect::Handling,
                name: "cells",
                help: "The cells for `manual`, as in `3:a=k_a',i + 1`; may be repeated",
                document_text: "Cells",
            },
            Key::CheckBounds => &KeyEntry {
                option: "check-bounds",
                pragma: Some("check-bounds"),
                json: "check_bounds",
                link: Some("b"),
                form: Form::Switch,
                default: "",
                effect: Effect::Program,
                name: "check bounds",
                help: "Every access to an array with a declared length must lie within it",
                document_text: "Every access to an array with a declared length must lie within it",
            },
            Key::Calls => &KeyEntry {
                option: "calls",
                pragma: Some("calls"),
                json: "calls",
                link: Some("f"),
                form: Form::Text,
                default: "",
                effect: Effect::Program,
                name: "calls",
                help: "What becomes of calls: `inline`, `summary` or `modular`, for some functions as in `modular,f=inline`",
                document_text: "Calls of functions",
            },
            Key::LargeBlocks => &KeyEntry {
                option: "large-blocks",
                pragma: Some("large-blocks"),
                json: "large_blocks",
                link: Some("l"),
                form: Form::Switch,
                default: "",
                effect: Effect::Clauses,
                name: "large blocks",
                help: "The steps between two loop heads become one clause; always so with `multiset`",
                document_text: "The steps between two loop heads are one clause",
            },
            Key::Loops => &KeyEntry {
                option: "loops",
                pragma: Some("loops"),
                json: "loops",
                link: Some("q"),
                form: Form::Switch,
                default: "",
                effect: Effect::Clauses,
                name: "loops",
                help: "A condition on any number of cells becomes a loop over them",
                document_text: "Conditions on any number of cells are loops",
            },
            Key::Budget => &KeyEntry {
                option: "budget-ms",
                pragma: Some("budget-ms"),
                json: "budget_ms",
                // The page has a limit in seconds of its own.
                link: None,
                form: Form::Number,
                default: "30000",
                effect: Effect::Search,
                name: "budget",
                help: "How long to look for an answer, in milliseconds",
                document_text: "",
            },
        }
    }

    /// The option of the command line, without `--`.
    pub const fn option(self) -> &'static str {
        self.entry().option
    }

    /// The pragma, if programs can make the choice.
    pub const fn pragma(self) -> Option<&'static str> {
        self.entry().pragma
    }

    /// The key in JSON.
    pub const fn json(self) -> &'static str {
        self.entry().json
    }

    /// The key in links, if they have the choice.
    pub const fn link(self) -> Option<&'static str> {
        self.entry().link
    }

    /// The syntax of the choice.
    pub const fn form(self) -> Form {
        self.entry().form
    }

    /// The default as text; empty for off or an empty list.
    pub const fn default(self) -> &'static str {
        self.entry().default
    }

    /// The effect of the choice.
    pub const fn effect(self) -> Effect {
        self.entry().effect
    }

    /// The name of the choice in a sentence.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The help text.
    pub const fn help(self) -> &'static str {
        self.entry().help
    }

    /// The help text with the default.
    pub fn help_with_default(self) -> String {
        format!("{} [default: {}]", self.help(), self.default())
    }

    /// The text in documents.
    pub const fn document_text(self) -> &'static str {
        self.entry().document_text
    }

    /// The choice of a pragma.
    pub fn from_pragma(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.pragma() == Some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::parser::pragma::SETTINGS;
    use std::collections::BTreeSet;

    #[test]
    fn every_choice_has_names_of_its_own() {
        type Names = fn(Key) -> Option<&'static str>;
        let all: [Names; 4] = [|k| Some(k.option()), Key::pragma, |k| Some(k.json()), Key::link];
        for names in all {
            let given: Vec<&str> = Key::ALL.into_iter().filter_map(names).collect();
            assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), given.len(), "{given:?}");
        }
    }

    #[test]
    fn the_language_knows_the_pragmas() {
        let has_value = |key: Key| key.form() != Form::Switch;
        let own: BTreeSet<(&str, bool)> =
            Key::ALL.into_iter().filter_map(|k| Some((k.pragma()?, has_value(k)))).collect();
        assert_eq!(own, SETTINGS.into_iter().collect());
    }
}
