"""The methods that are alike for the states of all kinds, and the classes that are alike."""
import classes
import interface

# The class that a class of values between two bounds embeds.
EMBEDDED = {"numbers": "numbers{rows{own}}", "withParts": "withParts{numbers{rows{own}}}"}

# Classes whose error depends only on parameters: the bound, and what r bounds.
A_RELEASE = "the error of a release"
PREDICTED = {
    "Count": (f", in rows, that {A_RELEASE} exceeds with probability at most alpha.", "the error"),
    "Sum": (f" that {A_RELEASE} exceeds with probability at most alpha.", "the error"),
    "Quantile": (f", in ranks, that {A_RELEASE} exceeds with probability at most alpha. The error of a minimum or "
                 "maximum is the number of rows beyond the answer.", "the error"),
    "Mode": (f" that {A_RELEASE} exceeds with probability at most alpha. The error is how many fewer rows the "
             "released candidate has than the most common one.", "the error"),
    "Histogram": (", in rows, that the error of each single count exceeds with probability at most alpha.",
                  "the error of each single count"),
}

MADE = """
// {name} is {what}.
type {name} struct{{ {base} }}

// New{name} makes an empty state. lo and hi are public. rowsPerPerson is the largest number of rows that one person has. \
The caller guarantees it; the library cannot check it.
func New{name}(lo, hi float64, rowsPerPerson uint64) (*{name}, error) {{
	return New{name}OnGrid(lo, hi, 0, rowsPerPerson)
}}

// New{name}OnGrid makes an empty state whose values are rounded to multiples of grid, a power of two. If grid is 0, the \
library chooses the grid.
func New{name}OnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*{name}, error) {{
	own, err := newState({low}StateSize, func(bytes []byte) error {{
		return low{title}Init(bytes, lo, hi, grid, rowsPerPerson)
	}})
	if err != nil {{
		return nil, err
	}}
	return &{name}{{{embedded}}}, nil
}}
"""

EXPECTED = """
// Accuracy is a bound{bound}
func (s *{name}) Accuracy(epsilon, alpha float64, options *Options) (float64, error) {{
	return s.accuracy(0, epsilon, alpha, options)
}}

// EpsilonForAccuracy is the smallest epsilon at which {error} exceeds r with probability at most alpha.
func (s *{name}) EpsilonForAccuracy(alpha, r float64, options *Options) (float64, error) {{
	return s.epsilonForAccuracy(0, alpha, r, options)
}}
"""

ALL = """
// Merge adds the rows of another {name} with the same parameters. The other state may be this state itself.
func (s *{name}) Merge(other *{name}) error {{
	if other == nil {{
		return errUnmade
	}}
	return s.merge(&other.state)
}}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or because either state was \
released. It merges nothing.
func (s *{name}) Compatible(other *{name}) error {{
	if other == nil {{
		return errUnmade
	}}
	return s.compatible(&other.state)
}}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each state read can be \
released, and each release costs its own epsilon.
func (s *{name}) UnmarshalBinary(bytes []byte) error {{ return s.{read}, bytes) }}
"""

# Classes whose states have the same kind, and the calls that tell them apart.
CELLS = {"Histogram": "unmarshalCells(false", "Bounds": "unmarshalCells(true"}


def wrapped(text):
    """Wraps the comments."""
    lines = (interface.wrap(line[3:], "//") if line.startswith("// ") else line for line in text.split("\n"))
    return "\n".join(lines)


def aggregates():
    out = []
    for kind in classes.KINDS:
        name = kind["class"]
        names = {"name": name, "title": name.capitalize(), "low": name.lower()}
        if kind.get("bounds"):
            base = "withParts" if kind.get("sums") else "numbers"
            out.append(MADE.format(what=kind["what"], base=base, embedded=EMBEDDED[base], **names))
        if name in PREDICTED:
            bound, error = PREDICTED[name]
            out.append(EXPECTED.format(bound=bound, error=error, **names))
        out.append(ALL.format(read=CELLS.get(name, f"unmarshal(kind{names['title']}"), **names))
    out.append(ALL.format(name="Bounds", read=CELLS["Bounds"]))
    return wrapped("".join(out))
