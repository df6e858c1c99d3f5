//! Tests of the table of choices: all ways of writing a choice agree.

use super::*;
use proptest::prelude::*;
use serde_json::{Map, Value};

fn own(text: &str, choices: &Choices) -> Vec<String> {
    let (settings, _) = Settings::new(choices, &hornbook_lang::parse(text).0.pragmas);
    settings.beyond(&choices.settings())
}

#[test]
fn what_the_text_chooses_is_said_unless_the_user_chose() {
    let text = "#pragma abstraction cell2\n#pragma heuristic mg16\nint a[];";
    assert_eq!(own(text, &Choices::default()), ["abstraction cell2", "heuristic mg16"]);
    let chosen = Choices::abstraction(ChosenAbstraction::default());
    assert_eq!(own(text, &chosen), ["heuristic mg16"]);
    let text = "#pragma abstraction auto\nint a[];";
    assert_eq!(own(text, &Choices::default()), ["abstraction auto"]);
    let text = "#pragma large-blocks\n#pragma loops\n#pragma abstraction cell\nint a[];";
    assert_eq!(own(text, &Choices::default()), ["large blocks", "loops"]);
    assert_eq!(own("int a[];", &Choices::default()), [""; 0]);
}

#[test]
fn what_is_left_open_is_the_default_of_the_table() {
    let holds = Choices::default().settings().choices();
    assert_eq!(Key::Budget.default(), BUDGET_MS.to_string());
    for key in Key::ALL.into_iter().filter(|key| *key != Key::Budget) {
        let texts = holds.texts(key);
        let text = texts.first().map_or("", String::as_str);
        let off = key == Key::Order && text.is_empty();
        assert!(off || text == key.default(), "{key:?}: {texts:?}");
    }
    let mut chosen = Choices::default();
    for key in Key::ALL.into_iter().filter(|key| !key.default().is_empty()) {
        chosen.set(key, key.default()).expect("a default");
    }
    assert_eq!(chosen.without_defaults(), Choices::default());
    let mut on = Choices::default();
    for key in Key::ALL.into_iter().filter(|key| key.form() == Form::Switch) {
        on.set(key, "").expect("a switch");
    }
    assert_eq!(on.without_defaults(), on);
}

#[test]
fn each_choice_has_an_effect_of_its_own() {
    let set = |key: Key, text: &str| {
        let mut choices = Choices::default();
        choices.set(key, text).expect("a choice");
        choices.effect_after(&Choices::default())
    };
    assert_eq!(set(Key::Budget, "1"), Some(Effect::Search));
    assert_eq!(set(Key::Abstraction, "cell2"), Some(Effect::Handling));
    assert_eq!(set(Key::Cells, "3:a=i"), Some(Effect::Handling));
    assert_eq!(set(Key::Loops, ""), Some(Effect::Clauses));
    assert_eq!(set(Key::CheckBounds, ""), Some(Effect::Program));
    assert_eq!(set(Key::Order, "left"), None);
}

#[test]
fn what_cannot_be_read_is_said_and_what_has_the_wrong_type_refused() {
    let read = |json: &str| {
        let object: Map<String, Value> = serde_json::from_str(json).expect("an object");
        Choices::from_json(&object, |key| Some(key.json()))
    };
    let strange =
        read(r#"{"abstraction":"cell2 @ tiling","heuristic":"newer","loops":true,"z":1}"#);
    let (choices, unread) = strange.expect("choices");
    assert_eq!(choices, Choices { loops: true, ..Choices::default() });
    let texts: Vec<(Key, &str)> = unread.iter().map(|u| (u.key, &*u.text)).collect();
    assert_eq!(texts, [(Key::Abstraction, "cell2 @ tiling"), (Key::Heuristic, "newer")]);
    for (json, key) in [
        (r#"{"abstraction":3}"#, Key::Abstraction),
        (r#"{"loops":"yes"}"#, Key::Loops),
        (r#"{"cells":[[-1,"a",["i"]]]}"#, Key::Cells),
    ] {
        assert_eq!(read(json), Err(key), "{json}");
    }
    // An object that an older page has stored.
    let old = r#"{"abstraction":"","heuristic":"","check_bounds":false,"right_to_left":true,
        "cells":[{"clause":3,"array":"a","indices":["k'","i + 1"]}],"seconds":120}"#;
    let old = read(old).expect("choices").0;
    let mut same = Choices { order: Order::RightToLeft, ..Choices::default() };
    same.set(Key::Cells, "3:a=k', i + 1").expect("cells");
    assert_eq!(old, same);
}

fn sigmas() -> impl Strategy<Value = String> {
    let names =
        ["id", "cell1", "cell3", "cell<2", "smash . cell", "sign . cell", "first", "slice(i)"];
    let formulas =
        ["{k, v => v if k < i + 1}", "cell (+) (sign . cell)", "(cell * id)^<2", "nothing"];
    prop::sample::select([names.as_slice(), formulas.as_slice()].concat()).prop_map(str::to_owned)
}

fn wanted() -> impl Strategy<Value = ChosenAbstraction> {
    let own = prop::sample::select(vec!["a", "b'", "L5", "P3.a"]);
    let some = (sigmas(), prop::collection::vec((own, sigmas()), 0..3));
    let choice = some.prop_map(|(all, own)| {
        let own: String = own.iter().map(|(name, sigma)| format!(",{name}={sigma}")).collect();
        format!("{all}{own}").parse().expect("an abstraction")
    });
    prop_oneof![Just(ChosenAbstraction::Auto), choice]
}

prop_compose! {
    fn cells()(
        clause in any::<u32>(),
        array in "[a-z][a-z0-9_']{0,4}",
        indices in prop::collection::vec("[a-z]'?( \\+ [0-9])?", 0..3),
    ) -> NamedCells {
        NamedCells { clause, array, indices }
    }
}

prop_compose! {
    fn choices()(
        abstraction in prop::option::of(wanted()),
        heuristic in prop::option::of(prop::sample::select(&Heuristic::ALL[..])),
        order in prop::sample::select(&Order::ALL[..]),
        cells in prop::collection::vec(cells(), 0..3),
        calls in prop::sample::select(vec!["", "inline", "modular", "summary,f=inline", "f=modular,g=inline"]),
        switches in any::<[bool; 3]>(),
        budget_ms in prop::option::of(1..=u64::MAX),
        invariants in prop::option::of(prop::sample::select(&InvariantsChoice::ALL[..])),
        tiles in prop::sample::select(vec!["", "5 a: k == i", "3:7 m[2]: 4 * i <= k < 4 * i + 4; 9 b: k == i || k == i + 2"]),
        rules in prop::sample::select(vec!["", "sum(a): 3 begin(0), 5:7 append", "square: 2 use; max(m[i]) in f:"]),
    ) -> Choices {
        let [check_bounds, large_blocks, loops] = switches;
        let calls = calls.parse().expect("ways to handle calls");
        Choices {
            method: Some(MethodChoice::Instrument),
            rules: rules.parse().expect("rules"),
            tiles: tiles.parse().expect("tiles"),
            invariants, abstraction, heuristic, order, cells, check_bounds, calls, large_blocks, loops, budget_ms,
        }
    }
}

/// The choices that `keys` has a name for, from their texts.
fn again(choices: &Choices, has: impl Fn(Key) -> bool) -> Choices {
    let mut again = Choices::default();
    for key in Key::ALL.into_iter().filter(|key| has(*key)) {
        for text in choices.texts(key) {
            again.set(key, &text).expect("a text");
        }
    }
    again
}

fn by_json(choices: &Choices, name: fn(Key) -> Option<&'static str>) -> Choices {
    let text = serde_json::to_string(&choices.to_json(&[], name)).expect("JSON");
    let object = serde_json::from_str(&text).expect("an object");
    let (choices, unread) = Choices::from_json(&object, name).expect("the right types");
    assert_eq!(unread, []);
    choices
}

proptest! {
    #[test]
    fn every_way_of_writing_choices_gives_them_back(choices in choices()) {
        prop_assert_eq!(&again(&choices, |_| true), &choices);
        prop_assert_eq!(&by_json(&choices, |key| Some(key.json())), &choices);
        prop_assert_eq!(by_json(&choices, Key::link), choices.without(&[Key::Budget]));
        prop_assert_eq!(choices.effect_after(&choices), None);
        prop_assert_eq!(choices.over(&Choices::default()), choices);
    }

    #[test]
    fn pragmas_choose_what_options_choose(choices in choices()) {
        let mut text = String::new();
        for key in Key::ALL {
            for (pragma, value) in key.pragma().into_iter().zip(choices.texts(key)) {
                text += &format!("#pragma {pragma} {value}\n");
            }
        }
        let read = hornbook_lang::parse(&text);
        prop_assert!(read.1.is_empty(), "{text}: {:?}", read.1);
        let (own, wrong) = Choices::from_pragmas(&read.0.pragmas);
        prop_assert!(wrong.is_empty(), "{wrong:?}");
        prop_assert_eq!(own, again(&choices, |key| key.pragma().is_some()));
    }
}
