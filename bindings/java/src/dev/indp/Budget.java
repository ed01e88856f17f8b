package dev.indp;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * A total privacy loss that may be spent, counted in exact decimals. Never restore older bytes of a
 * budget: what was spent since then could be spent again.
 */
public final class Budget {
    private static final int SIZE = 280; // INDP_BUDGET_STATE_SIZE
    private static final int TEXT_SIZE = 640; // INDP_BUDGET_TEXT_SIZE

    private final byte[] bytes;

    private Budget(byte[] bytes) {
        this.bytes = bytes;
    }

    public Budget(double epsilon) {
        this(new byte[SIZE]);
        Native.budgetInit(bytes, epsilon);
    }

    /**
     * Spends epsilon, which counts as the shortest decimal that converts to this double. Returns
     * the epsilon to release with: the largest double that does not exceed the decimal. Nothing
     * spent is ever given back.
     */
    public synchronized double spend(double epsilon) {
        return Native.budgetSpend(bytes, epsilon);
    }

    /** Changes the total. The amount spent so far does not change. */
    public synchronized void change(double epsilon) {
        Native.budgetChange(bytes, epsilon);
    }

    /** Raises the amount spent to epsilon, unless at least as much is spent already. */
    public synchronized void raiseSpent(double epsilon) {
        Native.budgetRaise(bytes, epsilon);
    }

    /** The largest epsilon that {@link #spend} would accept. */
    public synchronized double left() {
        return Native.budgetLeft(bytes);
    }

    /** What was spent: the exact sum of the decimals of all epsilons. */
    public synchronized BigDecimal spent() {
        byte[] text = new byte[TEXT_SIZE];
        long length = Native.budgetSpent(bytes, text);
        return new BigDecimal(new String(text, 0, (int) length, StandardCharsets.US_ASCII));
    }

    public synchronized byte[] toBytes() {
        byte[] out = new byte[SIZE];
        Native.budgetSerialise(bytes, out);
        return out;
    }

    /** Reads a budget. If the same bytes are read twice, each of the two budgets can be spent. */
    public static Budget fromBytes(byte[] bytes) {
        byte[] own = new byte[SIZE];
        Native.budgetDeserialise(bytes, own);
        return new Budget(own);
    }
}
