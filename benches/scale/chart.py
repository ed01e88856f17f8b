"""chart.py TIMES.tsv CHART.svg CPU: draws the times of scale.sh, and prints them as tables. """

import collections
import html
import math
import sys

COLOURS = ("#2e8b57", "#c0392b", "#2c6fbb", "#d08a1d", "#7d4fa8", "#4a4a4a", "#17959b", "#b0568d")
LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 70, 190, 40, 50, 760, 420
LOW, HIGH = 1e5, 3e9  # rows a second


def read(path):
    """The seconds for each engine, query and number of rows."""
    times = collections.defaultdict(dict)
    with open(path, encoding="utf-8") as file:
        for line in file:
            engine, query, rows, seconds = line.rstrip("\n").split("\t")
            times[engine, query][int(rows)] = float(seconds)
    return times


def written(number):
    """A number of rows a second, in millions."""
    return f"{number / 1e6:,.0f}" if number >= 1e7 else f"{number / 1e6:.1f}"


def table(times):
    engines = list(dict.fromkeys(engine for engine, _ in times))
    sizes = sorted({rows for points in times.values() for rows in points})
    print(f"{'million rows a second':24}" + "".join(f"{f'10^{round(math.log10(rows))} rows':>12}"
                                                    for rows in sizes) + f"{'times sum':>12}")
    for engine in engines:
        for query in ("dp_sum", "dp_sum, groups"):
            points, plain = times[engine, query], times[engine, query.removeprefix("dp_")]
            cells = "".join(f"{written(rows / points[rows]) if rows in points else '':>12}"
                            for rows in sizes)
            last = max(points)
            print(f"{engine + ', ' + query:24}{cells}{points[last] / plain[last]:12.2f}")


def picture(times, cpu):
    most = max(rows for points in times.values() for rows in points)
    across = (lambda rows: LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(rows) - 5)
              / max(1, math.log10(most) - 5))
    down = lambda rate: HEIGHT - BOTTOM - (HEIGHT - TOP
                                           - BOTTOM) * math.log10(rate
                                                                  / LOW) / math.log10(HIGH / LOW)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">Rows a second of one core, dp_sum '
        f'({html.escape(cpu)})</text>',
    ]
    for power in range(5, round(math.log10(most)) + 1):
        x = across(10**power)
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e4e4e4"/><text '
                   f'x="{x:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">1e{power}</text>')
    for power in range(5, 10):
        y = down(10.0**power)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e4e4e4"/><text '
                   f'x="{LEFT - 7}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" '
               'text-anchor="middle">rows</text>')
    for i, engine in enumerate(dict.fromkeys(engine for engine, _ in times)):
        colour, y = COLOURS[i % len(COLOURS)], TOP + 18 + 20 * i
        out.append(f'<path d="M{WIDTH - RIGHT + 12} {y}h22" stroke="{colour}" '
                   f'stroke-width="2"/><text x="{WIDTH - RIGHT + 40}" '
                   f'y="{y + 4}">{html.escape(engine)}</text>')
        for query, dashes in (("dp_sum", ""), ("dp_sum, groups", ' stroke-dasharray="6 4"')):
            path = "L".join(f"{across(rows):.1f} {down(rows / seconds):.1f}" for rows,
                            seconds in sorted(times[engine, query].items()))
            out.append(f'<path d="M{path}" fill="none" stroke="{colour}" '
                       f'stroke-width="1.8"{dashes}/>')
    out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{HEIGHT - BOTTOM}">dashed: 1,000 '
               'groups</text></svg>\n')
    return "\n".join(out)


def main():
    times_path, svg_path, cpu = sys.argv[1:]
    times = read(times_path)
    print(cpu)
    table(times)
    with open(svg_path, "w", encoding="utf-8") as file:
        file.write(picture(times, cpu))


main()
