package dev.indp;

/** Bounds that were found in the data. A side where none was found has the centre. */
public record Extent(double lo, double hi) {}
