package dev.indp;

import java.util.Arrays;

/** Tests mechanisms, options, accuracies, audits, budgets, errors and versions. */
final class Mechanisms {
    private Mechanisms() {}

    static void snapping() {
        Options options = new Options().grid(1).insecureSeed(9);
        Snapping a = new Snapping(0.5, 3, 1e6, options);
        Snapping b = new Snapping(0.5, 3, 1e6, options);
        Check.that(a.release(10) == b.release(10) && a.releaseInteger(10) == b.releaseInteger(10));
        double[] values = {1, 2, Double.NaN, Double.POSITIVE_INFINITY};
        Check.that(Arrays.equals(a.releaseMany(values), b.releaseMany(values)) && Double.isNaN(values[2]));
        Check.that(a.releaseMany(new double[0]).length == 0);
        Check.that(a.lambda() == 6 && a.grid() == 1 && a.laplaceEpsilon() == 0.5 && a.loss() == 0.5 && a.precision() == 0
                && a.unitRoundoff() == 0);
        try (Snapping floats = new Snapping(1, 1, 1e6, new Options().automaticFloatPrecision())) {
            Check.that(floats.precision() >= 118 && floats.unitRoundoff() > 0);
        }
        Check.fails(Status.EPSILON, () -> new Snapping(0, 1, 1));
        Check.fails(Status.SENSITIVITY, () -> new Snapping(1, -1, 1));
        Check.fails(Status.BOUND, () -> new Snapping(1, 1, Double.NaN));
        Check.fails(Status.GRID, () -> new Snapping(1, 1, 1, new Options().grid(3)));
        Check.fails(Status.PRECISION, () -> new Snapping(1, 1, 1, new Options().floatPrecision(52)));
        Check.fails(Status.PRECISION, () -> new Options().floatPrecision(-5));
        Check.fails(Status.MIN_RETRIES, () -> new Options().minRetries(0));
        Check.fails(Status.UNUSED_SELECTION, () -> new Snapping(1, 1, 1, new Options().selection(Selection.EXPONENTIAL)));
        Check.fails(Status.UNUSED_TIMING, () -> new Snapping(1, 1, 1, new Options().insecureTiming()));
        Check.fails(Status.UNUSED_MIN_RETRIES, () -> new Snapping(1, 1, 1, new Options().minRetries(3)));
        Check.fails(Status.UNUSED_EMPIRICAL, () -> new Snapping(1, 1, 1, new Options().empiricalPrecision()));
        Check.fails(Status.EPSILON, () -> new Snapping(0, 1, 1, new Options().entropy(words -> {})));
        a.close();
        a.close();
        b.close();
        Check.raises(IllegalStateException.class, () -> a.release(1));
        Check.raises(IllegalStateException.class, a::lambda);
        Check.raises(NullPointerException.class, () -> new Options().entropy(null));
    }

    static void accuracyAndAudits() throws Exception {
        Snapping noise = new Snapping(1, 1, 4);
        double r = noise.accuracy(0.3);
        Check.that(r > 1 && noise.accuracyAt(0, 0.3) <= r);
        Check.that(Snapping.epsilonForAccuracy(1, 1024, 0.05, 100, new Options().grid(1)) < 0.1);
        Check.that(noise.moments(0).laplaceVariance() == 2 && noise.distance(0, 0.1).unclamped() == 0.5);
        Audit audit = noise.auditPair(0, 1);
        Check.that(audit.loss() <= 1 && audit.loss() > 0.9 && audit.exhaustive() == 1 && audit.wrongEnds() == 0);
        Check.that(audit.json().startsWith("{\"epsilon\":1e0,") && audit.cases().length == 7);
        Check.that(noise.auditBound() <= 1 && noise.auditPairIntegers(0, 1, 0).loss() <= 1 && noise.auditRange(0, 1, 0).loss() <= 1);
        Probability p = noise.probability(0, 0);
        Check.that(p.probability() > 0 && p.probability() < 1 && Math.abs(Math.exp(p.logarithm()) - p.probability()) < 1e-12);
        Check.fails(Status.NEIGHBOURS, () -> noise.auditPair(0, 3));

        Stop stop = new Stop();
        Check.that(stop.during(() -> noise.auditPair(0, 1)).loss() == audit.loss());
        stop.raise();
        Check.fails(Status.STOPPED, () -> stop.during(() -> noise.auditPair(0, 1)));
        Check.that(noise.auditPair(0, 1).loss() == audit.loss());
        stop.lower();
        stop.during(() -> noise.auditPair(0, 1));
        try (Stop inner = new Stop()) {
            stop.raise();
            Check.fails(Status.STOPPED, () -> stop.during(() -> {
                inner.during(() -> noise.auditPair(0, 1));
                return noise.auditPair(0, 1);
            }));
            stop.lower();
        }
        stop.close();
        Check.raises(IllegalStateException.class, stop::raise);
        noise.close();
    }

    static void exponential() {
        Eta eta = Eta.fromEpsilon(1, 1, true);
        Check.that(eta.epsilon(1, true) <= 1 && eta.epsilon(1, true) > 0.99);
        Exponential choose = new Exponential(eta, 0, 1000, 100);
        Check.that(choose.select(new double[] {900, 0, 900}) == 1);
        Check.that(choose.selectCounted(new long[] {900, 900, 0}, new long[] {1, 1, 5}) == 2);
        Check.that(choose.selectCounted(new long[] {900, 0}) == 1 && choose.selectBy(5, i -> i == 3 ? 0 : 900) == 3);
        Check.that(choose.precision() > 0 && Long.compareUnsigned(choose.precisionNote(), choose.precision()) >= 0);
        Options slow = new Options().empiricalPrecision().insecureTiming().minRetries(2);
        try (Exponential small = new Exponential(new Eta(1, 1, 1), 0, 10, 4, slow)) {
            Check.that(small.precisionEmpirical() == 53 && small.select(new double[1]) == 0);
        }
        Check.fails(Status.EMPTY, () -> choose.select(new double[0]));
        Check.fails(Status.OUTCOMES, () -> choose.select(new double[101]));
        Check.fails(Status.OUTCOMES, () -> choose.selectBy(-1, i -> 0));
        Check.fails(Status.EMPTY, () -> choose.selectBy(0, i -> 0));
        Check.fails(Status.LENGTH, () -> choose.selectCounted(new long[2], new long[1]));
        Check.fails(Status.ETA_X, () -> new Exponential(new Eta(0, 1, 1), 0, 1, 1));
        Check.fails(Status.ETA_Y, () -> new Eta(1, 64, 1).epsilon(1, true));
        Check.fails(Status.UTILITY_RANGE, () -> new Exponential(eta, 1, 1, 1));
        Check.fails(Status.MAX_OUTCOMES, () -> new Exponential(eta, 0, 1, -1));
        Check.raises(NullPointerException.class, () -> choose.select(null));
        Check.raises(NullPointerException.class, () -> choose.selectCounted(null));
        Check.raises(NullPointerException.class, () -> choose.selectBy(3, null));
        choose.close();
        Check.raises(IllegalStateException.class, () -> choose.select(new double[1]));
    }

    static void budget() {
        Budget budget = new Budget(1);
        for (int i = 0; i < 10; i++) {
            Check.that(budget.spend(0.1) <= 0.1);
        }
        Check.that(budget.left() == 0);
        Check.that(budget.spent().equals(java.math.BigDecimal.ONE));
        Check.fails(Status.BUDGET, () -> budget.spend(1e-300));
        budget.change(1.5);
        budget.raiseSpent(0.5);
        Check.fails(Status.BUDGET, () -> budget.raiseSpent(2));
        Check.that(Budget.fromBytes(budget.toBytes()).left() == 0.5);
        Check.fails(Status.STATE, () -> Budget.fromBytes(new byte[3]));
        Check.fails(Status.EPSILON, () -> new Budget(Double.POSITIVE_INFINITY));
    }

    static void errorsAndVersions() {
        try {
            new Sum(0, 1, 1).release(-1);
            Check.that(false);
        } catch (IndpException e) {
            Check.that(e.status() == Status.EPSILON && e.parameter().equals("epsilon") && e.status().code() == 2);
            Check.that(e.getMessage().startsWith("INDP_E_EPSILON (epsilon): "));
        }
        Check.that(Library.version().equals(Library.headerVersion()) && Library.tapeVersion() == 2);
        Check.that(Library.version().equals(
                Library.versionMajor() + "." + Library.versionMinor() + "." + Library.versionPatch()));
        Library.selfTest();
    }

    public static void main(String[] args) throws Exception {
        snapping();
        accuracyAndAudits();
        exponential();
        budget();
        errorsAndVersions();
        Check.done();
    }
}
