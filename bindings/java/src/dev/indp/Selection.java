package dev.indp;

/** The selection mechanisms; see indp_options_set_selection in indp.h. */
public enum Selection {
    STANDARD(0),
    EXPONENTIAL(1),
    PERMUTE_AND_FLIP(2);

    final int code;

    Selection(int code) {
        this.code = code;
    }
}
