# SPDX-License-Identifier: MIT
"""A question to the unit, and an answer."""
from typing import Any, Callable, NamedTuple

from asked_pictures import Picture

SIZE_OF_ANSWER = 68    # words
NOT_TOLD = 0xFFFFFFFF  # a word that the kernel did not write


class Answer(NamedTuple):
    """The words of an answer, as question.h lays them out."""
    words: tuple

    def vector(self, n=0, backward=False):
        """In quarter pixels."""
        word = self.words[n + (16 if backward else 0)]
        return tuple((half ^ 0x8000) - 0x8000 for half in (word & 0xFFFF, word >> 16))

    def distortion(self, n=0):
        return self.words[32 + n]

    def mode(self, n=0):
        return (self.words[63] | self.words[64] << 32) >> 4 * n & 15

    best = property(lambda self: self.words[48])
    major = property(lambda self: self.words[49])
    minors = property(lambda self: self.words[50])
    directions = property(lambda self: self.words[51])
    border = property(lambda self: self.words[53])
    ended_early = property(lambda self: self.words[56])
    raw_sad = property(lambda self: self.words[57])
    transform_count = property(lambda self: self.words[58] & 0xFF)
    transform_sum = property(lambda self: self.words[59] & 0xFFFF)
    intra_shape = property(lambda self: self.words[61])
    intra_distortion = property(lambda self: self.words[62])
    chroma_mode = property(lambda self: self.words[65])
    chroma_distortion = property(lambda self: self.words[66])


class Question(NamedTuple):
    name: str                        # and the kernel's
    decides: str                     # the row of docs/fidelity.md, in short
    reads: Callable[[Answer], Any]   # what of the answer decides
    rules: dict[str, Any]            # {rule: what it predicts}
    source: Picture
    forward: Picture
    backward: Picture | None = None  # as forward where there is none
    chroma: Picture | None = None    # of the source: Cb and Cr alternate
    file: str = ""
