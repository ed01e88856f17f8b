package dev.indp;

import java.util.Arrays;

/**
 * Tests what is particular to the mechanisms of Java: objects that are closed, null, negative
 * numbers, stops and exceptions. The calls that all languages share are in surface/cases.
 */
final class Mechanisms {
    private Mechanisms() {}

    static void snapping() {
        Options options = new Options().grid(1).insecureSeed(9);
        Snapping a = new Snapping(0.5, 3, 1e6, options);
        double[] values = {1, 2, Double.NaN, Double.POSITIVE_INFINITY};
        try (Snapping b = new Snapping(0.5, 3, 1e6, options)) {
            Check.that(Arrays.equals(a.releaseMany(values), b.releaseMany(values)) && Double.isNaN(values[2]));
        }
        Check.fails(Status.PRECISION, () -> new Options().floatPrecision(-5));
        Check.fails(Status.MIN_RETRIES, () -> new Options().minRetries(0));
        Check.raises(NullPointerException.class, () -> new Options().entropy(null));
        a.close();
        a.close();
        Check.raises(IllegalStateException.class, () -> a.release(1));
        Check.raises(IllegalStateException.class, a::lambda);
    }

    static void audits() throws Exception {
        Snapping noise = new Snapping(1, 1, 4);
        Audit audit = noise.auditPair(0, 1);
        Check.that(audit.json().startsWith("{\"epsilon\":1e0,") && audit.cases().length == 7);
        Check.that(noise.auditRange(0, 1, 0).loss() <= 1);

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
        Exponential choose = new Exponential(new Eta(1, 1, 1), 0, 1000, 100);
        Check.fails(Status.OUTCOMES, () -> choose.selectBy(-1, i -> 0));
        Check.fails(Status.ETA_Y, () -> new Eta(1, 64, 1).epsilon(1, true));
        Check.fails(Status.MAX_OUTCOMES, () -> new Exponential(new Eta(1, 1, 1), 0, 1, -1));
        Check.raises(NullPointerException.class, () -> choose.select(null));
        Check.raises(NullPointerException.class, () -> choose.selectCounted(null));
        Check.raises(NullPointerException.class, () -> choose.selectBy(3, null));
        choose.close();
        Check.raises(IllegalStateException.class, () -> choose.select(new double[1]));
        Budget budget = new Budget(1);
        budget.spend(1);
        Check.that(budget.spent().equals(java.math.BigDecimal.ONE));
    }

    static void errorsAndVersions() {
        try {
            new Sum(0, 1, 1).release(-1);
            Check.that(false);
        } catch (IndpException e) {
            Check.that(e.status() == Status.EPSILON && e.parameter().equals("epsilon") && e.status().code() == 2);
            Check.that(e.getMessage().startsWith("INDP_E_EPSILON (epsilon): "));
        }
        Check.that(Library.version().equals(Library.headerVersion()) && Library.tapeVersion() == 3);
        Check.that(Library.version().equals(
                Library.versionMajor() + "." + Library.versionMinor() + "." + Library.versionPatch()));
        Library.selfTest();
    }

    public static void main(String[] args) throws Exception {
        snapping();
        audits();
        exponential();
        errorsAndVersions();
        Check.done();
    }
}
