package dev.indp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A candidate of a mode: a text or an integer. A text never equals an integer. */
public final class Category {
    final byte[] text; // null for an integer
    final long integer;
    // The string, if it has an unpaired surrogate, and otherwise null. UTF-8 has no encoding for
    // such a surrogate, and getBytes would write "?". A mode refuses the string as a candidate and
    // ignores it as a row.
    private final String broken;

    private Category(byte[] text, long integer, String broken) {
        this.text = text;
        this.integer = integer;
        this.broken = broken;
    }

    private Category(byte[] text, long integer) {
        this(text, integer, null);
    }

    /** Makes a category from a text, encoded in UTF-8. */
    public static Category of(String text) {
        boolean valid = text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        return new Category(text.getBytes(StandardCharsets.UTF_8), 0, valid ? null : text);
    }

    /** False only for a string with an unpaired surrogate. */
    boolean isValid() {
        return broken == null;
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
        return broken == null ? new String(bytes(), StandardCharsets.UTF_8) : broken;
    }

    /** The bytes of the text, with "?" in place of an unpaired surrogate. */
    public byte[] bytes() {
        if (text == null) {
            throw new IllegalStateException("this category is an integer: call integer()");
        }
        return text.clone();
    }

    public long integer() {
        if (text != null) {
            throw new IllegalStateException("this category is a text: call text() or bytes()");
        }
        return integer;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Category c && integer == c.integer && Arrays.equals(text, c.text)
                && Objects.equals(broken, c.broken);
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
