package dev.indp;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Answers the lines of bindings/test/wire.py with the package. */
final class Calls {
    private Calls() {}

    private static final Map<String, Object> OBJECTS = new HashMap<>();
    private static List<String> words = List.of();
    private static int used;

    private static String camel(String name) {
        Pattern word = Pattern.compile("_(.)");
        return word.matcher(name).replaceAll(found -> found.group(1).toUpperCase());
    }

    private static long integer(String text) {
        String digits = text.substring(1);
        return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
    }

    private static double number(String text) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(1), 16));
    }

    private static byte[] bytes(String text) {
        return HexFormat.of().parseHex(text.substring(1));
    }

    private static Category category(String text) {
        return text.startsWith("i") ? Category.of(integer(text)) : Category.of(text(text));
    }

    private static List<String> items(String text) {
        String[] all = text.substring(1, text.length() - 1).split(",");
        return Stream.of(all).filter(item -> !item.isEmpty()).toList();
    }

    private static double[] numbers(String text) {
        return items(text).stream().mapToDouble(Calls::number).toArray();
    }

    private static String text(String text) {
        return new String(bytes(text), StandardCharsets.UTF_8);
    }

    private static Parts parts(String text) {
        double[] all = numbers(text);
        double[] sums = Arrays.copyOfRange(all, 2, all.length - 1);
        return new Parts(all[0], all[1], sums.length, Arrays.copyOf(sums, 3), all[all.length - 1]);
    }

    private static LongToDoubleFunction utility(String text) {
        double[] utilities = numbers(text);
        return outcome -> utilities[(int) outcome];
    }

    private static Options options(List<String> fields) {
        Options out = new Options();
        for (String field : fields) {
            String value = field.substring(field.indexOf('=') + 1);
            String name = camel(field.substring(0, field.indexOf('=')));
            if (name.equals("entropy")) {
                words = items(value);
                used = 0;
                out.entropy(buffer -> {
                    byte[] word = bytes(words.get(used++));
                    for (int i = 0; i < 8; i++) {
                        buffer[i] = word[7 - i];
                    }
                });
            } else if (value.equals("auto")) {
                out.automaticFloatPrecision();
            } else {
                set(out, name, value);
            }
        }
        return out;
    }

    /** Calls the method of this name, with the text as the type that it takes. */
    private static void set(Options out, String name, String value) {
        for (Method method : Options.class.getMethods()) {
            if (method.getName().equals(name)) {
                Class<?>[] types = method.getParameterTypes();
                Object[] given = new Object[types.length];
                if (types.length == 1) {
                    given[0] = types[0] == double.class ? number(value)
                            : types[0] == Selection.class ? Selection.valueOf(value.toUpperCase())
                            : types[0] == int.class ? (Object) (int) integer(value)
                            : integer(value);
                }
                try {
                    method.invoke(out, given);
                } catch (InvocationTargetException e) {
                    throw (RuntimeException) e.getCause();
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
                return;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** The argument as the type of a parameter, or null if it cannot have that type. */
    private static Object converted(String text, Class<?> type) {
        char kind = text.charAt(0);
        if (kind == '&') {
            return OBJECTS.get(text.substring(1));
        }
        if (kind == '[') {
            Stream<String> all = items(text).stream();
            return type == double[].class ? numbers(text)
                    : type == long[].class ? all.mapToLong(Calls::integer).toArray()
                    : type == List.class ? all.map(Calls::category).toList()
                    : type == Parts.class ? parts(text)
                    : type == LongToDoubleFunction.class ? utility(text) : null;
        }
        return switch (kind) {
            case 'd' -> type == double.class ? number(text) : null;
            case 'i' -> type == long.class ? (Object) integer(text)
                    : type == int.class ? (Object) (int) integer(text)
                    : type == Category.class ? category(text) : null;
            case 't' -> type == String.class ? text(text) : null;
            case 'x' -> type == byte[].class ? bytes(text) : null;
            default -> type == boolean.class ? text.equals("yes") : null;
        };
    }

    private static Object[] converted(Executable call, List<String> given, List<String> chosen) {
        Class<?>[] types = call.getParameterTypes();
        Object[] out = new Object[types.length];
        int at = 0;
        for (int i = 0; i < types.length; i++) {
            if (types[i] == Eta.class && at + 3 <= given.size()) {
                int y = (int) integer(given.get(at + 1));
                int z = (int) integer(given.get(at + 2));
                out[i] = new Eta(integer(given.get(at)), y, z);
                at += 3;
            } else if (types[i] == Options.class) {
                // Tells options apart from an overload without them, but for methods that need one.
                out[i] = chosen.isEmpty() ? null : options(chosen);
            } else if (at < given.size()) {
                out[i] = converted(given.get(at++), types[i]);
            }
            if (out[i] == null && types[i] != Options.class) {
                return null;
            }
        }
        boolean takes = types.length > 0 && types[types.length - 1] == Options.class;
        return at == given.size() && (takes || chosen.isEmpty()) ? out : null;
    }

    private static Class<?> classOf(String owner, String method, String name) throws Exception {
        if (name.equals("tapeVersion") || name.equals("selfTest")) {
            return Library.class;
        } else if (Character.isUpperCase(name.charAt(0))) {
            return Class.forName("dev.indp." + name);
        }
        int dot = method.indexOf('.');
        return dot < 0 ? OBJECTS.get(owner).getClass()
                : Class.forName("dev.indp." + method.substring(0, dot));
    }

    private static Stream<? extends Executable> calls(Class<?> own, String name) {
        return own.getSimpleName().equals(name) ? Stream.of(own.getConstructors())
                : Stream.of(own.getMethods()).filter(one -> one.getName().equals(name) && !one.isBridge());
    }

    private static Object called(String owner, String method, List<String> given, List<String> chosen)
            throws Exception {
        String name = camel(method.substring(method.indexOf('.') + 1));
        Class<?> own = classOf(owner, method, name);
        List<String> arguments = new ArrayList<>(given);
        if (name.equals("selectBy")) {
            arguments.add("i" + items(given.get(0)).size());
            arguments = List.of(arguments.get(1), arguments.get(0));
        } else if (name.equals("auditPairIntegers") || name.equals("auditRange")) {
            arguments.add("i0"); // the most outputs
        }
        // An overload without options comes first.
        Comparator<Executable> shortest = Comparator.comparing(Executable::getParameterCount);
        for (Executable call : calls(own, name).sorted(shortest).toList()) {
            Object[] ready = converted(call, arguments, chosen);
            if (ready == null) {
                continue;
            }
            if (call instanceof java.lang.reflect.Constructor<?> constructor) {
                OBJECTS.put(owner, constructor.newInstance(ready));
                return null;
            }
            Object result = ((Method) call).invoke(OBJECTS.get(owner), ready); // may be static
            if (!name.equals("fromBytes")) {
                return result;
            }
            OBJECTS.put(owner, result);
            return null;
        }
        throw new NoSuchMethodException(own.getSimpleName() + "." + name + given + chosen);
    }

    private static String listed(Stream<?> values) throws ReflectiveOperationException {
        List<String> out = new ArrayList<>();
        for (Object value : values.toList()) {
            out.add(written(value));
        }
        return "[" + String.join(",", out) + "]";
    }

    private static String written(Object value) throws ReflectiveOperationException {
        if (value == null) {
            return "ok";
        } else if (value instanceof Double one) {
            return "d" + HexFormat.of().toHexDigits(Double.doubleToLongBits(one));
        } else if (value instanceof Number && !(value instanceof java.math.BigDecimal)) {
            return "i" + value;
        } else if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof Category one) {
            return written(one.isText() ? (Object) one.text() : (Object) one.integer());
        } else if (value instanceof Audit audit) {
            return listed(Stream.of(audit.loss(), audit.exhaustive(), audit.wrongEnds(), audit.exceeds(),
                    audit.outputs()));
        } else if (value instanceof Parts parts) {
            List<Double> all = new ArrayList<>(List.of(parts.value(), parts.count()));
            Arrays.stream(parts.sum()).limit(parts.number()).forEach(all::add);
            all.add(parts.scale());
            return listed(all.stream());
        } else if (value instanceof List<?> list) {
            return listed(list.stream());
        } else if (value.getClass().isArray()) {
            IntStream places = IntStream.range(0, Array.getLength(value));
            return listed(places.mapToObj(i -> Array.get(value, i)));
        } else if (value instanceof Record) {
            List<Object> fields = new ArrayList<>();
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                fields.add(component.getAccessor().invoke(value));
            }
            return listed(fields.stream());
        }
        return "t" + HexFormat.of().formatHex(value.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String answered(String[] fields) throws Exception {
        if (fields[1].equals("used")) {
            return "i" + used;
        } else if (fields[1].equals("rewind")) {
            used = 0;
            return "ok";
        }
        Map<Boolean, List<String>> given = Stream.of(fields).skip(2)
                .collect(Collectors.partitioningBy(field -> field.contains("=")));
        try {
            return written(called(fields[0], fields[1], given.get(false), given.get(true)));
        } catch (InvocationTargetException | IndpException e) {
            Throwable cause = e instanceof IndpException ? e : e.getCause();
            return cause instanceof IndpException own
                    ? ("!" + own.status() + " " + own.parameter()).trim()
                    : cause.toString();
        } catch (ReflectiveOperationException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answered(line.split("\t")));
        }
    }
}
