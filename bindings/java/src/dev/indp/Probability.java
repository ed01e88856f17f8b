package dev.indp;

/** A probability, and its natural logarithm, which exists even if the probability is too small. */
public record Probability(double probability, double logarithm) {}
