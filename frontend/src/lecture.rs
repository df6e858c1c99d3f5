//! The state of a lecture: the answers that the speaker has uncovered, the tool in the speaker's hand, and the drawings.

use crate::decimal::Fixed;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;
use yew::Reducible;

/// A part of a slide that answers a question. It is covered until the speaker uncovers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AnswerPart {
    /// The verdict. All slides have it, and it is uncovered on all at once.
    Verdict,
    /// The picture of the last card.
    Picture,
    /// The sentence of a card, or all that a slide says.
    Explanation,
}

impl AnswerPart {
    /// Its name on a button.
    pub fn name(self) -> &'static str {
        match self {
            AnswerPart::Verdict => "verdict",
            AnswerPart::Picture => "picture",
            AnswerPart::Explanation => "answer",
        }
    }
}

/// A tool that works on slides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// A spot that follows the mouse or the finger.
    Pointer,
    /// A pen that draws.
    Pen,
    /// An eraser that takes whole strokes away.
    Eraser,
}

impl Tool {
    /// The class of a slide that it works on.
    pub fn class(self) -> &'static str {
        match self {
            Tool::Pointer => "pointing",
            Tool::Pen => "drawing",
            Tool::Eraser => "erasing",
        }
    }

    /// Whether it changes drawings.
    pub fn changes_drawings(self) -> bool {
        self != Tool::Pointer
    }
}

/// A colour of the pen, one of the theme's hues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PenColour {
    /// The hue of the source.
    #[default]
    Orange,
    /// The hue of cells.
    Teal,
    /// The hue of new things.
    Violet,
}

impl PenColour {
    /// All colours.
    pub const ALL: [PenColour; 3] = [PenColour::Orange, PenColour::Teal, PenColour::Violet];

    /// Its name on a button.
    pub fn name(self) -> &'static str {
        match self {
            PenColour::Orange => "Orange",
            PenColour::Teal => "Teal",
            PenColour::Violet => "Violet",
        }
    }

    /// The class of a stroke.
    pub fn class(self) -> &'static str {
        match self {
            PenColour::Orange => "pen-from",
            PenColour::Teal => "pen-cell",
            PenColour::Violet => "pen-new",
        }
    }
}

/// A half of a slide. Strokes stay where they are on it when it scrolls or its letters grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlideHalf {
    /// The program.
    Program,
    /// The card beside it.
    Card,
}

/// A point on half of a slide, in units of its letters' size.
pub type Point = (f64, f64);

/// A stroke of the pen.
#[derive(Clone, PartialEq, Debug)]
pub struct Stroke {
    /// The half of the slide on which it began.
    pub half: SlideHalf,
    /// Its colour.
    pub colour: PenColour,
    /// Its points in order, at least one.
    pub points: Vec<Point>,
}

/// The farthest that an eraser reaches, in units of the letters' size.
const ERASER: f64 = 0.5;

impl Stroke {
    fn is_touched(&self, by: Point) -> bool {
        let near = |a, b| squared_distance(by, a, b) <= ERASER * ERASER;
        match self.points.as_slice() {
            [dot] => near(*dot, *dot),
            points => points.windows(2).any(|pair| near(pair[0], pair[1])),
        }
    }
}

/// The data of a path through points. A path through one point is a dot.
pub fn path_through(points: &[Point]) -> String {
    let mut path = String::new();
    for (n, (x, y)) in points.iter().chain(points.first()).take(points.len().max(2)).enumerate() {
        let sign = if n == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{sign}{} {}", Fixed::<2>(*x), Fixed::<2>(*y));
    }
    path
}

/// The square of the distance from a point to the line from `a` to `b`.
fn squared_distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (x, y) = (p.0 - a.0 - along * dx, p.1 - a.1 - along * dy);
    x * x + y * y
}

/// The strokes on a slide.
pub type Drawing = Rc<[Stroke]>;

/// The state of a lecture.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Lecture {
    uncovered: BTreeSet<(usize, AnswerPart)>,
    /// The tool in the speaker's hand.
    pub tool: Option<Tool>,
    /// The colour of the pen.
    pub colour: PenColour,
    /// Each slide's drawing after each change, the newest one last.
    drawings: BTreeMap<String, Vec<Drawing>>,
}

/// A change of the state of a lecture. Drawings belong to slides by their names.
pub enum LectureAction {
    /// Covers all answers and puts the tool away.
    Begin,
    /// Uncovers a part of a slide.
    Uncover(usize, AnswerPart),
    /// Takes a tool, or puts it away if it is in the hand already; behind the eraser comes the pen.
    Take(Tool),
    /// Puts the tool away.
    PutAway,
    /// Takes a pen of a colour.
    TakePen(PenColour),
    /// Adds a stroke to a slide.
    Draw(String, Stroke),
    /// Takes away what an eraser touches at a point of half of a slide.
    Erase(String, SlideHalf, Point),
    /// Takes all strokes of a slide away.
    Clear(String),
    /// Takes the last change of a slide's drawing back.
    Undo(String),
    /// Throws all drawings away.
    Forget,
}

/// The place of a part among those that are uncovered.
fn place_of_part(slide: usize, part: AnswerPart) -> (usize, AnswerPart) {
    (if part == AnswerPart::Verdict { 0 } else { slide }, part)
}

impl Lecture {
    /// Whether a part of a slide is uncovered.
    pub fn is_uncovered(&self, slide: usize, part: AnswerPart) -> bool {
        self.uncovered.contains(&place_of_part(slide, part))
    }

    /// The number of parts that are uncovered.
    pub fn count_uncovered(&self) -> usize {
        self.uncovered.len()
    }

    /// The drawing on a slide.
    pub fn drawing(&self, slide: &str) -> Drawing {
        let changes = self.drawings.get(slide).and_then(|changes| changes.last());
        changes.cloned().unwrap_or_default()
    }

    /// Whether a slide's drawing was changed.
    pub fn can_undo(&self, slide: &str) -> bool {
        self.drawings.get(slide).is_some_and(|changes| !changes.is_empty())
    }

    fn after_taking(&self, tool: Tool) -> Option<Tool> {
        match (self.tool, tool) {
            (Some(Tool::Eraser), Tool::Eraser) => Some(Tool::Pen),
            (Some(Tool::Eraser), Tool::Pen) => None,
            (now, tool) => Some(tool).filter(|_| now != Some(tool)),
        }
    }

    fn change_drawing(&mut self, slide: String, next: Drawing) {
        if next != self.drawing(&slide) {
            self.drawings.entry(slide).or_default().push(next);
        }
    }

    fn erase(&mut self, slide: String, half: SlideHalf, point: Point) {
        let stays = |stroke: &&Stroke| stroke.half != half || !stroke.is_touched(point);
        let left = self.drawing(&slide).iter().filter(stays).cloned().collect();
        self.change_drawing(slide, left);
    }
}

impl Reducible for Lecture {
    type Action = LectureAction;

    fn reduce(self: Rc<Self>, action: LectureAction) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            LectureAction::Begin => {
                next.uncovered.clear();
                next.tool = None;
            }
            LectureAction::Uncover(slide, part) => {
                next.uncovered.insert(place_of_part(slide, part));
            }
            LectureAction::Take(tool) => next.tool = self.after_taking(tool),
            LectureAction::PutAway => next.tool = None,
            LectureAction::TakePen(colour) => (next.tool, next.colour) = (Some(Tool::Pen), colour),
            LectureAction::Draw(slide, stroke) => {
                let all = self.drawing(&slide).iter().cloned().chain([stroke]).collect();
                next.change_drawing(slide, all);
            }
            LectureAction::Erase(slide, half, point) => next.erase(slide, half, point),
            LectureAction::Clear(slide) => next.change_drawing(slide, Drawing::default()),
            LectureAction::Undo(slide) => {
                next.drawings.get_mut(&slide).and_then(Vec::pop);
            }
            LectureAction::Forget => next.drawings.clear(),
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(actions: impl IntoIterator<Item = LectureAction>) -> Rc<Lecture> {
        actions.into_iter().fold(Rc::default(), Lecture::reduce)
    }

    fn line(from: Point, to: Point) -> Stroke {
        let (half, colour) = (SlideHalf::Card, PenColour::Teal);
        Stroke { half, colour, points: vec![from, to] }
    }

    #[test]
    fn a_verdict_is_uncovered_on_all_slides_and_another_answer_on_its_own() {
        let verdict = AnswerPart::Verdict;
        let lecture = after([
            LectureAction::Uncover(2, verdict),
            LectureAction::Uncover(2, AnswerPart::Explanation),
        ]);
        assert!(lecture.is_uncovered(2, verdict) && lecture.is_uncovered(4, verdict));
        assert!(lecture.is_uncovered(2, AnswerPart::Explanation));
        assert!(!lecture.is_uncovered(3, AnswerPart::Explanation));
        assert!(!lecture.is_uncovered(2, AnswerPart::Picture));
        assert!(!lecture.reduce(LectureAction::Begin).is_uncovered(2, verdict));
    }

    #[test]
    fn a_tool_is_put_away_by_what_takes_it() {
        let take = || LectureAction::Take(Tool::Pen);
        assert_eq!(after([take()]).tool, Some(Tool::Pen));
        assert_eq!(after([take(), take()]).tool, None);
        assert_eq!(after([take(), LectureAction::Take(Tool::Pointer)]).tool, Some(Tool::Pointer));
        assert_eq!(after([take(), LectureAction::PutAway]).tool, None);
        let erase = || LectureAction::Take(Tool::Eraser);
        assert_eq!(after([take(), erase()]).tool, Some(Tool::Eraser));
        assert_eq!(after([take(), erase(), erase()]).tool, Some(Tool::Pen));
        assert_eq!(after([take(), erase(), take()]).tool, None);
    }

    #[test]
    fn drawings_belong_to_their_slides_and_every_change_is_taken_back() {
        let slide = || "1 The claim".to_owned();
        let (one, other) = (line((0.0, 0.0), (4.0, 0.0)), line((0.0, 3.0), (4.0, 3.0)));
        let drawn = after([
            LectureAction::Draw(slide(), one.clone()),
            LectureAction::Draw(slide(), other.clone()),
        ]);
        assert_eq!(*drawn.drawing(&slide()), [one.clone(), other.clone()]);
        assert!(drawn.drawing("2 The danger").is_empty() && !drawn.can_undo("2 The danger"));
        let at = |half, point| LectureAction::Erase(slide(), half, point);
        // Where an eraser touches nothing there is nothing to take back.
        assert_eq!(drawn, drawn.clone().reduce(at(SlideHalf::Card, (2.0, 1.5))));
        assert_eq!(drawn, drawn.clone().reduce(at(SlideHalf::Program, (2.0, 0.0))));
        let erased = drawn.clone().reduce(at(SlideHalf::Card, (2.0, 0.4)));
        assert_eq!(*erased.drawing(&slide()), [other]);
        assert_eq!(erased.reduce(LectureAction::Undo(slide())), drawn);
        let cleared = drawn.clone().reduce(LectureAction::Clear(slide()));
        assert!(cleared.drawing(&slide()).is_empty());
        assert_eq!(cleared.reduce(LectureAction::Undo(slide())), drawn);
        let undo = || LectureAction::Undo(slide());
        let nothing = drawn.reduce(undo()).reduce(undo()).reduce(undo());
        assert!(nothing.drawing(&slide()).is_empty() && !nothing.can_undo(&slide()));
    }

    #[test]
    fn a_path_goes_through_all_points_and_a_single_one_is_a_dot() {
        assert_eq!(path_through(&[(1.0, 2.5), (3.0, 4.0)]), "M1.00 2.50L3.00 4.00");
        assert_eq!(path_through(&[(1.0, 2.5)]), "M1.00 2.50L1.00 2.50");
        assert_eq!(path_through(&[]), "");
    }
}
