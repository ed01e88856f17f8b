package dev.indp;

import java.util.ArrayList;
import java.util.List;

/** The most common of several public candidates. */
public final class Mode extends State<Mode> implements Single {
    private static final long serialVersionUID = 1L;

    private Mode(byte[] bytes) {
        super(bytes);
    }

    /**
     * Takes 1 to 2^20 distinct candidates. They must be public, so never take them from the data. A
     * string with an unpaired surrogate is refused.
     */
    public Mode(List<Category> candidates, long rowsPerPerson) {
        super(make(candidates.toArray(new Category[0]), rowsPerPerson));
    }

    private static byte[] make(Category[] candidates, long rowsPerPerson) {
        byte[][] texts = new byte[candidates.length][];
        long[] integers = new long[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            if (!candidates[i].isValid()) {
                throw new IllegalArgumentException("candidates must be valid Unicode: one of them has an unpaired surrogate");
            }
            texts[i] = candidates[i].text;
            integers[i] = candidates[i].integer;
        }
        return Native.modeNew(texts, integers, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Mode fromBytes(byte[] bytes) {
        return new Mode(read(Kind.MODE, bytes));
    }

    /** Adds one row. A value that is not a candidate is ignored. */
    public void add(Category value) {
        if (value.text == null) {
            add(value.integer);
        } else if (value.isValid()) {
            addText(value.text);
        } else {
            ignore();
        }
    }

    /** Adds one row with a text, in UTF-8. */
    public void add(String text) {
        add(Category.of(text));
    }

    /** Ignores a value that is not a candidate. Throws if rows cannot be added to this state. */
    private synchronized void ignore() {
        Native.stateCompatible(idle(), bytes);
    }

    public synchronized void add(long value) {
        Native.modeAddInt64(idle(), value);
    }

    private synchronized void addText(byte[] text) {
        Native.modeAddText(idle(), text);
    }

    /** The candidates: integers first, ascending, then texts in the order of their bytes. */
    public synchronized List<Category> candidates() {
        int n = (int) Native.modeCandidates(bytes);
        List<Category> all = new ArrayList<>(n);
        long[] answer = new long[5];
        for (int i = 0; i < n; i++) {
            Native.modeCandidate(bytes, i, answer);
            all.add(Category.of(bytes, answer));
        }
        return all;
    }

    /** Releases the mode, which is possible only once and costs epsilon. */
    public Category release(double epsilon) {
        return release(epsilon, null);
    }

    public Category release(double epsilon, Options options) {
        return (Category) releaseValue(epsilon, options);
    }

    /**
     * Releases the counts of all candidates, in the order of {@link #candidates}. This is possible
     * only once and costs epsilon in total. The counts are unbiased and may be negative.
     */
    public long[] releaseCounts(double epsilon) {
        return releaseCounts(epsilon, null);
    }

    public long[] releaseCounts(double epsilon, Options options) {
        return counts(epsilon, options);
    }

    /**
     * Throws if the public parameters would make releaseCounts fail, or if the state was released
     * before. Releases nothing.
     */
    public void canReleaseCounts(double epsilon) {
        canReleaseCounts(epsilon, null);
    }

    public void canReleaseCounts(double epsilon, Options options) {
        checkCounts(epsilon, options);
    }

    /**
     * A bound that the error of a release exceeds with probability at most alpha. The error is how
     * many fewer rows the released candidate has than the most common one.
     */
    public double accuracy(double epsilon, double alpha) {
        return accuracy(epsilon, alpha, null);
    }

    public double accuracy(double epsilon, double alpha, Options options) {
        return expected(0, epsilon, alpha, options);
    }

    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    public double epsilonForAccuracy(double alpha, double r) {
        return epsilonForAccuracy(alpha, r, null);
    }

    public double epsilonForAccuracy(double alpha, double r, Options options) {
        return needed(0, alpha, r, options);
    }

    /** The accuracy of a mode with this number of candidates. Needs no state. */
    public static double accuracyWith(long candidates, long rowsPerPerson, double epsilon, double alpha, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.modeAccuracy(candidates, positive(rowsPerPerson, Status.ROWS_PER_PERSON), epsilon, alpha, c.address);
        }
    }

    /** The epsilonForAccuracy of a mode with this number of candidates. Needs no state. */
    public static double epsilonForAccuracyWith(long candidates, long rowsPerPerson, double alpha, double r, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.modeEpsilonForAccuracy(candidates, positive(rowsPerPerson, Status.ROWS_PER_PERSON), alpha, r, c.address);
        }
    }

    @Override
    Kind kind() {
        return Kind.MODE;
    }
}
