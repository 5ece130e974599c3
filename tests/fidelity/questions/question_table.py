# SPDX-License-Identifier: MIT
"""All questions: what each decides, the pictures, and what the rules that come into question would answer.

A question has a kernel of its name in one of the .cl files beside this one. To add one: write the kernel, and a row
here. An answer that no rule predicts is news."""
from asked_pictures import (Picture, differences, dots, haar, haar_of_pairs, half_pixels_both_ways, inside, noise, sad,
                            transform_sum, two_matches)
from question_types import Question

WHITE, BLACK, GRAY = Picture(255), Picture(0), Picture(100)


def _pieces(source, *pieces):
    """A picture that has pieces of the source elsewhere: each (left, top, width, height, dx, dy); else 255."""
    def value(x, y):
        for left, top, width, height, dx, dy in pieces:
            if inside(x, y, left + dx, top + dy, width, height):
                return source.at(x - dx, y - dy)
        return 255
    return Picture(value)


_QUADRANTS = Picture(lambda x, y: 40 + 40 * (x // 8 % 2) + 80 * (y // 8 % 2))
_FIRST_QUADRANT = Picture(lambda x, y: 20 + 50 * (x // 4) + 100 * (y // 4) if inside(x, y, 0, 0, 8, 8) else 255)
_HALVES = Picture(lambda x, y: 50 + 50 * (y // 4 % 2))
_FOURTHS = Picture(lambda x, y: 50 + 50 * (x // 4 % 2) + 100 * (y // 4 % 2))
_FOUR_PLACES = ((-12, -12), (15, -12), (-12, 11), (15, 11))


def _flat_pieces(values):
    """The macroblock's size of each value, at up to four vectors; else 255."""
    def value(x, y):
        for (dx, dy), flat in zip(_FOUR_PLACES, values):
            if inside(x, y, dx, dy):
                return flat
        return 255
    return Picture(value)


SHAPES = [
    Question("tie_16x8", "16x8 before 8x16", lambda a: a.major, {"16x8 first": 1, "8x16 first": 2}, _QUADRANTS,
             _pieces(_QUADRANTS, (0, 0, 16, 8, 0, -12), (0, 8, 16, 8, 0, 8), (0, 0, 8, 16, -12, 0),
                     (8, 0, 8, 16, 12, 0))),
    Question("tie_8x4", "ties go to the first of 8x8, 8x4, 4x8, 4x4", lambda a: a.minors & 3,
             {"8x4 first": 1, "4x8 first": 2, "4x4 first": 3}, _FIRST_QUADRANT,
             _pieces(_FIRST_QUADRANT, (0, 0, 8, 4, 0, -8), (0, 4, 8, 4, 0, 6), (0, 0, 4, 8, -8, 0),
                     (4, 0, 4, 8, 6, 0))),
    Question("penalty_8x4", "8x4 and 4x8 pay it once a quadrant", lambda a: a.best,
             {"once a quadrant": 32, "once a block": 64, "once a macroblock": 8, "with that of 8x8": 32 + 72},
             GRAY, GRAY),
    Question("five_vectors", "maximum vector count: ties", lambda a: a.minors,
             {f"quadrant {q} is cut": 1 << 2 * q for q in range(4)}, _HALVES, _flat_pieces((50, 255, 255, 100))),
    Question("seven_vectors", "maximum vector count: ties", lambda a: a.minors,
             {f"quadrant {q} is cut": 3 << 2 * q for q in range(4)}, _FOURTHS, _flat_pieces((50, 100, 150, 200))),
    Question("duplicates", "distortions of a partition's other entries", lambda a: (a.distortion(0), a.distortion(1)),
             {"in each entry": (256, 256), "in its first entry": (256, 0)}, GRAY, Picture(101)),
    Question("entry_penalty", "distortions of a partition's first entry have its shape's penalty",
             lambda a: (a.best, a.distortion(0)), {"the whole": (272, 272), "nothing": (272, 256)}, GRAY, Picture(101)),
    Question("entry_penalty_16x8", "distortions of a partition's first entry have its shape's penalty",
             lambda a: (a.best, a.distortion(0), a.distortion(8)),
             {"the whole in each": (272, 144, 144), "a half in each": (272, 136, 136), "nothing": (272, 128, 128)},
             GRAY, Picture(101)),
    Question("chain_of_calls", "in a chain of calls, shapes below 8x8 come from the last call alone",
             lambda a: (a.minors, a.best),
             {"the last call alone": (0, 256 * 10), "all calls": (0xFF, 0)}, _FOURTHS,
             _flat_pieces((50, 100, 150, 200)), Picture(lambda x, y: _FOURTHS.at(x, y) + 10)),
]

# What a source of 50 with a last column of 90 has beside its edge, against 50; eight columns lie outside.
_EDGE = Picture(lambda x, y: 90 if x == 63 else 50)

# In whole pixels: the best of the units that the diamond visits, which is inside a unit or at its corner, and a better
# one in the unit above, or diagonally above.
_ABOVE = (10, 1), (10, -3)
_DIAGONAL = (7, -4), (9, -6)
_LAST_QUADRANT = two_matches(*_DIAGONAL, eighths=3)
_LAST_AT_A_CORNER = Picture(lambda x, y: _LAST_QUADRANT.at(x, y) if inside(x, y, 8, 8, 8, 8) else
                            noise(x + _ABOVE[0][0], y + _ABOVE[0][1]))


def _quarters(vector):
    return tuple(4 * axis for axis in vector)


PLACES = [
    Question("source_outside", "a source macroblock that reaches outside its picture", lambda a: a.best,
             {"repeats the edge": 16 * 9 * 40, "is 0": 16 * (40 + 8 * 50), "is 128": 16 * (40 + 8 * 78),
              "is mirrored, with the edge": 16 * 80, "is mirrored, without it": 16 * 40}, _EDGE, Picture(50)),
    Question("tail_inner", "the adaptive tail of the diamond paths", lambda a: a.vector(),
             {"goes to all neighbours of the best match's unit": _quarters(_ABOVE[1]),
              "goes on only from the edge of a unit": _quarters(_ABOVE[0])}, two_matches(*_ABOVE), Picture(noise)),
    Question("tail_diagonal", "the adaptive tail of the diamond paths", lambda a: a.vector(),
             {"has no diagonal steps": _quarters(_DIAGONAL[0]), "has diagonal steps": _quarters(_DIAGONAL[1])},
             two_matches(*_DIAGONAL), Picture(noise)),
    Question("tail_quadrant", "the adaptive tail of the diamond paths", lambda a: a.vector(12),
             {"the best 16x16 match leads it": _quarters(_DIAGONAL[0]),
              "those of 8x8 lead it, too": _quarters(_DIAGONAL[1])}, _LAST_AT_A_CORNER, Picture(noise)),
    # Dots that match better and better: at the first and second position, in the second unit, and in the fifth.
    Question("early_moment", "early termination is tested after each search unit", lambda a: a.vector(),
             {"after each position": (0, 0), "after each unit": (4, 0), "a unit later": (-12, 4),
              "at the end": (20, -8)},
             dots(100, {(6, 8): 110}), dots(100, {(7, 8): 102, (3, 9): 104, (11, 6): 110})),
    Question("early_equal", "early termination: below the threshold", lambda a: a.ended_early,
             {"below": 0, "below or equal": 1}, GRAY, Picture(101)),
    Question("border_left", "border reached, left: bit 0", lambda a: a.border,
             {"left is bit 0": 5, "left has no bit": 4}, GRAY, GRAY),
    Question("border_unit", "border reached: by its outermost positions", lambda a: a.border,
             {"positions": 0, "units": 5}, Picture(lambda x, y: noise(x - 15, y - 11)), Picture(noise)),
    Question("border_searched", "border reached: of the search window", lambda a: a.border,
             {"the window's": 0, "of what is searched": 1}, Picture(lambda x, y: noise(x - 12, y)), Picture(noise)),
]

DISTORTION = [
    Question("weighted_sad", "weighted SAD: a 4x4 distortion is divided by 1, 2, 4, 8", lambda a: a.best,
             {"1, 2, 4, 8": 8 * 16 + 4 * 8 + 3 * 4 + 2, "1, 2, 3, 4": 8 * 16 + 4 * 8 + 3 * 5 + 4,
              "8, 4, 2, 1": 8 * 2 + 4 * 4 + 3 * 8 + 16, "not": 256}, GRAY, Picture(101)),
    Question("full_distortion", "distortions are at most 65535; the SAD of a 4x4 block ends at 2047", lambda a: a.best,
             {"no end": 256 * 255, "a 4x4 block's 2047": 16 * 2047, "14 bits": 16383}, BLACK, WHITE),
    Question("beyond_16_bits", "distortions are at most 65535", lambda a: a.best,
             {"they are": 65535, "they wrap around": (256 * 255 + 3840) & 65535,
              "a 4x4 block's SAD ends at 2047": 16 * 2047 + 3840}, BLACK, WHITE),
]

_SPLIT = Picture(lambda x, y: 10 if y < 8 else 20)
TWO_REFERENCES = [
    Question("direction_tie", "two references: forward wins ties", lambda a: a.directions & 3,
             {"forward": 0, "backward": 1}, GRAY, GRAY, GRAY),
    Question("backward_penalty", "two references: the backward penalty is paid once a partition", lambda a: a.best,
             {"once a quadrant": 64, "once a block": 128, "once a macroblock": 16}, GRAY, Picture(150), GRAY),
    # Forward 0 and 1280, backward 640 and 0.
    Question("no_mix", "where directions may not be mixed", lambda a: (a.directions, a.best),
             {"the cheaper sum": (0x55, 640), "as the first partition": (0, 1280)}, _SPLIT, Picture(10),
             Picture(lambda x, y: 15 if y < 8 else 20)),
    Question("no_mix_tie", "where directions may not be mixed", lambda a: a.directions,
             {"forward": 0, "backward": 0x55}, GRAY, GRAY, GRAY),
    Question("reference_penalty", "reference penalty is part of every block's distortion", lambda a: a.best,
             {"of every block's": 128, "of every quadrant's": 64, "of the macroblock's": 16, "not added": 0}, GRAY,
             GRAY),
]

# The search reaches distances of 396 and 1996 quarter pixels from its cost centres.
VECTOR_COSTS = [
    Question("cost_beyond", "beyond distance 64 each further unit costs one more", lambda a: a.best,
             {"one": 96 + 332, "a half": 96 + 166, "nothing": 96, "two": 96 + 664, "at most 255": 255}, GRAY, GRAY),
    Question("cost_of_zeros", "a table of zeros costs nothing, also beyond distance 64", lambda a: a.best,
             {"nothing": 0, "one a unit": 332, "one a pixel": 83}, GRAY, GRAY),
    Question("cost_cap", "the sum of both axes' costs is at most 1023", lambda a: a.best,
             {"1023": 1023, "no cap": 96 + 1932, "255": 255, "969": 969, "1103": 1103}, GRAY, GRAY),
    Question("cost_cap_of_both", "the sum of both axes' costs is at most 1023", lambda a: a.best,
             {"the sum": 1023, "each axis": 2046, "no cap": 2 * (96 + 1932), "255": 255, "510": 510}, GRAY, GRAY),
    Question("cost_rising", "the fraction between two points is dropped", lambda a: a.best,
             {"dropped": 0, "rounded": 1}, GRAY, GRAY),
    Question("cost_falling", "the fraction between two points is dropped", lambda a: a.best,
             {"down": 0, "towards zero": 1}, GRAY, GRAY),
    Question("cost_of_pixels", "other precisions drop the fraction of a unit", lambda a: a.best,
             {"dropped": 0, "rounded": 10}, Picture(noise), Picture(noise)),
    Question("cost_of_pixels_left", "other precisions drop the fraction of a unit", lambda a: a.best,
             {"of the distance": 0, "of vector and centre": 10}, Picture(noise), Picture(noise)),
]

NOT_FITTING = [
    Question("wide_shape_penalty", "values that do not fit their field: 7680 of 12 bits", lambda a: a.best,
             {"as it is": 7680, "4095": 4095, "the lower bits": 7680 & 4095}, GRAY, GRAY),
    Question("wide_vector_cost", "values that do not fit their field: 1024 of 10 bits", lambda a: a.best,
             {"1023": 1023, "the lower bits": 0}, GRAY, GRAY),
    Question("far_centre", "values that do not fit their field: a cost centre of 16384", lambda a: a.best,
             {"as it is": 1023, "the lower 14 bits": 0}, GRAY, GRAY),
    Question("no_partition", "all partitions disabled", lambda a: a.best,
             {"0x3FFF": 0x3FFF, "0xFFFF": 0xFFFF, "0": 0}, GRAY, GRAY),
]

REFINEMENT = [
    Question("full_refined", "the SAD of a 4x4 block ends at 2047: in refinement", lambda a: a.best,
             {"no end": 256 * 255, "2047": 16 * 2047}, BLACK, WHITE),
    Question("both_tie", "BME: the mix is taken where strictly cheaper", lambda a: a.directions & 3,
             {"strictly": 0, "on a tie, too": 2}, GRAY, GRAY, GRAY),
    # Upper half: forward 1280, mix 0. Lower half: forward 256, mix 512.
    Question("both_no_mix", "where bidirectional and others may not be mixed: by the sum",
             lambda a: (a.directions, a.best), {"by the sum": (0xAA, 512), "none if not all": (0, 1536)}, Picture(10),
             Picture(lambda x, y: 0 if y < 8 else 8), Picture(20)),
    # A vector 10, a reference 16, the backward direction 32.
    Question("both_costs", "a bidirectional partition pays for both vectors and both references, not for its direction",
             lambda a: a.best,
             {"both": 20 + 32, "the direction, too": 20 + 32 + 32, "one reference": 20 + 16, "one of each": 10 + 16,
              "no references": 20}, Picture(10), Picture(0), Picture(20)),
]

_PIXEL = dots(50, {(5, 6): 150})
_SIGNS = Picture(lambda x, y: 255 if (x, y) in ((0, 0), (3, 0), (1, 1), (2, 2), (0, 3)) else 0)
_OPPOSITE = Picture(lambda x, y: 255 - _SIGNS.at(x, y) if inside(x, y, 0, 0, 4, 4) else 0)
_STEEP = Picture(lambda x, y: 100 if noise(x, y) > 63 else 0)
_STRONG = Picture(lambda x, y: 255 if noise(x, y) > 63 else 0)
_WEAK = Picture(lambda x, y: 255 - _STRONG.at(x, y))


def _odd_columns(value):
    return Picture(lambda x, y: value if x % 2 else 0)


def _haar_rules(source, reference, ac_only=False):
    blocks = differences(source, reference.at)
    return {"rows, then all columns": haar(blocks, ac_only), "pairs": haar_of_pairs(blocks, ac_only)}


SKIP_CHECK = [
    Question("full_check", "the SAD of a 4x4 block ends at 2047: in skip check", lambda a: (a.best, a.raw_sad),
             {"nowhere": (65280, 65280), "in both": (32752, 32752), "in the distortion": (32752, 65280),
              "in the raw SAD": (65280, 32752)}, BLACK, WHITE),
    Question("full_raw_4x4", "the SAD of a 4x4 block ends at 2047: as raw SAD", lambda a: a.raw_sad,
             {"no end": 4080, "2047": 2047}, BLACK, WHITE),
    Question("haar_pixel", "Haar: 4x4, two levels, halved", lambda a: a.best, _haar_rules(_PIXEL, Picture(50)), _PIXEL,
             Picture(50)),
    Question("haar_largest", "Haar: whether it ends at 2047", lambda a: a.best,
             {**_haar_rules(_SIGNS, _OPPOSITE), "2047": 2047}, _SIGNS, _OPPOSITE),
    Question("haar_ac_only", "AC-only Haar: the same without the DC coefficient", lambda a: a.best,
             {**_haar_rules(_PIXEL, Picture(50), ac_only=True),
              "with it": haar_of_pairs(differences(_PIXEL, Picture(50).at))}, _PIXEL, Picture(50)),
    Question("filter_clipping", "clipping between the two filters", lambda a: a.best,
             {name: sad(differences(BLACK, half_pixels_both_ways(_STEEP, clipped)))
              for name, clipped in (("clipped", True), ("not clipped", False))}, BLACK, _STEEP),
    Question("bilinear_half", "bilinear filter: the mean of two", lambda a: a.best, {"truncated": 0, "rounded": 256},
             BLACK, _odd_columns(1)),
    Question("bilinear_quarter", "bilinear filter: the mean of two", lambda a: a.best,
             {"truncated": 256, "rounded": 384}, BLACK, _odd_columns(3)),
    Question("mix_rounding", "mix: (forward * (64 - w) + backward * w + 32) >> 6", lambda a: a.best,
             {"rounded": 256, "truncated": 0}, BLACK, BLACK, Picture(1)),
    Question("weight_0", "a bidirectional weight of 0 is one half", lambda a: a.best,
             {"one half": 256 * 32, "all forward": 0, "all backward": 256 * 64}, BLACK, BLACK, Picture(64)),
    # The vector costs 3, the shape 16, the direction 64, the reference 128.
    Question("check_costs", "skip check: vector, shape, direction, reference", lambda a: (a.best, a.raw_sad),
             {"all": (211, 0), "not the direction": (147, 0), "not the shape": (195, 0), "not the reference": (83, 0),
              "the vector": (3, 0), "none": (0, 0)}, GRAY, GRAY),
    Question("check_shape_8x8", "skip check: shape once a block", lambda a: a.best,
             {"once a block": 64, "once a macroblock": 16, "not": 0}, GRAY, GRAY),
    Question("check_zero_vector", "skip check: distance 0 costs, too", lambda a: a.best,
             {"it does": 10, "it is free": 0}, GRAY, GRAY),
    Question("threshold_equal", "forward transform: strictly above the threshold", lambda a: a.transform_count,
             {"strictly": 0, "or equal": 4}, Picture(101), GRAY),
    Question("transform_cap", "forward transform: the sum ends at 65535", lambda a: a.transform_sum,
             {"it does": 65535, "the lower 16 bits": transform_sum(differences(_STRONG, _WEAK.at)) & 65535}, _STRONG,
             _WEAK),
    Question("threshold_sum", "forward transform: by how much", lambda a: (a.transform_count, a.transform_sum),
             {"what is above": (4, 40), "the coefficient": (4, 64)}, Picture(101), GRAY),
]

# Upper and left pixels are 0 and 200 in turn; each pixel is as one of them.
_BOTH_WAYS = Picture(lambda x, y: 200 * ((x if x < y else y) % 2))
_RAMP = Picture(lambda x, y: min(max(60 + 2 * x + 3 * y, 0), 255))


def _beyond_diagonal(left, top):
    """Bright to the lower right of a diagonal of the 4x4 block there."""
    return Picture(lambda x, y: 200 if x - left + y - top >= 4 else 0)


INTRA = [
    Question("full_intra", "the SAD of a 4x4 block ends at 2047: in intra estimation", lambda a: a.intra_distortion,
             {"no end": 256 * 255, "2047": 16 * 2047}, BLACK, BLACK),
    Question("intra_tie_16x16", "intra ties: of modes the lower number", lambda a: a.mode(),
             {"vertical": 0, "horizontal": 1}, _BOTH_WAYS, BLACK),
    Question("intra_tie_8x8", "intra ties: of modes the lower number", lambda a: a.mode(),
             {"vertical": 0, "DC": 2, "the last": 8}, GRAY, GRAY),
    Question("intra_tie_4x4", "intra ties: of modes the lower number", lambda a: a.mode(),
             {"vertical": 0, "DC": 2, "the last": 8}, GRAY, GRAY),
    Question("intra_tie_of_shapes", "intra ties: of shapes 16x16, 8x8, 4x4", lambda a: a.intra_shape,
             {"16x16": 0, "8x8": 1, "4x4": 2}, GRAY, GRAY),
    Question("upper_right_later", "upper right rules of inner blocks as AVC", lambda a: a.mode(3) == 3,
             {"AVC's": False, "also pixels that AVC decodes later": True}, _beyond_diagonal(4, 4), BLACK),
    Question("upper_right_earlier", "upper right rules of inner blocks as AVC", lambda a: a.mode(2) == 3,
             {"AVC's": True, "inner blocks have none": False}, _beyond_diagonal(0, 4), BLACK),
    Question("dc_alone", "DC without neighbours is 128", lambda a: a.intra_distortion,
             {"128": 256 * 28, "127": 256 * 27, "64": 256 * 36, "0": 256 * 100}, GRAY, GRAY),
    Question("plane_number", "plane's mode number", lambda a: (a.mode(), a.intra_distortion),
             {"3": (3, 0), "4": (4, 0)}, _RAMP, GRAY),
    Question("chroma_penalty", "chroma: horizontal pays the penalty once",
             lambda a: (a.chroma_mode, a.chroma_distortion),
             {"once": (1, 16), "twice": (1, 32), "not": (1, 0)}, GRAY, GRAY,
             chroma=Picture(lambda x, y: 20 * ((y + 16) % 8))),
    Question("chroma_plane", "chroma: plane pays the penalty twice", lambda a: (a.chroma_mode, a.chroma_distortion),
             {"twice": (3, 32), "once": (3, 16), "not": (3, 0)}, GRAY, GRAY,
             chroma=Picture(lambda x, y: 41 + x // 2 + 2 * (y + 17))),
    Question("neighbour_mode_9", "neighbour modes 9 to 15", lambda a: a.intra_distortion,
             {"as no mode": 16, "as a mode that there is": 0}, GRAY, GRAY),
]


def _all():
    files = {"integer_questions.cl": SHAPES + PLACES + DISTORTION + TWO_REFERENCES + VECTOR_COSTS,
             "refine_questions.cl": REFINEMENT, "check_questions.cl": SKIP_CHECK + INTRA}
    questions = [question._replace(file=file) for file, of_file in files.items() for question in of_file]
    # Last, as nobody knows what a unit makes of them.
    return questions + [question._replace(file="integer_questions.cl") for question in NOT_FITTING]


QUESTIONS = _all()
