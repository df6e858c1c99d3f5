//! All that can be chosen: one line for each choice, and whoever needs its name asks here.

/// A choice that a user can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The method that looks for the verdict.
    Method,
    /// Rules of instrumentation that are applied by hand.
    Rules,
    /// Tiles of loops that are named by hand.
    Tiles,
    /// The abstraction of arrays.
    Abstraction,
    /// How cells are chosen.
    Heuristic,
    /// In which order the components of tuples are instantiated.
    Order,
    /// The cells for the heuristic `manual`.
    Cells,
    /// Whether every access to an array with a declared length must lie within it.
    CheckBounds,
    /// How calls of functions are handled (T Sec. 2.1.3.3).
    Calls,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    LargeBlocks,
    /// Whether conditions on any number of cells become loops (T Sec. 6.3.2.2).
    Loops,
    /// How long to look for an answer.
    Budget,
}

/// What becomes another when a choice does; each with all those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Only how long is searched.
    Search,
    /// What becomes of the clauses.
    Handling,
    /// The clauses, and by which numbers they are known.
    Clauses,
    /// The program itself.
    Program,
}

/// How a choice is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One word or formula.
    Text,
    /// The name alone: it is on, or else off.
    Switch,
    /// A number.
    Number,
    /// A word as text, and in JSON the truth value whether it is the second of two.
    Second,
    /// A list, which as text stands there once for each element.
    List,
}

/// What is known of a choice, whatever is chosen.
struct Line {
    /// The option of the command line, without `--`.
    option: &'static str,
    /// The pragma, if programs can make the choice.
    pragma: Option<&'static str>,
    json: &'static str,
    /// The key in links, for good.
    link: Option<&'static str>,
    form: Form,
    /// As text; nothing for what is off or empty.
    default: &'static str,
    effect: Effect,
    /// What it is called in a sentence.
    name: &'static str,
    /// What it decides.
    help: &'static str,
    /// What documents say where it is made; for a text, what stands before that.
    told: &'static str,
}

/// Milliseconds that are spent on solving where nobody chooses.
pub const BUDGET_MS: u64 = 30_000;

impl Key {
    /// All choices, in the order in which they are told.
    pub const ALL: [Key; 12] = [
        Key::Method,
        Key::Rules,
        Key::Tiles,
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
    const fn line(self) -> &'static Line {
        match self {
            Key::Method => &Line {
                option: "method",
                pragma: Some("method"),
                json: "method",
                link: Some("m"),
                form: Form::Text,
                default: "abstraction",
                effect: Effect::Search,
                name: "method",
                help: "Who looks for the verdict: `abstraction`, `instrument` with ghost variables, `tiling` by rounds of loops, or `auto`",
                told: "Method",
            },
            Key::Rules => &Line {
                option: "rules",
                pragma: Some("rules"),
                json: "rules",
                link: Some("g"),
                form: Form::Text,
                default: "",
                effect: Effect::Search,
                name: "rules",
                help: "Rules of `instrument` by hand, as in `sum(a): 3 begin(0), 6 append, 9 use`",
                told: "Rules by hand",
            },
            Key::Tiles => &Line {
                option: "tiles",
                pragma: Some("tiles"),
                json: "tiles",
                link: Some("o"),
                form: Form::Text,
                default: "",
                effect: Effect::Search,
                name: "tiles",
                help: "Tiles of `tiling` by hand, as in `5 a: 4 * i <= k < 4 * i + 4`",
                told: "Tiles by hand",
            },
            Key::Abstraction => &Line {
                option: "abstraction",
                pragma: Some("abstraction"),
                json: "abstraction",
                link: Some("a"),
                form: Form::Text,
                default: "cell1",
                effect: Effect::Handling,
                name: "abstraction",
                help: "What is kept of arrays",
                told: "Abstraction of arrays",
            },
            Key::Heuristic => &Line {
                option: "heuristic",
                pragma: Some("heuristic"),
                json: "heuristic",
                link: Some("h"),
                form: Form::Text,
                default: "relevant",
                effect: Effect::Handling,
                name: "heuristic",
                help: "At which cells premises are instantiated",
                told: "Cells",
            },
            Key::Order => &Line {
                option: "order",
                pragma: None,
                json: "right_to_left",
                link: Some("r"),
                form: Form::Second,
                default: "left",
                effect: Effect::Handling,
                name: "order",
                help: "Which component of a tuple is instantiated first",
                told: "The components of tuples are taken from right to left",
            },
            Key::Cells => &Line {
                option: "cells",
                pragma: None,
                json: "cells",
                link: Some("c"),
                form: Form::List,
                default: "",
                effect: Effect::Handling,
                name: "cells",
                help: "The cells for `manual`, as in `3:a=k_a',i + 1`; may be repeated",
                told: "Cells",
            },
            Key::CheckBounds => &Line {
                option: "check-bounds",
                pragma: Some("check-bounds"),
                json: "check_bounds",
                link: Some("b"),
                form: Form::Switch,
                default: "",
                effect: Effect::Program,
                name: "check bounds",
                help: "Every access to an array with a declared length must lie within it",
                told: "Every access to an array with a declared length must lie within it",
            },
            Key::Calls => &Line {
                option: "calls",
                pragma: Some("calls"),
                json: "calls",
                link: Some("f"),
                form: Form::Text,
                default: "",
                effect: Effect::Program,
                name: "calls",
                help: "What becomes of calls: `inline`, `summary` or `modular`, for some functions as in `modular,f=inline`",
                told: "Calls of functions",
            },
            Key::LargeBlocks => &Line {
                option: "large-blocks",
                pragma: Some("large-blocks"),
                json: "large_blocks",
                link: Some("l"),
                form: Form::Switch,
                default: "",
                effect: Effect::Clauses,
                name: "large blocks",
                help: "The steps between two loop heads become one clause; always so with `multiset`",
                told: "The steps between two loop heads are one clause",
            },
            Key::Loops => &Line {
                option: "loops",
                pragma: Some("loops"),
                json: "loops",
                link: Some("q"),
                form: Form::Switch,
                default: "",
                effect: Effect::Clauses,
                name: "loops",
                help: "A condition on any number of cells becomes a loop over them",
                told: "Conditions on any number of cells are loops",
            },
            Key::Budget => &Line {
                option: "budget-ms",
                pragma: Some("budget-ms"),
                json: "budget_ms",
                // A page waits for its reader's patience, in seconds.
                link: None,
                form: Form::Number,
                default: "30000",
                effect: Effect::Search,
                name: "budget",
                help: "How long to look for an answer, in milliseconds",
                told: "",
            },
        }
    }

    /// The option of the command line, without `--`.
    pub const fn option(self) -> &'static str {
        self.line().option
    }

    /// The pragma, if programs can make the choice.
    pub const fn pragma(self) -> Option<&'static str> {
        self.line().pragma
    }

    /// The key in JSON.
    pub const fn json(self) -> &'static str {
        self.line().json
    }

    /// The key in links, if they have the choice.
    pub const fn link(self) -> Option<&'static str> {
        self.line().link
    }

    /// How the choice is written.
    pub const fn form(self) -> Form {
        self.line().form
    }

    /// What holds where nobody chooses, as text; nothing for what is off or empty then.
    pub const fn default(self) -> &'static str {
        self.line().default
    }

    /// What becomes another with the choice.
    pub const fn effect(self) -> Effect {
        self.line().effect
    }

    /// What the choice is called in a sentence.
    pub const fn name(self) -> &'static str {
        self.line().name
    }

    /// What the choice decides.
    pub const fn help(self) -> &'static str {
        self.line().help
    }

    /// The same, and what holds where nobody chooses.
    pub fn help_with_default(self) -> String {
        format!("{} [default: {}]", self.help(), self.default())
    }

    /// What documents say where the choice is made.
    pub const fn told(self) -> &'static str {
        self.line().told
    }

    /// The choice that a pragma makes.
    pub fn of_pragma(name: &str) -> Option<Key> {
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
