package dev.indp;

/** The mechanism that selects; see indp_options_set_selection. */
public enum Selection {
    STANDARD(0),
    EXPONENTIAL(1),
    PERMUTE_AND_FLIP(2);

    final int code;

    Selection(int code) {
        this.code = code;
    }
}
