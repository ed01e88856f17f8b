//! Computes exact probabilities of selections, by code that is independent of the library. Outcomes
//! form groups that share a cost. The cost is the negative natural logarithm of the weight.

/// A group of `many` outcomes that share a cost.
#[derive(Clone, Copy)]
pub struct Group {
    pub many: f64,
    pub cost: f64,
}

/// Returns the weight of one outcome of each group, relative to the best outcome.
fn weights(groups: &[Group]) -> Vec<f64> {
    let least = groups.iter().map(|g| g.cost).fold(f64::INFINITY, f64::min);
    groups.iter().map(|g| (least - g.cost).exp()).collect()
}

/// Returns the probability of each group under the exponential mechanism.
pub fn exponential(groups: &[Group]) -> Vec<f64> {
    let all: Vec<f64> = groups.iter().zip(weights(groups)).map(|(g, w)| g.many * w).collect();
    let total: f64 = all.iter().sum();
    all.iter().map(|w| w / total).collect()
}

/// Returns the probability of each group under permute-and-flip. The coin of outcome j shows heads
/// with probability p(j), which is the relative weight of j. One of the outcomes whose coins show
/// heads is picked uniformly. So outcome i is picked with probability
/// p(i)·E[1/(1 + heads among the others)] = p(i)·∫ Π(1 - p(j)·s) ds over s in [0, 1], where the
/// product is over all j except i.
pub fn permute_and_flip(groups: &[Group]) -> Vec<f64> {
    let weights = weights(groups);
    // Groups of negligible total weight are left out, since they hardly change the sums.
    let used: Vec<(usize, f64, f64)> = (0..groups.len())
        .map(|i| (i, groups[i].many, weights[i]))
        .filter(|(_, many, weight)| many * weight > 1e-18)
        .collect();
    let heads: f64 = used.iter().map(|(_, many, weight)| many * weight).sum();
    let mut probabilities = vec![0.0; groups.len()];
    for (s, width) in nodes(heads) {
        let log: f64 = used.iter().map(|(_, many, weight)| many * (-weight * s).ln_1p()).sum();
        let product = width * log.exp();
        if product > 0.0 {
            for (i, many, weight) in &used {
                probabilities[*i] += many * weight * product / (1.0 - weight * s);
            }
        }
    }
    let total: f64 = probabilities.iter().sum();
    assert!((total - 1.0).abs() < 1e-9, "the integral must be exact enough: {total}");
    probabilities.iter().map(|p| p / total).collect()
}

/// Returns the points and weights of a quadrature rule over [0, 1], for a product that falls like
/// e^(-heads·s). The panels halve in width towards 0, and each has 16 Gauss-Legendre points.
fn nodes(heads: f64) -> Vec<(f64, f64)> {
    let panels = 8 + heads.log2().max(0.0).ceil() as i32;
    let mut all = Vec::new();
    let mut high = 1.0;
    for panel in 0..=panels {
        let low = if panel == panels { 0.0 } else { high / 2.0 };
        for (x, w) in GAUSS {
            let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
            all.push((middle + half * x, half * w));
            all.push((middle - half * x, half * w));
        }
        high = low;
    }
    all
}

/// The positive Gauss-Legendre points on [-1, 1] with their weights.
const GAUSS: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_87),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_89),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_095),
];

/// Checks this module with known values. The program calls it at every start. A case of two
/// outcomes is compared with values computed by hand, and a case of four outcomes with the
/// definition.
pub fn check() {
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    let pair = permute_and_flip(&[Group { many: 1.0, cost: 0.0 }, Group { many: 1.0, cost: 2.0 }]);
    // The worse outcome is selected if it is visited first (probability 1/2) and then accepted, and
    // in no other case.
    near(pair[1], (-2f64).exp() / 2.0);
    let costs = [1.0, 0.0, 0.5, 0.5];
    let mut expected = [0.0; 4];
    visit(&costs, 1.0, &mut vec![false; 4], &mut expected);
    let groups = [(1.0, 1.0), (1.0, 0.0), (2.0, 0.5)].map(|(many, cost)| Group { many, cost });
    let found = permute_and_flip(&groups);
    near(found[0], expected[0]);
    near(found[1], expected[1]);
    near(found[2], expected[2] + expected[3]);
    near(
        exponential(&groups)[2],
        2.0 * (-0.5f64).exp() / (1.0 + (-1f64).exp() + 2.0 * (-0.5f64).exp()),
    );
}

/// Adds to `out` the probabilities of permute-and-flip by its definition. Outcomes are visited in
/// random order, each is accepted with a probability equal to its weight, and the first accepted
/// outcome is selected. `probability` is the probability that the outcomes marked in `seen` were
/// visited first, in one particular order, and were all rejected.
fn visit(costs: &[f64], probability: f64, seen: &mut Vec<bool>, out: &mut [f64]) {
    let left = seen.iter().filter(|s| !**s).count() as f64;
    for i in 0..costs.len() {
        if !seen[i] {
            let accepted = (-costs[i]).exp();
            out[i] += probability / left * accepted;
            seen[i] = true;
            visit(costs, probability / left * (1.0 - accepted), seen, out);
            seen[i] = false;
        }
    }
}
