//! A read-only program, line by line, with marked ranges.

use hornbook_base::Span;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ListingProps {
    pub text: AttrValue,
    /// The marked ranges in their order; they do not overlap.
    pub marked: Vec<Span>,
    /// The meaning of the marks, for screen readers.
    pub meaning: &'static str,
    pub testid: &'static str,
}

/// The lines with their numbers.
#[component]
pub fn Listing(props: &ListingProps) -> Html {
    let ListingProps { text, marked, meaning, testid } = props;
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let pieces = pieces(line.trim_end_matches('\n'), start, marked);
        start += line.len();
        let pieces = pieces.into_iter().map(|(piece, is_marked)| match is_marked {
            true => html! { <mark title={*meaning}>{ piece.to_owned() }</mark> },
            false => html! { { piece.to_owned() } },
        });
        html! { <li><code>{ for pieces }</code></li> }
    });
    let lines: Vec<Html> = lines.collect();
    html! { <ol class="listing" tabindex="0" data-testid={*testid}>{ for lines }</ol> }
}

/// The pieces of a line that begins at a byte of the text, each with whether it is marked.
fn pieces<'l>(line: &'l str, start: usize, marked: &[Span]) -> Vec<(&'l str, bool)> {
    let end = start + line.len();
    let (mut out, mut at) = (vec![], start);
    let mut push = |from: usize, to: usize, is_marked: bool| {
        if let Some(piece) = line.get(from - start..to - start).filter(|piece| !piece.is_empty()) {
            out.push((piece, is_marked));
        }
    };
    for span in marked {
        // The indentation of a line is not marked.
        let indent = start + line.len() - line.trim_start().len();
        let (from, to) = ((span.start as usize).max(at).max(indent), (span.end as usize).min(end));
        if from < to {
            push(at, from, false);
            push(from, to, true);
            at = to;
        }
    }
    push(at, end, false);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_divided_where_marks_begin_and_end() {
        let marked = [Span::new(2, 4), Span::new(6, 12)];
        assert_eq!(
            pieces("abcdefgh", 0, &marked),
            [("ab", false), ("cd", true), ("ef", false), ("gh", true)]
        );
        assert_eq!(pieces("  ij", 9, &marked), [("  ", false), ("i", true), ("j", false)]);
        assert_eq!(pieces("", 20, &marked), []);
    }
}
