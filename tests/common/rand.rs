//! Reads the data of the RAND Health Insurance Experiment, which examples-c/data/README.md
//! describes.

/// Returns a column of numbers without its empty cells. If `first_year` is set, the column has only
/// the rows of the first year, and so at most one row per person. Otherwise it has up to five rows
/// per person.
pub fn column(name: &str, first_year: bool) -> Vec<f64> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples-c/data/randhie.csv");
    let text = std::fs::read_to_string(path).expect("the data of the demo");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let index = |name: &str| head.iter().position(|cell| *cell == name).expect("a column");
    let (wanted, year) = (index(name), index("year"));
    lines
        .map(|line| line.split(',').collect::<Vec<&str>>())
        .filter(|row| !first_year || row[year] == "1")
        .filter_map(|row| row[wanted].parse().ok())
        .collect()
}
