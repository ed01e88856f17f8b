package dev.indp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A candidate of a mode: a text or an integer. A text never equals an integer. */
public final class Category {
    final byte[] text; // null for an integer
    final long integer;

    private Category(byte[] text, long integer) {
        this.text = text;
        this.integer = integer;
    }

    /** Makes a category from a text, encoded in UTF-8. */
    public static Category of(String text) {
        return new Category(text.getBytes(StandardCharsets.UTF_8), 0);
    }

    /** Makes a category from a text in any encoding. Texts are compared as bytes. */
    public static Category of(byte[] text) {
        return new Category(text.clone(), 0);
    }

    public static Category of(long integer) {
        return new Category(null, integer);
    }

    /** Makes a category from an answer of the native methods. */
    static Category of(byte[] state, long[] answer) {
        if (answer[2] == 0) {
            return of(answer[1]);
        }
        int start = (int) answer[3];
        return new Category(Arrays.copyOfRange(state, start, start + (int) answer[4]), 0);
    }

    public boolean isText() {
        return text != null;
    }

    /** Returns the text, decoded as UTF-8. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** The bytes of the text. */
    public byte[] bytes() {
        if (text == null) {
            throw new IllegalStateException("an integer");
        }
        return text.clone();
    }

    public long integer() {
        if (text != null) {
            throw new IllegalStateException("a text");
        }
        return integer;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Category c && integer == c.integer && Arrays.equals(text, c.text);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(text) * 31 + Long.hashCode(integer);
    }

    @Override
    public String toString() {
        return text == null ? Long.toString(integer) : text();
    }
}
