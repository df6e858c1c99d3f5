//! The layer over a slide: a spot that follows the mouse or the finger, a pen and an eraser.

use crate::decimal::Fixed;
use crate::lecture::{Drawing, PenColour, Point, SlideHalf, Stroke, Tool, path_through};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SheetProps {
    pub sheet: NodeRef,
    /// The half of the slide that it lies on.
    pub half: SlideHalf,
    /// The strokes on the slide.
    pub drawing: Drawing,
}

/// The strokes on half of a slide. Its unit is the size of the letters around it.
#[component]
pub fn Sheet(props: &SheetProps) -> Html {
    let SheetProps { sheet, half, drawing } = props;
    let strokes = drawing.iter().filter(|stroke| stroke.half == *half);
    let path = |stroke: &Stroke| html! { <path class={stroke.colour.class()} d={path_through(&stroke.points)} /> };
    html! { <svg ref={sheet} class="sheet" viewBox="0 0 1 1" aria-hidden="true">{ for strokes.map(path) }</svg> }
}

/// The sheets of a slide.
#[derive(Clone, PartialEq, Default)]
pub struct Sheets {
    pub program: NodeRef,
    pub card: NodeRef,
}

impl Sheets {
    /// The half of the slide that a point of the window belongs to: around the card is the room of the program.
    fn half_at(&self, (x, y): Point) -> SlideHalf {
        let around = self.card.cast::<Element>().and_then(|sheet| sheet.parent_element());
        let bounds = around.map(|around| around.get_bounding_client_rect());
        let is_inside = bounds.is_some_and(|bounds| {
            (bounds.left()..=bounds.right()).contains(&x)
                && (bounds.top()..=bounds.bottom()).contains(&y)
        });
        if is_inside { SlideHalf::Card } else { SlideHalf::Program }
    }

    /// A point of the window on half of the slide.
    fn place_on(&self, half: SlideHalf, (x, y): Point) -> Option<Point> {
        let sheet = match half {
            SlideHalf::Program => &self.program,
            SlideHalf::Card => &self.card,
        };
        let bounds = sheet.cast::<Element>()?.get_bounding_client_rect();
        let unit = bounds.width();
        (unit > 0.0).then(|| ((x - bounds.left()) / unit, (y - bounds.top()) / unit))
    }
}

/// Moves a sheet along with what lies below it and scrolls.
pub fn scroll_along(sheet: NodeRef) -> Callback<Event> {
    Callback::from(move |event: Event| {
        let (Some(below), Some(sheet)) =
            (event.target_dyn_into::<Element>(), sheet.cast::<Element>())
        else {
            return;
        };
        let (x, y) = (-below.scroll_left(), -below.scroll_top());
        let _ = sheet.set_attribute("style", &format!("translate:{x}px {y}px"));
    })
}

#[derive(Clone, PartialEq, Properties)]
pub struct DrawingLayerProps {
    pub class: Classes,
    pub tool: Option<Tool>,
    pub colour: PenColour,
    pub sheets: Sheets,
    /// Called with a stroke that is drawn.
    pub draw: Callback<Stroke>,
    /// Called with each point that the eraser comes to.
    pub erase: Callback<(SlideHalf, Point)>,
    /// The slide.
    pub children: Html,
}

/// The stroke that is being drawn: what draws it, and its points in the window.
struct OpenStroke {
    pointer: i32,
    points: Vec<Point>,
}

/// A slide with the layer over it. What moves with the pointer changes without drawing the slide anew.
#[component]
pub fn DrawingLayer(props: &DrawingLayerProps) -> Html {
    let (surface, mark) = (use_node_ref(), use_node_ref());
    let open = use_mut_ref(|| None::<OpenStroke>);
    let on = |act: fn(&PointerWork, &PointerEvent)| {
        let work = PointerWork {
            props: props.clone(),
            surface: surface.clone(),
            mark: mark.clone(),
            open: open.clone(),
        };
        Callback::from(move |event: PointerEvent| act(&work, &event))
    };
    let DrawingLayerProps { class, tool, colour, children, .. } = props;
    html! {
        <div class={classes!(class.clone(), tool.map(Tool::class))} onpointerdown={on(PointerWork::press)} onpointermove={on(PointerWork::follow)}
            onpointerup={on(PointerWork::lift)} onpointercancel={on(PointerWork::lift)}>
            { children.clone() }
            if let Some(tool) = tool {
                <svg ref={surface} class="surface" aria-hidden="true" data-testid="surface">
                    if *tool == Tool::Pointer {
                        <circle key="spot" ref={mark} class="spot" cx="-99" r="13" />
                    } else if *tool == Tool::Pen {
                        <path key="stroke" ref={mark} class={colour.class()} />
                    }
                </svg>
            }
        </div>
    }
}

/// The work of the pointer on the layer.
struct PointerWork {
    props: DrawingLayerProps,
    surface: NodeRef,
    /// The spot, or the stroke that is being drawn.
    mark: NodeRef,
    open: Rc<RefCell<Option<OpenStroke>>>,
}

impl PointerWork {
    /// Begins a stroke. Further fingers begin none.
    fn press(&self, event: &PointerEvent) {
        let is_drawn = self.props.tool.is_some_and(Tool::changes_drawings);
        if is_drawn && event.button() == 0 && event.is_primary() {
            let pointer = event.pointer_id();
            if let Some(surface) = self.surface.cast::<Element>() {
                let _ = surface.set_pointer_capture(pointer);
            }
            *self.open.borrow_mut() = Some(OpenStroke { pointer, points: vec![] });
        }
        self.follow(event);
    }

    fn follow(&self, event: &PointerEvent) {
        let point = (f64::from(event.client_x()), f64::from(event.client_y()));
        match self.props.tool {
            Some(Tool::Pointer) => self.move_spot(point),
            Some(Tool::Pen) if self.has_stroke_of(event) => self.extend(point),
            Some(Tool::Eraser) if self.has_stroke_of(event) => {
                for half in [SlideHalf::Program, SlideHalf::Card] {
                    let place = self.props.sheets.place_on(half, point);
                    place.iter().for_each(|place| self.props.erase.emit((half, *place)));
                }
            }
            _ => {}
        }
    }

    /// Ends a stroke.
    fn lift(&self, event: &PointerEvent) {
        if !self.has_stroke_of(event) {
            return;
        }
        let points = self.open.take().map(|open| open.points).unwrap_or_default();
        let Some(first) = points.first() else { return };
        let (sheets, colour) = (&self.props.sheets, self.props.colour);
        let half = sheets.half_at(*first);
        let points: Option<Vec<Point>> =
            points.iter().map(|point| sheets.place_on(half, *point)).collect();
        if let Some(points) = points {
            self.props.draw.emit(Stroke { half, colour, points });
        }
        self.change_mark(&[("d", String::new())]);
    }

    fn has_stroke_of(&self, event: &PointerEvent) -> bool {
        self.open.borrow().as_ref().is_some_and(|open| open.pointer == event.pointer_id())
    }

    fn extend(&self, point: Point) {
        let on_surface: Vec<Point> = {
            let mut open = self.open.borrow_mut();
            let Some(open) = open.as_mut().filter(|open| open.points.last() != Some(&point)) else {
                return;
            };
            open.points.push(point);
            let (left, top) = self.origin();
            open.points.iter().map(|(x, y)| (x - left, y - top)).collect()
        };
        self.change_mark(&[("d", path_through(&on_surface))]);
    }

    fn move_spot(&self, (x, y): Point) {
        let (left, top) = self.origin();
        let place = |at: f64| Fixed::<1>(at).to_string();
        self.change_mark(&[("cx", place(x - left)), ("cy", place(y - top))]);
    }

    /// The corner of the surface in the window.
    fn origin(&self) -> Point {
        let bounds =
            self.surface.cast::<Element>().map(|surface| surface.get_bounding_client_rect());
        bounds.map_or((0.0, 0.0), |bounds| (bounds.left(), bounds.top()))
    }

    fn change_mark(&self, attributes: &[(&str, String)]) {
        if let Some(mark) = self.mark.cast::<Element>() {
            for (name, value) in attributes {
                let _ = mark.set_attribute(name, value);
            }
        }
    }
}
