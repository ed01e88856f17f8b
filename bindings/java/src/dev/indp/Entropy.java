package dev.indp;

/**
 * Supplies random words. Several threads may call it at once. If it throws, the call that needed
 * the words throws the same exception and releases nothing.
 */
@FunctionalInterface
public interface Entropy {
    /** Fills the array with random bytes. */
    void fill(byte[] words);
}
