package dev.indp;

import java.io.Serializable;

/** The form of a state in a stream of serialised Java objects. */
record Travelling(Kind kind, byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    Object readResolve() {
        return State.of(kind, bytes);
    }
}
