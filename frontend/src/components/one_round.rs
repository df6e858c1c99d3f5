//! One round of a loop in a real run: the facts before it, and how they grow.

use super::moment::moment;
use crate::hooks::Writer;
use hornbook_protocol::DocumentKind;
use hornbook_records::Invariant;
use hornbook_records::sample::{LoopVisit, SampleRun};
use std::rc::Rc;
use yew::prelude::*;

/// The number that unknown inputs get.
const SIZE: u32 = 5;

#[derive(Clone, PartialEq, Properties)]
pub struct OneRoundProps {
    /// The invariant of the loop.
    pub invariant: Invariant,
    /// Its place among the invariants of the verdict.
    pub place: usize,
}

/// The strips before and after a round; a button goes from one to the other.
#[component]
pub fn OneRound(props: &OneRoundProps) -> Html {
    let OneRoundProps { invariant, place } = props;
    let writer = use_context::<Writer>();
    let (round, done) = (use_state(|| None::<Rc<[LoopVisit; 2]>>), use_state(|| false));
    {
        let round = round.clone();
        use_effect_with((invariant.clone(), *place), move |(_, place)| {
            round.set(None);
            let (Some(writer), place) = (writer, *place) else { return };
            let reader = Callback::from(move |text: Option<String>| {
                let sample = text.and_then(|json| serde_json::from_str::<SampleRun>(&json).ok());
                let visits = sample.and_then(|sample| sample.visits.into_iter().nth(place));
                round.set(visits.and_then(|visits| middle_round(&visits)).map(Rc::new));
            });
            writer.write(DocumentKind::Sample(SIZE), reader);
        });
    }
    let Some(round) = round.as_ref().filter(|_| !invariant.strips.is_empty()) else {
        return html! {};
    };
    let visit = &round[usize::from(*done)];
    let onclick = {
        let done = done.clone();
        Callback::from(move |_: MouseEvent| done.set(!*done))
    };
    html! {
        <div class="one-round" data-testid="one-round">
            <button {onclick} data-testid="one-round-go">{ if *done { "Back before it" } else { "Do one round" } }</button>
            { moment(&visit.scalars, &invariant.strips, &visit.rows) }
        </div>
    }
}

/// Two visits of the loop with one round between them, in the middle of a run, where the ranges are
/// neither empty nor full.
fn middle_round(visits: &[LoopVisit]) -> Option<[LoopVisit; 2]> {
    let is_round = |pair: &&[LoopVisit]| match pair {
        [one, other] => {
            let ([before @ .., round], [after @ .., next]) =
                (one.rounds.as_slice(), other.rounds.as_slice())
            else {
                return false;
            };
            before == after && *next == round + 1
        }
        _ => false,
    };
    let rounds: Vec<&[LoopVisit]> = visits.windows(2).filter(is_round).collect();
    match rounds.get(rounds.len() / 2)? {
        [one, other] => Some([one.clone(), other.clone()]),
        _ => None,
    }
}
