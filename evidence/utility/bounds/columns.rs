//! Makes the columns whose bounds are to be found.

use super::super::data::rand;
use super::super::random::Random;

/// A column, and bounds that somebody who knows such columns could choose.
pub struct Column {
    pub name: String,
    /// The centre of the library's search.
    pub centre: f64,
    pub known: (f64, f64),
    /// The library's mean error, over that with ApproxBounds: `docs/errors.md` states at most this.
    pub most: f64,
    rows: Rows,
}

enum Rows {
    /// The same rows in every run.
    Fixed(Vec<f64>),
    /// This number of rows, drawn anew in every run.
    Drawn(usize, fn(&mut Random) -> f64),
}

impl Column {
    fn new(name: String, known: (f64, f64), rows: Rows) -> Self {
        Column { name, centre: 0.0, known, most: super::AIM, rows }
    }

    /// Returns the rows of a run.
    pub fn rows(&self, random: &mut Random) -> Vec<f64> {
        match &self.rows {
            Rows::Fixed(rows) => rows.clone(),
            Rows::Drawn(n, draw) => (0..*n).map(|_| draw(random)).collect(),
        }
    }
}

/// One row in five is 0, and the others are lognormal.
fn spending(random: &mut Random) -> f64 {
    if random.uniform() < 0.2 {
        0.0
    } else {
        (6.0 + 1.6 * random.normal()).exp()
    }
}

/// An integer from 0 to 95.
fn age(random: &mut Random) -> f64 {
    (96.0 * random.uniform()).floor()
}

fn cauchy(random: &mut Random) -> f64 {
    (std::f64::consts::PI * (random.uniform() - 0.5)).tan()
}

/// A year from 1930 to 2010.
fn year(random: &mut Random) -> f64 {
    1930.0 + (81.0 * random.uniform()).floor()
}

/// Returns all columns. Of the RAND data, only the first year is taken, in which each person has
/// one row. The known bounds are round numbers. In long tails they leave a few rows outside, since
/// the best bounds leave about 1/ε rows outside.
///
/// Years lie far from 0, so a centre of 0 does not suit them. The last two columns show the cost.
pub fn all() -> Vec<Column> {
    let rand = rand::column("meddol", true);
    let lognormal = |n, hi| {
        let name = format!("lognormal(6, 1.6) with 20% zeros, n = {n}");
        Column::new(name, (0.0, hi), Rows::Drawn(n, spending))
    };
    let years = |centre| Column {
        centre,
        ..Column::new(
            format!("years 1930 to 2010, n = 5000, centre {centre}"),
            (1900.0, 2020.0),
            Rows::Drawn(5000, year),
        )
    };
    vec![
        Column::new(
            format!("spending (RAND), first year, n = {}", rand.len()),
            (0.0, 20_000.0),
            Rows::Fixed(rand),
        ),
        lognormal(2000, 50_000.0),
        lognormal(20_000, 200_000.0),
        lognormal(50, 10_000.0),
        Column::new("all zeros, n = 2000".into(), (0.0, 100.0), Rows::Fixed(vec![0.0; 2000])),
        Column::new("ages, n = 5000".into(), (0.0, 100.0), Rows::Drawn(5000, age)),
        Column::new("Cauchy, n = 5000".into(), (-1000.0, 1000.0), Rows::Drawn(5000, cauchy)),
        years(1970.0),
        Column { most: 2.5, ..years(0.0) },
    ]
}
