package dev.indp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Answers the lines of extensions/test/neighbours/lines.py with the package. */
final class Neighbours {
    private Neighbours() {}

    record Line(String kind, String how, double epsilon, List<Object> items, List<Object> rows) {}

    /** A Double, a Long or a String, or Void.class for NULL. */
    static Object read(String item) {
        String rest = item.substring(1);
        return switch (item.charAt(0)) {
            case 'n' -> Void.class;
            case 'd' -> Double.longBitsToDouble(Long.parseUnsignedLong(rest, 16));
            case 'i' -> Long.parseLong(rest);
            default -> new String(HexFormat.of().parseHex(rest), StandardCharsets.UTF_8);
        };
    }

    static List<Object> list(String field) {
        if (field.equals("-")) {
            return List.of();
        }
        return Stream.of(field.split(",")).map(Neighbours::read).toList();
    }

    static String written(Object value) {
        if (value instanceof Double number) {
            return "d" + HexFormat.of().toHexDigits(Double.doubleToRawLongBits(number));
        }
        if (value instanceof Category category) {
            return category.text == null
                    ? "i" + category.integer
                    : "t" + HexFormat.of().formatHex(category.text);
        }
        return "i" + value;
    }

    static double[] doubles(List<Object> items) {
        return items.stream().mapToDouble(item -> (Double) item).toArray();
    }

    static Category category(Object item) {
        return item instanceof String text ? Category.of(text) : Category.of((Long) item);
    }

    static State<?> empty(String[] fields, List<Object> items) {
        long m = Long.parseLong(fields[2]);
        double lo = (Double) read(fields[4]);
        double hi = (Double) read(fields[5]);
        return switch (fields[0]) {
            case "count" -> new Count(m);
            case "sum" -> new Sum(lo, hi, m);
            case "mean" -> new Mean(lo, hi, m);
            case "variance" -> new Variance(lo, hi, m);
            case "stddev" -> new StdDev(lo, hi, m);
            case "quantile" -> {
                yield new Quantile((Double) read(fields[7]), lo, hi, m, Long.parseLong(fields[6]));
            }
            case "mode" -> new Mode(items.stream().map(Neighbours::category).toList(), m);
            default -> new Histogram(doubles(items), m);
        };
    }

    static void add(State<?> state, List<Object> rows) {
        List<Object> many = new ArrayList<>();
        for (Object row : rows) {
            if (row == Void.class) {
                continue;
            }
            if (state instanceof Count count) {
                count.add();
            } else if (state instanceof Mode mode) {
                mode.add(category(row));
            } else if (row instanceof Long integer) {
                ((NumberState<?>) state).addInteger(integer);
            } else if (many.size() > 3) {
                ((NumberState<?>) state).add((Double) row);
            } else {
                many.add(row);
            }
        }
        if (state instanceof NumberState<?> numbers) {
            numbers.addMany(doubles(many));
        }
    }

    static Stream<?> released(State<?> state, Line line, Options options) {
        double epsilon = line.epsilon;
        if (state instanceof Histogram histogram) {
            return Arrays.stream(histogram.release(epsilon, options)).boxed();
        }
        return switch (line.how) {
            case "quantiles" -> {
                double[] q = doubles(line.items);
                yield DoubleStream.of(((Quantile) state).releaseMany(q, epsilon, options)).boxed();
            }
            case "counts" -> Arrays.stream(((Mode) state).releaseCounts(epsilon, options)).boxed();
            case "parts" -> {
                Parts parts = ((PartsState<?>) state).releaseParts(epsilon, options);
                DoubleStream sums = DoubleStream.of(parts.sum()).limit(parts.number());
                DoubleStream first = DoubleStream.of(parts.value(), parts.count());
                DoubleStream last = DoubleStream.concat(sums, DoubleStream.of(parts.scale()));
                yield DoubleStream.concat(first, last).boxed();
            }
            default -> Stream.of(((Single) state).releaseValue(epsilon, options));
        };
    }

    static String answer(State<?> state, Line line, Options options) {
        try {
            Stream<?> answers = released(state, line, options);
            return answers.map(Neighbours::written).collect(Collectors.joining(","));
        } catch (IndpException error) {
            return "e" + error.status().name();
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String text; (text = in.readLine()) != null; ) {
            String[] fields = text.split("\t");
            double epsilon = (Double) read(fields[3]);
            Line line = new Line(fields[0], fields[1], epsilon, list(fields[8]), list(fields[9]));
            State<?> state = empty(fields, line.items);
            add(state, line.rows);
            byte[] bytes = state.toBytes();
            State<?> second = State.fromBytes(bytes);
            String seeded = answer(second, line, new Options().insecureSeed(4711));
            String stored = HexFormat.of().formatHex(bytes);
            System.out.println(stored + "\t" + answer(state, line, null) + "\t" + seeded);
        }
    }
}
