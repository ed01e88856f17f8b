//! Compares sums of neighbouring counts of the library's histograms with those of hierarchical
//! counts at the same ε.

use indp::{Histogram, Options};

use super::evidence::{progress, Report};
use super::fit::{fits, seed};
use super::random::Random;
use super::Effort;

/// Returns the variance of a count, whose noise is two-sided geometric: P(z) ~ e^(-ε|z|).
fn variance(epsilon: f64) -> f64 {
    let q = (-epsilon).exp();
    2.0 * q / (1.0 - q).powi(2)
}

fn geometric(random: &mut Random, epsilon: f64) -> f64 {
    let mut one = || (random.uniform().ln() / -epsilon).floor();
    one() - one()
}

/// The errors of the counts of all cells, by a tree in which each node has `branch` children and
/// every level a share of ε. The counts are made consistent: each is the best linear estimate from
/// all noisy counts (Hay, Rastogi, Miklau and Suciu 2010).
fn tree(cells: usize, branch: usize, epsilon: f64, random: &mut Random) -> Vec<f64> {
    let levels = cells.ilog(branch) as usize;
    let share = epsilon / levels as f64;
    // Level 0 has the children of the root, which has no count: each of the trees below it stands
    // for itself.
    let noisy: Vec<Vec<f64>> = (1..=levels)
        .map(|level| {
            (0..branch.pow(level as u32)).map(|_| geometric(random, share)).collect::<Vec<f64>>()
        })
        .collect();
    let below = |counts: &[f64], node: usize| -> f64 {
        counts[node * branch..(node + 1) * branch].iter().sum()
    };
    let mut up = noisy.clone();
    for level in (0..levels - 1).rev() {
        let height = (levels - level) as i32;
        let (b, one) = (branch as f64, 1.0);
        let own = (b.powi(height) - b.powi(height - 1)) / (b.powi(height) - one);
        up[level] = (0..noisy[level].len())
            .map(|node| own * noisy[level][node] + (one - own) * below(&up[level + 1], node))
            .collect();
    }
    let mut best = up[0].clone();
    for own in &up[1..] {
        best = (0..own.len())
            .map(|node| {
                let parent = node / branch;
                own[node] + (best[parent] - below(own, parent)) / branch as f64
            })
            .collect();
    }
    best
}

/// Returns the root mean squared errors of sums of `width` neighbouring counts, over all places.
fn errors(widths: &[usize], runs: u32, mut draw: impl FnMut() -> Vec<f64>) -> Vec<f64> {
    let mut squares = vec![(0.0, 0.0); widths.len()];
    for _ in 0..runs {
        let mut upto = vec![0.0];
        for error in draw() {
            upto.push(upto[upto.len() - 1] + error);
        }
        for (width, (sum, number)) in widths.iter().zip(&mut squares) {
            for low in 0..upto.len() - width {
                *sum += (upto[low + width] - upto[low]).powi(2);
                *number += 1.0;
            }
        }
    }
    squares.into_iter().map(|(sum, number)| f64::sqrt(sum / number)).collect()
}

/// Returns the counts of an empty histogram with this number of cells between the outermost edges.
fn library(cells: usize, epsilon: f64, options: &Options) -> Vec<f64> {
    let edges: Vec<f64> = (0..=cells).map(|edge| edge as f64).collect();
    let mut own = Histogram::new(&edges, 1).expect("public parameters are sound");
    let counts = own.release_with(epsilon, options).expect("within reach");
    counts[1..=cells].iter().map(|count| *count as f64).collect()
}

/// Prints the table. Returns whether the library's counts have the variance that is stated.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("ranges");
    let runs = effort.choose(5, 200);
    report.say(&format!(
        "Sums of neighbouring counts of a histogram: root mean squared error over all places. The \
         library: exact, from independent\n\
         geometric noise in each cell. tree b: hierarchical counts, b children for each node, made \
         consistent; {runs} draws.\n"
    ));
    let branches: [usize; 3] = [2, 4, 16];
    let mut good = true;
    for (place, cells) in effort.choose(vec![16usize], vec![16, 256, 4096]).into_iter().enumerate()
    {
        for epsilon in effort.choose(vec![1.0], vec![0.1, 1.0]) {
            progress(&format!("{cells} cells, ε = {epsilon}"));
            let widths = [1, (cells / 16).max(2), cells / 4, cells * 3 / 4];
            let own = widths.map(|width| (width as f64 * variance(epsilon)).sqrt());
            let trees = branches.map(|branch| {
                let mut random = Random::new(seed(), (1 << 41) + (place * 64 + branch) as u64);
                errors(&widths, runs, || tree(cells, branch, epsilon, &mut random))
            });
            // The law of the noise, truncated where its tail cannot be met.
            let reach = (30.0 / epsilon) as i64;
            let q = (-epsilon).exp();
            let law: Vec<(f64, f64)> = (-reach..=reach)
                .map(|z| (z as f64, (1.0 - q) / (1.0 + q) * (-epsilon * z.abs() as f64).exp()))
                .collect();
            let options = Options::new().insecure_seed(seed() + place as u64);
            let fit = fits(&law, &library(2000, effort.spent(epsilon), &options));
            good &= fit;
            report.say(&format!(
                "{cells} cells, ε = {epsilon}{}\n{:>14}{:>14}{}",
                if fit { "" } else { "  DOES NOT FIT" },
                "width",
                "the library",
                branches.map(|b| format!("{:>12}", format!("tree {b}"))).concat()
            ));
            for (i, width) in widths.iter().enumerate() {
                let trees = trees.each_ref().map(|errors| format!("{:>12.1}", errors[i])).concat();
                report.say(&format!("{width:>14}{:>14.1}{trees}", own[i]));
            }
        }
    }
    report.say(if good {
        "\nThe counts of the library have the noise that is stated."
    } else {
        "\nCOUNTS ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}
