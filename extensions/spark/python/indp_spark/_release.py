"""Actions, which run a job and return plain Python objects."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

import indp
from pyspark.sql import DataFrame, Row

from ._aggregates import Aggregate
from ._keys import Keys, one_or_tuple, readable
from ._lazy import sent_states
from ._lazy import states as lazy_states
from ._partition import merged
from ._schema import grouped, listed_keys, named


def release(
    df: DataFrame,
    aggregates: Mapping[str, Aggregate],
    epsilon: Any,
    by: Any = (),
    keys: Optional[Any] = None,
    options: Any = None,
) -> List[Row]:
    """Runs one job over the rows and releases each aggregate once, on the driver.

    Args:
        df, aggregates, by: as for `states`.
        epsilon: the privacy loss of each aggregate: a dict from their names, or a number if there
            is one aggregate. The groups of one aggregate share its epsilon, since each row is in
            one group.
        keys: the PUBLIC keys, required if there is `by`. Each has a row in the answer, whether or
            not the data have it: a key without rows gets noise around the answer of no rows. Rows
            with other keys are left out.
        options: an indp.Options for all aggregates, or a dict from names to options.

    Returns:
        A list with one Row for each key, in the order of `keys`: the key columns, then the
        answers. Without `by`, a list with one Row.

    Raises, before the job runs, whatever `states` raises, and:
        indp.ParameterError: epsilon or an option is wrong.
        TypeError, ValueError: epsilon, keys or options do not fit the aggregates.

    Privacy: costs the sum of the epsilons of all aggregates. Calling it again costs as much again.
    """
    wanted = named(df, aggregates)
    keys = _kept(keys)
    by, listed, plan = _plan(df, wanted, epsilon, by, keys, options)
    made = lazy_states(df, wanted, by, keys)
    return _answers(made, wanted, by, listed, plan)


def release_states(
    states: DataFrame,
    aggregates: Mapping[str, Aggregate],
    epsilon: Any,
    by: Any = (),
    keys: Optional[Any] = None,
    options: Any = None,
) -> List[Row]:
    """As `release`, for a DataFrame of states: what `states`, `merge`, the SQL functions or another
    engine made with these aggregates, perhaps read from files.

    Also raises indp.ParameterError, after the job, if a state has another kind or other parameters
    than its aggregate, or is not a state. The first state of each column is compared whatever its
    key is, so that a wrong parameter does not show which of the listed keys have rows. A frame
    without states has nothing to compare.

    Privacy: as for `release`. Every release of the same stored states costs its epsilon.
    """
    wanted = named(states, aggregates)
    by, listed, plan = _plan(states, wanted, epsilon, by, _kept(keys), options)
    return _answers(states, wanted, by, listed, plan)


def collect(
    states: DataFrame, aggregates: Mapping[str, Aggregate], by: Any = (), keys: Any = None
) -> Dict[Any, Dict[str, Any]]:
    """Runs a job, and merges states by their keys on the driver. Nothing is released.

    Args:
        states, aggregates, by, keys: as for `release_states`. If keys is None, the keys are those
            of the data: the result then has PRIVATE keys, and publishing an answer for each of them
            reveals which keys exist.

    Returns:
        A dict from keys to dicts from names to states of the package indp, which can do more than
        `release`: accuracies, intervals, `release_parts`. The key is a value, or a tuple if there
        are several columns, or () without `by`.

    Privacy: costs nothing. The result is RAW PRIVATE DATA.
    """
    wanted = named(states, aggregates)
    by = grouped(by, list(wanted), keys)
    listed = None if keys is None else listed_keys(states, by, keys)
    found = _collect(states, wanted, by, listed)
    names = list(found) if not by else one_or_tuple(list(found), by)
    return dict(zip(names, found.values()))


def _kept(keys: Any) -> Any:
    """Makes a list of an iterator, since the keys are read several times."""
    return list(keys) if isinstance(keys, Iterator) else keys


def _plan(
    df: DataFrame, aggregates: Dict[str, Aggregate], epsilon: Any, by: Any, keys: Any, options: Any
) -> Tuple[List[str], Optional[Keys], Dict[str, Tuple[float, Optional[indp.Options]]]]:
    """Checks all that is public, before a job runs."""
    by = grouped(by, list(aggregates), keys)
    if by and keys is None:
        raise TypeError("keys: list the public keys, since keys found in the data are private")
    listed = listed_keys(df, by, keys) if by else None
    losses = _each("epsilon", epsilon, aggregates, required=True)
    chosen = _each("options", options, aggregates, required=False)
    plan = {}
    for name, aggregate in aggregates.items():
        plan[name] = (losses[name], chosen.get(name))
        aggregate.check(*plan[name])
    return by, listed, plan


def _each(what: str, given: Any, aggregates: Dict[str, Aggregate], required: bool) -> Dict:
    """One value for each aggregate."""
    if isinstance(given, Mapping):
        if not set(given) <= set(aggregates) or (required and len(given) < len(aggregates)):
            each = ", one for each aggregate" if required else ""
            raise ValueError(f"{what}: the keys of the dict must be names of aggregates{each}")
        return dict(given)
    if required and len(aggregates) > 1:
        raise TypeError(f"{what} must be a dict with a value for each aggregate")
    return dict.fromkeys(aggregates, given)


def _answers(
    states: DataFrame,
    aggregates: Dict[str, Aggregate],
    by: List[str],
    listed: Optional[Keys],
    plan: Dict,
) -> List[Row]:
    row = Row(*by, *aggregates)
    rows = []
    for key, group in _collect(states, aggregates, by, listed).items():
        answers = [
            aggregate.answer(group[name], *plan[name]) for name, aggregate in aggregates.items()
        ]
        rows.append(row(*key, *answers))
    return rows


def _collect(
    states: DataFrame, aggregates: Dict[str, Aggregate], by: List[str], listed: Optional[Keys]
) -> Dict[Any, Dict[str, Any]]:
    """The merged states by key, as states of the package indp: those of the listed keys, in their
    order, or those of all keys. A key without rows has empty states."""
    sent, kinds = sent_states(states, aggregates, by)
    # Rows of Connect have bytes, and those of a classic session bytearrays.
    rows = [
        (_plain(row[: len(by)]), [data and bytes(data) for data in row[len(by) :]])
        for row in sent.collect()
    ]
    _compare(aggregates, rows)
    starts = [aggregate.start for aggregate in aggregates.values()]
    found = merged(starts, (row for row in rows if listed is None or row[0] in listed))
    if not by:
        order = {(): ()}
    elif listed is None:
        order = {key: readable(key, kinds) for key in found}
    else:
        order = listed
    return {
        name: dict(zip(aggregates, found.get(key) or [start() for start in starts]))
        for key, name in order.items()
    }


def _compare(aggregates: Dict[str, Aggregate], rows: List[Any]) -> None:
    """Compares the parameters of each aggregate with those of the first state in its column."""
    for at, (name, aggregate) in enumerate(aggregates.items()):
        first = next((row[at] for _, row in rows if row[at] is not None), None)
        if first is not None:
            try:
                aggregate.start().merge(indp.deserialise(first))
            except indp.ParameterError as error:
                raise indp.ParameterError(error.status, name) from error


def _plain(key: Any) -> Tuple[Any, ...]:
    return tuple(bytes(value) if isinstance(value, bytearray) else value for value in key)
