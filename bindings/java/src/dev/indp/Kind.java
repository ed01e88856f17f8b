package dev.indp;

import java.util.function.Function;

/** The kinds of states, with their numbers in C. */
enum Kind {
    COUNT(1, Count::fromBytes),
    SUM(2, Sum::fromBytes),
    MEAN(3, Mean::fromBytes),
    VARIANCE(4, Variance::fromBytes),
    STDDEV(5, StdDev::fromBytes),
    QUANTILE(6, Quantile::fromBytes),
    MODE(7, Mode::fromBytes),
    HISTOGRAM(8, Histogram::fromBytes);

    final int code;
    final Function<byte[], State<?>> read;

    Kind(int code, Function<byte[], State<?>> read) {
        this.code = code;
        this.read = read;
    }

    /** Returns zeroed memory for a new state of this kind. */
    byte[] room() {
        return new byte[(int) Native.stateBytes(code)];
    }
}
