//! Draws line charts and bar charts as SVG, with axes, names and ticks. The code for this is so
//! short that a dependency on a charting crate is not justified.

use std::fmt::Write;

/// One line of a chart.
pub struct Series<'a> {
    pub name: &'a str,
    pub colour: &'a str,
    pub points: Vec<(f64, f64)>,
    pub dashed: bool,
}

/// The scale of an axis.
#[derive(Clone, Copy)]
pub struct Axis<'a> {
    pub title: &'a str,
    pub low: f64,
    pub high: f64,
    pub logarithmic: bool,
}

impl Axis<'_> {
    /// Returns the position of x along the axis, from 0 to 1.
    fn place(&self, x: f64) -> f64 {
        let f = |x: f64| if self.logarithmic { x.log10() } else { x };
        (f(x) - f(self.low)) / (f(self.high) - f(self.low))
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let (a, b) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            let steps: &[f64] = if b - a <= 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let all = (a..=b).flat_map(|e| steps.iter().map(move |s| s * 10f64.powi(e)));
            return all.filter(|t| (self.low..=self.high * 1.000_001).contains(t)).collect();
        }
        let raw = (self.high - self.low) / 6.0;
        let power = 10f64.powf(raw.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|s| *s >= raw).unwrap_or(raw);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|t| *t <= self.high * 1.000_001).collect()
    }
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn number(x: f64) -> String {
    if x == 0.0 || (1e-3..1e5).contains(&x.abs()) {
        let text = format!("{x:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        format!("{x:e}")
    }
}

/// Returns the start of a picture, with its title. The caller appends the body and `</svg>`.
fn open(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{}</text>\n",
        escape(title)
    )
}

/// Draws a line chart.
pub fn lines(title: &str, x: Axis, y: Axis, series: &[Series]) -> String {
    let (w, h) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let at = |p: (f64, f64)| (LEFT + w * x.place(p.0), TOP + h * (1.0 - y.place(p.1)));
    let mut out = open(title, WIDTH, HEIGHT);
    for t in x.ticks() {
        let (px, _) = at((t, y.low));
        let (low, label) = (TOP + h, TOP + h + 17.0);
        let _ = writeln!(
            out,
            "<path d=\"M{px:.1} {TOP}V{low}\" stroke=\"#e4e4e4\"/><text x=\"{px:.1}\" \
             y=\"{label}\" text-anchor=\"middle\">{}</text>",
            number(t)
        );
    }
    for t in y.ticks() {
        let (_, py) = at((x.low, t));
        let (right, label) = (LEFT + w, LEFT - 7.0);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {py:.1}H{right}\" stroke=\"#e4e4e4\"/><text x=\"{label}\" \
             y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            py + 4.0,
            number(t)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        LEFT + w / 2.0,
        HEIGHT - 12.0,
        escape(x.title)
    );
    let _ = writeln!(
        out,
        "<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        TOP + h / 2.0,
        escape(y.title)
    );
    for (i, s) in series.iter().enumerate() {
        let dash = if s.dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let path: Vec<String> =
            s.points.iter().map(|p| at(*p)).map(|(a, b)| format!("{a:.1} {b:.1}")).collect();
        let _ = writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{dash}/>",
            path.join("L"),
            s.colour
        );
        let (px, py) = (LEFT + w + 12.0, TOP + 14.0 + 20.0 * i as f64);
        let _ = writeln!(
            out,
            "<path d=\"M{px} {py}h22\" stroke=\"{}\" stroke-width=\"2\"{dash}/><text x=\"{}\" \
             y=\"{}\">{}</text>",
            s.colour,
            px + 28.0,
            py + 4.0,
            escape(s.name)
        );
    }
    out + "</svg>\n"
}

const ALARM: &str = "#c0392b";

/// One row of a bar chart: its name, the values of its bars, and whether it is marked in red.
pub struct Row {
    pub name: String,
    pub values: Vec<f64>,
    pub alarm: bool,
}

/// Draws a chart of horizontal bars. Its scale ranges from 0 to `most`. `legend` has a name and a
/// colour for each value of a row. `say` formats the label at the end of a bar.
pub fn bars(
    title: &str,
    legend: &[(&str, &str)],
    most: f64,
    rows: &[Row],
    say: impl Fn(f64) -> String,
) -> String {
    const NAMES: f64 = 300.0;
    let each = 15.0;
    let step = each * legend.len() as f64 + 7.0;
    let height = 70.0 + step * rows.len() as f64;
    let width = WIDTH - NAMES - 90.0;
    let mut out = open(title, WIDTH, height);
    for (i, (name, colour)) in legend.iter().enumerate() {
        let x = NAMES + 200.0 * i as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"36\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" \
             y=\"46\">{}</text>",
            x + 17.0,
            escape(name)
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = 58.0 + step * i as f64;
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>",
            NAMES - 10.0,
            y + (each * legend.len() as f64) / 2.0 + 3.0,
            if row.alarm { ALARM } else { "black" },
            escape(&row.name)
        );
        for (j, (value, (_, colour))) in row.values.iter().zip(legend).enumerate() {
            let colour = if row.alarm && legend.len() == 1 { ALARM } else { colour };
            let (top, long) = (y + each * j as f64, (width * value / most).clamp(0.0, width));
            let _ = writeln!(
                out,
                "<rect x=\"{NAMES}\" y=\"{top:.1}\" width=\"{long:.1}\" height=\"{}\" \
                 fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\">{}</text>",
                each - 2.0,
                NAMES + long + 5.0,
                top + 10.0,
                escape(&say(*value))
            );
        }
    }
    out + "</svg>\n"
}
