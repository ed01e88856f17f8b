package dev.indp;

/** The C object of options, which exists during one call. */
final class NativeOptions implements AutoCloseable {
    final long address;
    private final Entropy entropy;
    private long source;

    NativeOptions(Options options) {
        address = options == null ? 0 : Native.optionsNew();
        entropy = options == null ? null : options.entropy;
        if (options != null) {
            try {
                options.set(address);
                if (entropy != null) {
                    source = Native.sourceNew(address, entropy);
                }
            } catch (Throwable e) {
                close();
                throw e;
            }
        }
    }

    /**
     * Returns a handle for a mechanism made with these options. The handle frees the mechanism and
     * then its callback.
     */
    Handle handle(long mechanism, java.util.function.LongConsumer free) {
        long own = source;
        source = 0;
        return new Handle(mechanism, own == 0 ? free : freeing(free, own), entropy);
    }

    private static java.util.function.LongConsumer freeing(java.util.function.LongConsumer free, long source) {
        return address -> {
            free.accept(address);
            Native.sourceFree(source);
        };
    }

    @Override
    public void close() {
        Native.optionsFree(address);
        if (source != 0) {
            Native.sourceFree(source);
        }
        java.lang.ref.Reference.reachabilityFence(entropy);
    }
}
