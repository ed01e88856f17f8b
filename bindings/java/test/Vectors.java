package dev.indp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Replays the test vectors through the entropy callback. The bits of each release and the number of
 * words read must equal those in the files.
 */
final class Vectors {
    private Vectors() {}

    /** The fields of a line of a vectors file. */
    static final class Fields {
        final String[] all;
        int at = 1;

        Fields(String line) {
            all = line.split(" ");
        }

        String next() {
            return all[at++];
        }

        long word() {
            return Long.parseUnsignedLong(next(), 16);
        }

        double number() {
            return Double.longBitsToDouble(word());
        }

        long decimal() {
            String text = next();
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        }

        Tape tape() {
            Tape tape = new Tape();
            tape.words = new long[all.length - at];
            for (int i = 0; i < tape.words.length; i++) {
                tape.words[i] = word();
            }
            return tape;
        }
    }

    /** Supplies random words, and counts the words that are read. */
    static final class Tape implements Entropy {
        long[] words;
        int used;

        @Override
        public void fill(byte[] buffer) {
            ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putLong(words[used++]);
        }
    }

    static void snapping(Fields f, boolean isFloat) {
        Options options = new Options();
        if (isFloat) {
            options.floatPrecision((int) f.decimal());
        }
        double epsilon = f.number();
        double sensitivity = f.number();
        double bound = f.number();
        if (!isFloat) {
            options.grid(f.number());
        }
        double value = f.number();
        long out = f.word();
        long used = f.decimal();
        Tape tape = f.tape();
        try (Snapping mechanism = new Snapping(epsilon, sensitivity, bound, options.entropy(tape))) {
            Check.that(Double.doubleToRawLongBits(mechanism.release(value)) == out && tape.used == used);
        }
    }

    static Eta eta(Fields f) {
        return new Eta(f.decimal(), (int) f.decimal(), (int) f.decimal());
    }

    static void outcomes(Fields f, Eta eta, long min, long max, int n, Options options) {
        double[] utilities = new double[n];
        for (int i = 0; i < n; i++) {
            utilities[i] = f.number();
        }
        long index = f.decimal();
        long used = f.decimal();
        Tape tape = f.tape();
        try (Exponential choose = new Exponential(eta, min, max, n, options.entropy(tape))) {
            Check.that(choose.select(utilities) == index && tape.used == used);
            tape.used = 0;
            Check.that(choose.selectBy(n, i -> utilities[(int) i]) == index && tape.used == used);
        }
    }

    static void exponential(Fields f) {
        Eta eta = eta(f);
        long min = f.decimal();
        long max = f.decimal();
        Options options = new Options().minRetries((int) f.decimal());
        outcomes(f, eta, min, max, (int) f.decimal(), options);
    }

    static void flip(Fields f) {
        Eta eta = eta(f);
        long min = f.decimal();
        long max = f.decimal();
        int n = (int) f.decimal();
        Options options = new Options().selection(Selection.PERMUTE_AND_FLIP);
        if (!f.all[0].startsWith("groups/")) {
            outcomes(f, eta, min, max, n, options);
            return;
        }
        long[] utilities = new long[n];
        long[] multiplicities = new long[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            utilities[i] = f.decimal();
            multiplicities[i] = f.decimal();
            total += multiplicities[i];
        }
        long index = f.decimal();
        long used = f.decimal();
        // selectCounted does not choose a member of the group, so the fields member and
        // words_used_then are skipped.
        f.at += 2;
        Tape tape = f.tape();
        try (Exponential choose = new Exponential(eta, min, max, total, options.entropy(tape))) {
            Check.that(choose.selectCounted(utilities, multiplicities) == index && tape.used == used);
        }
    }

    static void extreme(Fields f) {
        double epsilon = f.number();
        double q = f.decimal();
        long rowsPerPerson = f.decimal();
        long n = f.decimal();
        long[][] entries = new long[(int) f.decimal()][2];
        for (long[] entry : entries) {
            entry[0] = f.decimal();
            entry[1] = f.decimal();
        }
        f.at += 7; // parameters that the library derives from those above
        double place = f.decimal();
        long used = f.decimal();
        Tape tape = f.tape();
        Quantile state = new Quantile(q, 0, n - 1, rowsPerPerson, n);
        // The numbers of rows may be very large. So their bits are processed from the highest down:
        // the state is doubled by merging it with itself, then one row is added for each candidate
        // whose number of rows has this bit.
        for (int bit = 63; bit >= 0; bit--) {
            state.merge(state);
            for (long[] entry : entries) {
                if ((entry[1] >>> bit & 1) == 1) {
                    state.addInteger(entry[0]);
                }
            }
        }
        Check.that(state.release(epsilon, new Options().entropy(tape)) == place && tape.used == used);
    }

    static int replay(Path file, java.util.function.Consumer<Fields> one) throws Exception {
        int cases = 0;
        List<String> lines = Files.readAllLines(file);
        Check.that(lines.get(0).equals("# tape " + Library.tapeVersion()));
        for (String line : lines) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int before = Check.failures;
            Fields fields = new Fields(line);
            one.accept(fields);
            if (Check.failures != before) {
                System.out.println(file + ": " + fields.all[0]);
            }
            cases++;
        }
        Check.that(cases >= 100);
        return cases;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int all = replay(folder.resolve("snapping-v2.txt"), f -> snapping(f, false))
                + replay(folder.resolve("snapping-float-v2.txt"), f -> snapping(f, true))
                + replay(folder.resolve("exponential-v2.txt"), Vectors::exponential)
                + replay(folder.resolve("permute-and-flip-v2.txt"), Vectors::flip)
                + replay(folder.resolve("extremes-v2.txt"), Vectors::extreme);
        System.out.println(all + " vectors replayed");
        Check.done();
    }
}
