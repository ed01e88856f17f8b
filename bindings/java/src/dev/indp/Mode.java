package dev.indp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The most common of several public candidates. */
public final class Mode extends State<Mode> {
    private static final long serialVersionUID = 1L;

    private Mode(byte[] bytes) {
        super(bytes);
    }

    /**
     * Takes 1 to 2^20 distinct candidates. They must be public, so never take them from the data.
     */
    public Mode(List<Category> candidates, long rowsPerPerson) {
        super(make(candidates.toArray(new Category[0]), rowsPerPerson));
    }

    private static byte[] make(Category[] candidates, long rowsPerPerson) {
        byte[][] texts = new byte[candidates.length][];
        long[] integers = new long[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            texts[i] = candidates[i].text;
            integers[i] = candidates[i].integer;
        }
        return Native.modeNew(texts, integers, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Every release of a state read from
     * them costs its epsilon.
     */
    public static Mode fromBytes(byte[] bytes) {
        return new Mode(read(Kind.MODE, bytes));
    }

    /** Adds one row. A value that is not a candidate is ignored. */
    public void add(Category value) {
        if (value.text == null) {
            add(value.integer);
        } else {
            addText(value.text);
        }
    }

    /** Adds one row with a text, in UTF-8. */
    public void add(String text) {
        addText(text.getBytes(StandardCharsets.UTF_8));
    }

    public synchronized void add(long value) {
        Native.modeAddInt64(bytes, value);
    }

    private synchronized void addText(byte[] text) {
        Native.modeAddText(bytes, text);
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

    @Override
    Kind kind() {
        return Kind.MODE;
    }
}
