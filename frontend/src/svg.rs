//! Export of a part of the page as SVG: boxes, lines of text and drawings, as they are on the screen.
//!
//! The picture does not need the page: every colour and font is written out. The patterns of backgrounds,
//! shadows and the like are left out.

use crate::decimal::{self, Fixed};
use hornbook_base::text::escaped;
use std::fmt::Write;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, DomRect, Element, Node, Range};

/// Room around the picture, in pixels.
const MARGIN: f64 = 8.0;
/// The part of a line's height that lies above the base of its letters.
const ASCENT: f64 = 0.79;
/// The attributes that determine how a shape of a drawing looks.
const SHAPE: [&str; 16] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "text-anchor",
    "marker-end",
    "paint-order",
];

/// The picture of an element.
///
/// # Errors
/// The browser's complaint, if it does not report positions.
pub fn picture(element: &Element) -> Result<String, JsValue> {
    let place = element.get_bounding_client_rect();
    let (left, top) = (place.left() - MARGIN, place.top() - MARGIN);
    let mut svg = Svg { out: String::new(), left, top, right: left, bottom: top };
    svg.element(element)?;
    let (width, height) = (px(svg.right - left + MARGIN), px(svg.bottom - top + MARGIN));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"><rect width=\"100%\" height=\"100%\" fill=\"{}\"/>{}</svg>\n",
        escaped(&background(element)?),
        svg.out
    ))
}

/// The colour behind an element.
fn background(element: &Element) -> Result<String, JsValue> {
    let mut at = Some(element.clone());
    while let Some(element) = at {
        let colour = value(&style(&element)?, "background-color");
        if is_visible(&colour) {
            return Ok(colour);
        }
        at = element.parent_element();
    }
    Ok("white".to_owned())
}

struct Svg {
    out: String,
    /// The left edge of the picture on the screen.
    left: f64,
    top: f64,
    /// The right and lower edge on the screen, as far as it is drawn. Parts that are scrolled out of sight
    /// are drawn as well.
    right: f64,
    bottom: f64,
}

impl Svg {
    fn element(&mut self, element: &Element) -> Result<(), JsValue> {
        let style = style(element)?;
        let place = element.get_bounding_client_rect();
        // Text for screen readers only is one pixel large.
        let hidden = value(&style, "visibility") == "hidden" || value(&style, "display") == "none";
        if hidden || place.width() <= 1.0 && place.height() <= 1.0 {
            return Ok(());
        }
        self.right = self.right.max(place.right());
        self.bottom = self.bottom.max(place.bottom());
        if element.tag_name() == "svg" {
            return self.drawing(element, &place);
        }
        self.box_of(&style, &place);
        self.children(element, &style)
    }

    fn children(&mut self, element: &Element, style: &CssStyleDeclaration) -> Result<(), JsValue> {
        let mut next = element.first_child();
        while let Some(child) = next {
            match child.dyn_ref::<Element>() {
                Some(child) => self.element(child)?,
                None if child.node_type() == Node::TEXT_NODE => self.text(&child, style)?,
                None => {}
            }
            next = child.next_sibling();
        }
        Ok(())
    }

    /// Background and borders.
    fn box_of(&mut self, style: &CssStyleDeclaration, place: &DomRect) {
        let fill = value(style, "background-color");
        let stroke = value(style, "border-top-color");
        let width = |side: &str| pixels(&value(style, &format!("border-{side}-width")));
        let widths = ["top", "right", "bottom", "left"].map(width);
        let all = widths.iter().all(|w| *w > 0.0);
        let (x, y) = (place.left() - self.left, place.top() - self.top);
        let (w, h) = (place.width(), place.height());
        if is_visible(&fill) || all {
            let (fill, line) = (if is_visible(&fill) { &*fill } else { "none" }, widths[0]);
            let inset = if all { line / 2.0 } else { 0.0 };
            let _ = write!(
                self.out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"",
                px(x + inset),
                px(y + inset),
                px((w - 2.0 * inset).max(0.0)),
                px((h - 2.0 * inset).max(0.0)),
                px(pixels(&value(style, "border-top-left-radius")).min(w / 2.0).min(h / 2.0)),
                escaped(fill),
            );
            if all {
                let width = px(line);
                let _ =
                    write!(self.out, " stroke=\"{}\" stroke-width=\"{width}\"", escaped(&stroke));
                if value(style, "border-top-style") == "dashed" {
                    let (dash, gap) = (px(line * 3.0), px(line * 2.0));
                    let _ = write!(self.out, " stroke-dasharray=\"{dash} {gap}\"");
                }
            }
            self.out.push_str("/>");
        }
        if !all {
            let sides = [
                ("top", x, y, x + w, y),
                ("right", x + w, y, x + w, y + h),
                ("bottom", x, y + h, x + w, y + h),
                ("left", x, y, x, y + h),
            ];
            for ((side, x1, y1, x2, y2), line) in sides.into_iter().zip(widths) {
                if line > 0.0 {
                    let colour = value(style, &format!("border-{side}-color"));
                    let _ = write!(
                        self.out,
                        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
                        px(x1),
                        px(y1),
                        px(x2),
                        px(y2),
                        escaped(&colour),
                        px(line),
                    );
                }
            }
        }
    }

    /// A text, line by line as it is broken on the screen.
    fn text(&mut self, node: &Node, style: &CssStyleDeclaration) -> Result<(), JsValue> {
        let text = node.node_value().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(());
        }
        let range = Range::new()?;
        let mut line: Option<Line> = None;
        let mut at = 0;
        for c in text.chars() {
            let next = at + c.len_utf16() as u32;
            range.set_start(node, at)?;
            range.set_end(node, next)?;
            at = next;
            let place = range.get_bounding_client_rect();
            match &mut line {
                // An accent belongs to the letter before it.
                Some(line) if place.width() == 0.0 => line.text.push(c),
                None if place.width() == 0.0 => {}
                Some(line) if (line.top - place.top()).abs() < 2.0 => {
                    line.text.push(c);
                    line.right = place.right();
                }
                _ => {
                    self.line(line.take(), style);
                    line = Some(Line {
                        text: c.to_string(),
                        left: place.left(),
                        right: place.right(),
                        top: place.top(),
                        height: place.height(),
                    });
                }
            }
        }
        self.line(line, style);
        Ok(())
    }

    fn line(&mut self, line: Option<Line>, style: &CssStyleDeclaration) {
        let Some(line) = line.filter(|line| !line.text.trim().is_empty()) else {
            return;
        };
        let _ = write!(
            self.out,
            "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"",
            px(line.left - self.left),
            px(line.top - self.top + line.height * ASCENT),
            px(line.right - line.left),
        );
        let colour = value(style, "color");
        let _ = write!(self.out, " fill=\"{}\"", escaped(&colour));
        for name in ["font-family", "font-size", "font-style", "font-weight"] {
            let _ = write!(self.out, " {name}=\"{}\"", escaped(&value(style, name)));
        }
        let _ = write!(self.out, ">{}</text>", escaped(&line.text));
    }

    /// A drawing within the picture, at its place.
    fn drawing(&mut self, svg: &Element, place: &DomRect) -> Result<(), JsValue> {
        let _ = write!(
            self.out,
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{}\">",
            px(place.left() - self.left),
            px(place.top() - self.top),
            px(place.width()),
            px(place.height()),
            escaped(&svg.get_attribute("viewBox").unwrap_or_default()),
        );
        self.shapes(svg)?;
        self.out.push_str("</svg>");
        Ok(())
    }

    fn shapes(&mut self, parent: &Element) -> Result<(), JsValue> {
        let mut next = parent.first_child();
        while let Some(child) = next {
            match child.dyn_ref::<Element>() {
                Some(shape) => self.shape(shape)?,
                None => self.out.push_str(&escaped(&child.node_value().unwrap_or_default())),
            }
            next = child.next_sibling();
        }
        Ok(())
    }

    fn shape(&mut self, shape: &Element) -> Result<(), JsValue> {
        let look = style(shape)?;
        if value(&look, "display") == "none" || value(&look, "visibility") == "hidden" {
            return Ok(());
        }
        let name = shape.tag_name();
        let _ = write!(self.out, "<{name}");
        for attribute in shape.get_attribute_names() {
            let attribute = attribute.as_string().unwrap_or_default();
            // Attributes that matter on the page only.
            let of_page = ["class", "style", "role", "tabindex"].contains(&&*attribute)
                || attribute.starts_with("data-")
                || attribute.starts_with("aria-");
            if !of_page {
                let value = shape.get_attribute(&attribute).unwrap_or_default();
                let _ = write!(self.out, " {attribute}=\"{}\"", escaped(&value));
            }
        }
        self.out.push_str(" style=\"");
        for name in SHAPE {
            let value = value(&look, name);
            let usual =
                matches!(&*value, "" | "normal" | "1") || value == "none" && name == "marker-end";
            if !usual {
                let _ = write!(self.out, "{name}:{};", escaped(&local(&value)));
            }
        }
        self.out.push_str("\">");
        self.shapes(shape)?;
        let _ = write!(self.out, "</{name}>");
        Ok(())
    }
}

/// A piece of text on one line of the screen.
struct Line {
    text: String,
    left: f64,
    right: f64,
    top: f64,
    height: f64,
}

fn style(element: &Element) -> Result<CssStyleDeclaration, JsValue> {
    let style = gloo_utils::window().get_computed_style(element)?;
    style.ok_or_else(|| JsValue::from_str("an element without a style"))
}

fn value(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

/// The number of `12.5px`; 0 of anything else.
fn pixels(value: &str) -> f64 {
    value.strip_suffix("px").and_then(decimal::read).unwrap_or(0.0)
}

/// A place or length in the picture, in pixels.
fn px(length: f64) -> Fixed<1> {
    Fixed(length)
}

fn is_visible(colour: &str) -> bool {
    !matches!(colour, "" | "transparent" | "rgba(0, 0, 0, 0)")
}

/// Browsers may write out the page's whole address where a drawing refers to a part of itself.
fn local(value: &str) -> String {
    match (value.strip_prefix("url("), value.find('#')) {
        (Some(_), Some(at)) => format!("url({}", value[at..].replace('"', "")),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_styles_are_read() {
        assert_eq!([pixels("12.5px"), pixels("auto"), pixels("50%")], [12.5, 0.0, 0.0]);
        assert!(is_visible("rgb(1, 2, 3)") && !is_visible("rgba(0, 0, 0, 0)"));
        assert_eq!(local("url(\"https://example.org/h/#arrow\")"), "url(#arrow)");
        assert_eq!(local("rgb(1, 2, 3)"), "rgb(1, 2, 3)");
    }
}
