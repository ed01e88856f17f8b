import dev.indp.Count;
import dev.indp.Library;
import dev.indp.Options;
import dev.indp.Snapping;
import dev.indp.Sum;

/**
 * The program examples-c/quickstart.c, written in Java. An argument is used as a seed and makes the
 * output repeatable.
 */
public final class Quickstart {
    private Quickstart() {}

    private static Options options(String[] args) {
        return args.length == 0 ? new Options() : new Options().insecureSeed(Long.parseUnsignedLong(args[0]));
    }

    /** Formats a number as %g does in C, for numbers of at most six digits. */
    private static String g(double number) {
        return new java.text.DecimalFormat("0.######").format(number);
    }

    public static void main(String[] args) {
        System.out.printf("indp %s, header %s%n", Library.version(), Library.headerVersion());
        Library.selfTest();

        try (Snapping mechanism = new Snapping(0.5, 3, 1e6, options(args).grid(1))) { // whole numbers
            System.out.printf("noise of scale %s on a grid of %s%n", g(mechanism.lambda()), g(mechanism.grid()));
            double one = mechanism.release(1200);
            double[] three = mechanism.releaseMany(new double[] {1200, 80, 4});
            long whole = mechanism.releaseInteger(1200);
            System.out.printf("one %s, three %s %s %s, an integer %d%n", g(one), g(three[0]), g(three[1]), g(three[2]), whole);
        }

        Count count = new Count(5);
        Sum sum = new Sum(0, 100, 5);
        Sum shard = new Sum(0, 100, 5);
        count.add();
        count.addRows(1001);
        sum.add(40);
        sum.addInteger(2);
        for (int i = 0; i < 250; i++) {
            shard.addMany(new double[] {12.5, 99, 1e9, -3});
        }
        sum.merge(Sum.fromBytes(shard.toBytes())); // the state of a shard is sent as bytes

        // The errors that these answers exceed with probability 0.05.
        double aroundCount = count.accuracy(0.5, 0.05);
        double aroundSum = sum.accuracy(0.5, 0.05);
        long counted = count.release(0.5, options(args));
        double total = sum.release(0.5, options(args));
        System.out.printf("count %d (within %.0f), sum %.0f (within %.0f); both together cost epsilon = 1%n",
                counted, aroundCount, total, aroundSum);
    }
}
