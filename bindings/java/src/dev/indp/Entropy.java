package dev.indp;

/**
 * Supplies random words. Several threads may call it at once. What it throws leaves the call that
 * needed it, and nothing is released.
 */
@FunctionalInterface
public interface Entropy {
    /** Fills the array. */
    void fill(byte[] words);
}
