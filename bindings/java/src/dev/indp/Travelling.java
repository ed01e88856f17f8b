package dev.indp;

import java.io.Serializable;

/** A state in a stream of Java objects. */
record Travelling(Kind kind, byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    Object readResolve() {
        return kind.read.apply(bytes);
    }
}
