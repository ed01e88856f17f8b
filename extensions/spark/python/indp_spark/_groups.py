"""Numbers the groups of rows by their keys. Runs on the executors."""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Optional

import numpy as np
import pyarrow as pa

from ._keys import Key


class Groups:
    """The keys that were seen so far, with a number for each. If there is a list of public keys,
    rows with other keys have the number -1."""

    def __init__(self, public: Optional[FrozenSet[Key]]) -> None:
        self._public = public
        self.numbers: Dict[Key, int] = {}

    def of(self, columns: List[pa.Array]) -> np.ndarray:
        """The number of each row's group."""
        combined = np.zeros(len(columns[0]), np.int64)
        texts = []
        for column in columns:
            coded = column.dictionary_encode(null_encoding="encode")
            texts.append(coded.dictionary.to_pylist())
            # The product of the sizes of the dictionaries can exceed 64 bits. Renumbering after
            # each column keeps the codes below the number of rows.
            combined = combined * len(texts[-1]) + coded.indices.to_numpy()
            if len(columns) > 1:
                _, first, combined = np.unique(combined, return_index=True, return_inverse=True)
        if len(columns) == 1:
            keys = [(value,) for value in texts[0]]
        else:
            keys = self._several(columns, first)
        numbers = np.array([self._number(key) for key in keys], np.int64)
        return numbers[combined] if len(keys) else combined

    @staticmethod
    def _several(columns: List[pa.Array], first: np.ndarray) -> List[Key]:
        return list(zip(*(column.take(pa.array(first)).to_pylist() for column in columns)))

    def _number(self, key: Key) -> int:
        found = self.numbers.get(key)
        if found is None:
            if self._public is not None and key not in self._public:
                return -1
            found = self.numbers[key] = len(self.numbers)
        return found
