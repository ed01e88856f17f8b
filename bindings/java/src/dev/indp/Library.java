package dev.indp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The native library: how it is found, its versions, its self test. */
public final class Library {
    private Library() {}

    /**
     * Loads the file that the property indp.library names. Without this property, loads the library
     * inside the jar, or else libindp_jni.so from java.library.path.
     */
    static void load() {
        String named = System.getProperty("indp.library");
        if (named != null) {
            System.load(Path.of(named).toAbsolutePath().toString());
            return;
        }
        String resource = "native/" + System.getProperty("os.arch") + "/libindp_jni.so";
        try (InputStream inside = Library.class.getResourceAsStream(resource)) {
            if (inside == null) {
                System.loadLibrary("indp_jni");
                return;
            }
            Path file = Files.createTempFile("libindp_jni", ".so");
            try {
                Files.copy(inside, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
            } finally {
                Files.delete(file); // a mapped file needs no name
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version of the library in use, "major.minor.patch". */
    public static String version() {
        return Native.versionString();
    }

    /** The version of the header that the package was compiled with. */
    public static String headerVersion() {
        return Native.headerVersion();
    }

    public static int versionMajor() {
        return Native.versionMajor();
    }

    public static int versionMinor() {
        return Native.versionMinor();
    }

    public static int versionPatch() {
        return Native.versionPatch();
    }

    /** The version number of the order in which random words are read (docs/tape.md). */
    public static int tapeVersion() {
        return Native.tapeVersion();
    }

    /** Throws if this build computes wrong results on this machine. */
    public static void selfTest() {
        Native.selfTest();
    }
}
