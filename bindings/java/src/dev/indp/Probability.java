package dev.indp;

/**
 * A probability and its natural logarithm. The logarithm is finite even if the probability is too
 * small for a double.
 */
public record Probability(double probability, double logarithm) {}
