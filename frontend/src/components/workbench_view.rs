//! The workbench of instrumentation: the followed values, and the rules that fit a statement.

use super::text_entry::TextEntry;
use crate::highlights::Topic;
use crate::hooks::{use_document, use_kept_keyboard};
use crate::state::{Action, State};
use hornbook_base::Span;
use hornbook_protocol::{DocumentKind, Options};
use hornbook_records::workbench::{ApplicableRule, OperatorInstance, Workbench};
use hornbook_tasks::choices::MethodChoice;
use hornbook_tasks::instrument::named_rules::{NamedGhost, NamedRule, NamedRules};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct WorkbenchViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The rules by hand: those that are applied and those that fit.
#[component]
pub fn WorkbenchView(props: &WorkbenchViewProps) -> Html {
    let WorkbenchViewProps { state, dispatch } = props;
    let known = use_document::<Workbench>(state, DocumentKind::Workbench);
    let wrong = use_state(|| None::<(String, String)>);
    use_kept_keyboard(state.options.choices.rules.to_string(), ".road");
    let Some((text, bench)) = &known else {
        return html! { <p class="empty" role="status">{ "Hornbook looks for values to follow …" }</p> };
    };
    let desk = WorkbenchContext { bench, options: &state.options, text, dispatch };
    let take = {
        let (dispatch, options, wrong) = (dispatch.clone(), state.options.clone(), wrong.clone());
        Callback::from(move |text: String| match text.parse::<NamedRules>() {
            Ok(rules) => {
                wrong.set(None);
                dispatch.dispatch(Action::Choose(by_hand(&options, rules)));
            }
            Err(why) => wrong.set(Some((text, why))),
        })
    };
    let text = wrong.as_ref().map_or_else(|| bench.rules.to_string(), |(text, _)| text.clone());
    let why = wrong.as_ref().map(|(_, why)| AttrValue::from(why.clone()));
    html! {
        <div class="workbench" data-testid="workbench">
            { desk.followed() }
            { desk.statements(state.picked.as_ref()) }
            <TextEntry label="The rules as text" testid="rules" {text} wrong={why} placeholder="sum(a): 3 begin(0), 5 append, 7 use" {take} />
        </div>
    }
}

/// The choices with rules by hand; the method stays the one that applies rules.
fn by_hand(options: &Options, rules: NamedRules) -> Options {
    options.with_method(Some(MethodChoice::Instrument)).with_rules(rules)
}

struct WorkbenchContext<'s> {
    bench: &'s Workbench,
    options: &'s Options,
    text: &'s str,
    dispatch: &'s UseReducerDispatcher<State>,
}

impl WorkbenchContext<'_> {
    fn choose(&self, rules: NamedRules) -> Callback<MouseEvent> {
        let (dispatch, options) = (self.dispatch.clone(), by_hand(self.options, rules));
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Choose(options.clone())))
    }

    fn go_to(&self, span: Span) -> Callback<MouseEvent> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)))
    }

    fn ghost(&self, n: usize, ghost: &NamedGhost) -> Html {
        let Workbench { rules, places, .. } = self.bench;
        let applied = ghost.rules.iter().enumerate().map(|(k, rule)| {
            let place = places.get(n).and_then(|places| places.get(k).copied().flatten());
            self.applied(rule, place, rules.without_rule(n, k))
        });
        html! {
            <li data-testid="followed">
                <div class="task-head">
                    <code><b>{ &ghost.what }</b></code>
                    if let Some(scope) = &ghost.scope { <span class="why">{ format!("in {scope}") }</span> }
                    <span class="grow"></span>
                    <button class="quiet" onclick={self.choose(rules.without(n))} data-testid="unfollow">{ "Stop following it" }</button>
                </div>
                <ul class="applied">{ for applied }</ul>
                if ghost.rules.is_empty() { <p class="why">{ "No rule is applied yet: pick a statement below." }</p> }
            </li>
        }
    }

    fn offer(&self, offer: &OperatorInstance) -> Html {
        let OperatorInstance { what, scope } = offer;
        let onclick = self.choose(self.bench.rules.following(what, scope.as_deref()));
        html! {
            <li>
                <code>{ what }</code>
                if let Some(scope) = scope { <span class="why">{ format!(" in {scope}") }</span> }
                { " " }
                <button class="adopt" {onclick} data-testid="follow">{ "Follow it" }<span class="spoken">{ format!(" ({what})") }</span></button>
            </li>
        }
    }

    /// The followed values with the rules that are applied, and the values that can be followed.
    fn followed(&self) -> Html {
        let Workbench { rules, offers, .. } = self.bench;
        html! {
            <>
                if rules.is_empty() {
                    <p>{ "You follow no value by hand, so Run searches for rules. Or apply rules yourself:" }</p>
                } else {
                    <ul class="task-list">{ for rules.ghosts.iter().enumerate().map(|(n, ghost)| self.ghost(n, ghost)) }</ul>
                    <p><button class="quiet" onclick={self.choose(NamedRules::default())} data-testid="search-instead">{ "Let Run search for rules instead" }</button></p>
                }
                if !offers.is_empty() {
                    <p class="why">{ "The program asks for:" }</p>
                    <ul class="offers">{ for offers.iter().map(|offer| self.offer(offer)) }</ul>
                } else if rules.is_empty() {
                    <p class="empty">{ "The program asks for nothing that ghost variables can follow: no sum, maximum or number of cells, and no product." }</p>
                }
            </>
        }
    }

    fn applied(&self, rule: &NamedRule, place: Option<Span>, without: NamedRules) -> Html {
        let name = match rule.args.as_slice() {
            [] => rule.rule.clone(),
            args => format!("{}({})", rule.rule, args.join(", ")),
        };
        html! {
            <li data-testid="applied">
                if let Some(span) = place {
                    <button class="chip from" onclick={self.go_to(span)}>{ format!("line {}", rule.place()) }</button>
                } else {
                    <span class="chip bad">{ format!("no place at line {}", rule.place()) }</span>
                }
                <code>{ &name }</code>
                <button class="quiet" onclick={self.choose(without)} data-testid="take-away">{ "Remove it" }<span class="spoken">{ format!(" ({name}, line {})", rule.place()) }</span></button>
            </li>
        }
    }

    fn statement(&self, at: Span, pressed: bool) -> Html {
        let line = 1 + self.text[..at.start as usize].matches('\n').count();
        let words = at.slice(self.text).lines().next().unwrap_or_default().to_owned();
        let (dispatch, span) = (self.dispatch.clone(), at);
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Pick(Topic::Place(span.start)));
        });
        html! {
            <li>
                <button class="statement" {onclick} aria-pressed={pressed.to_string()} data-testid="statement">
                    <span class="line-no">{ line }</span><code>{ words }</code>
                </button>
                if pressed { { self.rules_at(at) } }
            </li>
        }
    }

    /// The statements, and the rules that fit the one that was picked.
    fn statements(&self, picked: Option<&Topic>) -> Html {
        let mut places: Vec<Span> = self.bench.fitting.iter().map(|fitting| fitting.at).collect();
        places.sort();
        places.dedup();
        let around = |byte: u32| {
            let here = places.iter().filter(|at| at.start <= byte && byte <= at.end);
            here.min_by_key(|at| at.end - at.start).copied()
        };
        let chosen = match picked {
            Some(Topic::Place(byte)) => around(*byte),
            _ => None,
        };
        if places.is_empty() {
            return html! {};
        }
        html! {
            <>
                <h3>{ "Pick a statement" }</h3>
                <ol class="statements">{ for places.iter().map(|at| self.statement(*at, chosen == Some(*at))) }</ol>
            </>
        }
    }

    fn rules_at(&self, at: Span) -> Html {
        let here = self.bench.fitting.iter().filter(|fitting| fitting.at == at);
        let rules = here.map(|fitting| {
            let key = format!("{} {} {:?}", fitting.following.what, fitting.head, fitting.value);
            html! {
                <FittingRule {key} fitting={fitting.clone()} rules={self.bench.rules.clone()} options={self.options.clone()} dispatch={self.dispatch.clone()} />
            }
        });
        html! { <ul class="fitting">{ for rules }</ul> }
    }
}

#[derive(Clone, PartialEq, Properties)]
struct FittingRuleProps {
    fitting: ApplicableRule,
    rules: NamedRules,
    options: Options,
    dispatch: UseReducerDispatcher<State>,
}

/// A rule that fits, with its effect and fields for its parameters.
#[component]
fn FittingRule(props: &FittingRuleProps) -> Html {
    let FittingRuleProps { fitting, rules, options, dispatch } = props;
    let ApplicableRule { following, rule, head, steps, params, .. } = fitting;
    let args = use_state(|| rule.args.clone());
    let fields = params.iter().enumerate().map(|(n, name)| {
        let args = args.clone();
        let value = args.get(n).cloned().unwrap_or_default();
        let oninput = Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let mut all = (*args).clone();
            if let Some(arg) = all.get_mut(n) {
                *arg = field.value();
            }
            args.set(all);
        });
        html! { <label>{ name }{ " = " }<input {value} {oninput} size="8" data-testid="rule-arg" /></label> }
    });
    let complete = args.iter().all(|arg| !arg.trim().is_empty());
    let named =
        NamedRule { args: args.iter().map(|arg| arg.trim().to_owned()).collect(), ..rule.clone() };
    let scope = following.scope.as_deref();
    let chosen = by_hand(options, rules.with_rule(&following.what, scope, named));
    let dispatch = dispatch.clone();
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        if complete {
            dispatch.dispatch(Action::Choose(chosen.clone()));
        }
    });
    html! {
        <li data-testid="fitting">
            <form class="task-head" {onsubmit}>
                <span class="chip">{ &following.what }</span>
                <code><b>{ head }</b></code>
                { for fields }
                <span class="grow"></span>
                <button class="adopt" type="submit" disabled={!complete} data-testid="apply">{ "Apply it" }<span class="spoken">{ format!(" ({head}, {})", following.what) }</span></button>
            </form>
            <p class="why">{ for steps.iter().map(|step| html! { <code class="step-line">{ step }{ " " }</code> }) }</p>
        </li>
    }
}
