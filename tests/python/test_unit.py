# SPDX-License-Identifier: MIT
"""The unit, a macroblock a call: values that follow from its definition, by hand."""
import doctest

import genmedia
import numpy
import pytest
from conftest import moved, texture
from genmedia import unit

NOISE, OTHER = (numpy.random.default_rng(seed).integers(0, 256, (96, 96), dtype=numpy.uint8) for seed in (2, 3))


def flat(level):
    return numpy.full((64, 64), level, numpy.uint8)


def sad(source, reference, x, y, width, height, dx, dy):
    """Straight from the definition; within the picture."""
    block = source[y:y + height, x:x + width].astype(int)
    return int(abs(block - reference[y + dy:y + dy + height, x + dx:x + dx + width]).sum())


def smallest(x, y, width, height):
    """Over all positions of the exhaustive window: dx -12 to 15, dy -12 to 11."""
    return min(sad(NOISE, OTHER, x, y, width, height, dx, dy) for dy in range(-12, 12) for dx in range(-12, 16))


# Integer search

def test_a_displaced_picture():
    reference = texture(96, 96)
    found = unit.integer_search(moved(reference, -7, 5), (32, 32), reference)
    assert (found.shape, found.distortion) == (0, 0)
    assert (found.vectors == (28, -20)).all() and found.vectors.dtype == numpy.int16 and found.vectors.shape == (16, 2)
    assert found.blocks().tolist() == [[0, 0, 16, 16, 28, -20]]


def test_all_positions_of_the_window():
    assert unit.integer_search(NOISE, (40, 36), OTHER, partitions="16x16").distortion == smallest(40, 36, 16, 16)
    halves = unit.integer_search(NOISE, (40, 36), OTHER, partitions="8x16")
    expected = [smallest(40, 36, 8, 16), smallest(48, 36, 8, 16)]
    assert halves.shape == 2 and halves.distortion == sum(expected)
    assert halves.distortions.reshape(4, 4).tolist() == [[expected[q % 2]] * 4 for q in range(4)]
    small = unit.integer_search(NOISE, (40, 36), OTHER, partitions=["8x4"])
    assert small.shape == 3 and small.minor_shapes.tolist() == [1] * 4
    for x, y, width, height, dx, dy in small.blocks().tolist():
        assert (width, height) == (8, 4) and dx % 4 == dy % 4 == 0
        assert sad(NOISE, OTHER, 40 + x, 36 + y, 8, 4, dx // 4, dy // 4) == smallest(40 + x, 36 + y, 8, 4)


@pytest.mark.parametrize("window,vector", [("exhaustive", [0, 0]), ("small", [-8, -8]), ("tiny", [-16, -16]),
                                           ("16x12", [-64, -48])])
def test_the_first_of_equal_positions_wins(window, vector):
    assert unit.integer_search(flat(77), (16, 16), flat(77), window=window).vectors[0].tolist() == vector


def test_the_window_goes_where_its_offset_says():
    reference = texture(96, 128)
    found = unit.integer_search(moved(reference, -30, 21), (32, 32), reference, offset=(30, -21), window="tiny")
    assert found.vectors[0].tolist() == [120, -84] and found.distortion == 0
    assert unit.integer_search(moved(reference, -30, 21), (32, 32), reference, window="tiny").distortion > 0


def test_of_two_pictures_the_better_one():
    found = unit.integer_search(flat(12), (16, 16), flat(10), flat(11))
    assert found.directions.tolist() == [1] * 4 and found.distortion == 256
    found = unit.integer_search(flat(12), (16, 16), flat(11), flat(10))
    assert found.directions.tolist() == [0] * 4 and found.distortion == 256


def test_costs_pull_to_the_centre():
    """In flat pictures only the cost of a vector counts."""
    found = unit.integer_search(flat(50), (16, 16), flat(50), cost="default", qp=40, center=(20, -12))
    assert found.vectors[0].tolist() == [20, -12]
    assert unit.integer_search(flat(50), (16, 16), flat(50), cost="default", qp=40).vectors[0].tolist() == [0, 0]
    assert unit.integer_search(NOISE, (40, 36), OTHER, cost="default", qp=51).distortion > \
        unit.integer_search(NOISE, (40, 36), OTHER, cost="none").distortion


# Refinement

def by_hand(vectors=((0, 0),) * 16, **more):
    values = {"shape": 0, "minor_shapes": [0] * 4, "directions": [0] * 4, "vectors_backward": numpy.zeros((16, 2), int),
              "distortions": None, "distortion": None, **more}
    return unit.Found(vectors=numpy.array(vectors), **values)


def test_half_a_pixel_of_a_ramp():
    """(-a + 5b + 5c - d) / 8 of 4x - 4, 4x, 4x + 4 and 4x + 8 is 4x + 2, and so is the mean of the inner ones."""
    ramp = numpy.tile(4 * numpy.arange(64, dtype=numpy.uint8), (64, 1))
    for filter in ("4-tap", "bilinear"):
        found = unit.refine(ramp + 2, (16, 16), by_hand(), ramp, filter=filter)
        assert found.vectors[:, 0].tolist() == [2] * 16 and found.distortion == 0
    half = unit.refine(ramp + 3, (16, 16), by_hand(), ramp, subpel="half")
    assert half.vectors[0, 0] in (2, 4) and half.distortion == 256  # both are 1 away
    assert unit.refine(ramp + 3, (16, 16), by_hand(), ramp).vectors[0, 0] == 3


def test_the_centre_wins_where_all_match_alike():
    assert (unit.refine(flat(50), (16, 16), by_hand(((12, -8),) * 16), flat(50)).vectors == (12, -8)).all()


def test_each_block_from_its_own_vector():
    vectors = [(8 * (entry % 5) - 16, 4 * (entry % 3)) for entry in range(16)]
    found = unit.refine(NOISE, (32, 32), by_hand(vectors, shape=3, minor_shapes=[0, 1, 2, 3]), OTHER)
    assert [row[:4] for row in found.blocks().tolist()] == [
        [0, 0, 8, 8], [8, 0, 8, 4], [8, 4, 8, 4], [0, 8, 4, 8], [4, 8, 4, 8],
        [8, 8, 4, 4], [12, 8, 4, 4], [8, 12, 4, 4], [12, 12, 4, 4]]
    assert (abs(found.blocks()[:, 4:] - [vectors[e] for e in (0, 4, 6, 8, 9, 12, 13, 14, 15)]) <= 3).all()
    firsts = found.distortions[[0, 4, 6, 8, 9, 12, 13, 14, 15]]
    assert firsts.sum() == found.distortion


def test_the_mean_of_two_pictures():
    """10 and 31 have the mean 21, which is right; alone they are 11 and 10 away."""
    alone = unit.refine(flat(21), (16, 16), by_hand(), flat(10), flat(31))
    assert alone.distortion == 256 * 11 and alone.directions.tolist() == [0] * 4
    both = unit.refine(flat(21), (16, 16), by_hand(), flat(10), flat(31), bidirectional=True, subpel="integer")
    assert both.distortion == 0 and both.directions.tolist() == [2] * 4


# Checks

def test_a_given_vector():
    checked = unit.check(NOISE, (16, 16), OTHER, vectors=(-12, 20))
    expected = sad(NOISE, OTHER, 16, 16, 16, 16, -3, 5)
    assert (checked.raw_sad, checked.distortion, checked.distortions.tolist()) == (expected, expected, [expected] * 16)


def test_four_vectors():
    vectors = [(-12, 20), (0, 4), (8, 8), (-4, 0)]
    checked = unit.check(NOISE, (16, 16), OTHER, vectors=numpy.array(vectors))
    expected = [sad(NOISE, OTHER, 16 + q % 2 * 8, 16 + q // 2 * 8, 8, 8, dx // 4, dy // 4)
                for q, (dx, dy) in enumerate(vectors)]
    assert checked.distortions[::4].tolist() == expected and checked.distortion == sum(expected)


def test_directions_follow_from_the_vectors():
    dark, bright = flat(10), flat(31)
    assert unit.check(flat(12), (16, 16), dark, bright, vectors=(0, 0)).raw_sad == 256 * 2
    assert unit.check(flat(12), (16, 16), dark, bright, vectors_backward=(0, 0)).raw_sad == 256 * 19
    assert unit.check(flat(12), (16, 16), dark, bright, vectors=(0, 0), vectors_backward=(0, 0)).raw_sad == 256 * 9


def test_intra_prediction():
    """Each column is like the pixel above it, so vertical (0) is right; the macroblock as a whole is enough."""
    columns = numpy.tile(numpy.random.default_rng(5).integers(0, 256, 64, dtype=numpy.uint8), (64, 1))
    checked = unit.check(columns, (16, 16), intra=True)
    assert (checked.intra_distortion, checked.intra_modes.tolist(), checked.raw_sad) == (0, [0] * 16, 0)
    checked = unit.check(numpy.ascontiguousarray(columns.T), (16, 16), intra=True)
    assert (checked.intra_distortion, checked.intra_modes.tolist()) == (0, [1] * 16)  # horizontal
    field = genmedia.estimate(NOISE, intra=True, cost="none")
    for x, y in ((0, 0), (5, 0), (0, 3), (2, 3), (5, 5)):
        checked = unit.check(NOISE, (16 * x, 16 * y), intra=True)
        assert checked.intra_distortion == field.arrays()["intra_distortion"][0, y, x]
        assert (checked.intra_modes == field.arrays()["intra_modes"][0, y, x]).all()


# Altogether

@pytest.mark.parametrize("options", [{}, {"window": "tiny", "distortion": "haar", "subpel": "half", "qp": 45},
                                     {"partitions": "16x16,8x8", "cost": "none"}])
def test_pictures_by_hand_are_estimates_without_a_predictor(options):
    current, previous = texture(70, 90, 5), texture(70, 90)
    field = genmedia.estimate(current, previous, predictor="none", **options)
    arrays = field.arrays()
    costs = {"cost": options.get("cost", "default"), "qp": options.get("qp", 28)}
    kind, subpel = options.get("distortion", "sad"), options.get("subpel", "quarter")
    search = {name: options[name] for name in ("window", "partitions") if name in options}
    for y in range(5):
        for x in range(6):
            place = (16 * x, 16 * y)
            found = unit.integer_search(current, place, previous, distortion=kind, **search, **costs)
            found = unit.refine(current, place, found, previous, distortion=kind, subpel=subpel, **costs)
            assert (found.vectors == arrays["motion_vectors"][0, y, x]).all()
            assert (found.distortions == arrays["distortions"][0, y, x]).all()
            assert found.distortion == field.distortion[y, x] and found.shape == field.shapes[y, x]


@pytest.mark.parametrize("call,error,words", [
    (lambda: unit.integer_search(NOISE, (65536, 0), OTHER), ValueError, r"source.x is 65536; expected 0\.\.65535"),
    (lambda: unit.integer_search(NOISE, (0.5, 0), OTHER), TypeError, r"place=\(0.5, 0\); expected two whole numbers"),
    (lambda: unit.integer_search(NOISE, (2**40, 0), OTHER), ValueError, "place=.*expected two whole numbers"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER[:50]), ValueError, "forward has the shape"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER, window="huge"), ValueError, "window='huge'; expected one of"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER, offset=(5000, 0)), ValueError, r"offset.x is 5000; expected"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER, qp=52), ValueError, r"qp=52; expected a number in 0\.\.51"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER, centre=(1, 1)), TypeError, "centre"),
    (lambda: unit.integer_search(NOISE, (0, 0), OTHER.astype(float)), TypeError, "expected uint8"),
    (lambda: unit.refine(NOISE, (0, 0), by_hand(shape=5), OTHER), ValueError, "shape"),
    (lambda: unit.refine(NOISE, (0, 0), by_hand(minor_shapes=[0, 1, 9, 0]), OTHER), ValueError, r"found.minor_shapes=.*0\.\.3"),
    (lambda: unit.refine(NOISE, (0, 0), by_hand(directions=[1] * 4), OTHER), ValueError, "backward"),
    (lambda: unit.refine(NOISE, (0, 0), by_hand([(0, 0)] * 3), OTHER), ValueError, "16 vectors of whole quarter pixels"),
    (lambda: unit.refine(NOISE, (0, 0), by_hand(), OTHER, filter="sinc"), ValueError, "filter='sinc'; expected one of"),
    (lambda: unit.check(NOISE, (0, 0), OTHER), ValueError, "expected vectors, vectors_backward or intra=True"),
    (lambda: unit.check(NOISE, (0, 0), vectors=(0, 0)), ValueError, "forward is None; expected a picture beside its vectors"),
    (lambda: unit.check(NOISE, (0, 0), OTHER, vectors=[(0, 0)] * 2), ValueError, "1 or 4 vectors"),
    (lambda: unit.check(NOISE, (0, 0), OTHER, vectors=(0, 9000)), ValueError, "9000; expected"),
    (lambda: unit.check(NOISE, (0, 0), OTHER, OTHER, vectors=(0, 0), vectors_backward=[(0, 0)] * 4), ValueError, "as many"),
])
def test_what_cannot_be(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_results_are_their_own():
    found = unit.integer_search(NOISE, (16, 16), OTHER)
    before = found.vectors.copy()
    unit.integer_search(OTHER, (16, 16), NOISE)
    assert (found.vectors == before).all() and not found.vectors.flags.writeable


def test_examples_of_docstrings():
    failed, tried = doctest.testmod(unit)
    assert tried > 0 and failed == 0
