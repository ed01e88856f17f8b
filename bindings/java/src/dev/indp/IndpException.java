package dev.indp;

/**
 * The exception of a call that failed. The message contains the name of the status and its
 * parameter, but no private value.
 */
public final class IndpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    IndpException(Status status, int code) {
        super(text(status, code));
        this.status = status;
    }

    IndpException(Status status) {
        this(status, status.code());
    }

    /** Called by the native methods. */
    static IndpException of(int code) {
        return new IndpException(Status.of(code), code);
    }

    private static String text(Status status, int code) {
        String parameter = status.parameter().isEmpty() ? "" : " (" + status.parameter() + ")";
        return Native.statusName(code) + parameter + ": " + Native.statusMessage(code);
    }

    public Status status() {
        return status;
    }

    /** The parameter or option that the status is about; "" if it is about none. */
    public String parameter() {
        return status.parameter();
    }
}
