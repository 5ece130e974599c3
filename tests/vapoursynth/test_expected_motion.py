# SPDX-License-Identifier: MIT
"""What a script says of the motion before it is searched: start vectors, and smoothness."""
import numpy
import pytest
import vapoursynth as vs
from conftest import Vectors, clip_of, core, pan, texture

WIDTH, HEIGHT, MOVED = 320, 192, 72
TOP, LEFT, SIDE = 80, 200, 32  # of a square, in frame 0


def jump():
    """A square moves by MOVED to the left, before a ground that stands."""
    ground, square = texture(HEIGHT, WIDTH, 3), texture(SIDE, SIDE, 8)
    pictures = []
    for moved in (0, MOVED):
        picture = ground.copy()
        picture[TOP:TOP + SIDE, LEFT - moved:LEFT - moved + SIDE] = square
        pictures.append(picture)
    return clip_of(pictures, vs.YUV420P8)


def supers_of(clip, kind, pel=4):
    return core.mvu.Super(clip, blksize=8, overlap=0, pel=pel) if kind == "mvu" else core.mv.Super(clip, pel=pel)


def on_square(vectors, left):
    """Of the blocks of 8 that lie on the square, the share that moves by MOVED to the left or right, to within a pixel."""
    rows, columns = numpy.s_[TOP // 8:(TOP + SIDE) // 8], numpy.s_[left // 8:(left + SIDE) // 8]
    x, y = vectors.x[rows, columns] / 4, vectors.y[rows, columns] / 4
    return ((abs(abs(x) - MOVED) <= 1) & (abs(y) <= 1)).mean()


def start_of(clip, kind, pel, delta, square):
    """A clip of vectors, all 0 but for those of the square's blocks, of 16x16."""
    if kind == "mvu":
        vectors = core.mvu.Analyse(core.mvu.Super(clip, blksize=16, overlap=0, pel=pel), delta=delta)
    else:
        vectors = core.mv.Analyse(core.mv.Super(clip, pel=pel), isb=delta > 0, blksize=16)

    def put(n, f):
        made = f.copy()
        name = "MVUtensilsAnalysisVectors" if kind == "mvu" else "MVTools_vectors"
        if kind == "mvu" and name not in made.props:
            return made
        x = numpy.zeros((HEIGHT // 16, WIDTH // 16), numpy.int64)
        x[TOP // 16:(TOP + SIDE) // 16, square // 16:(square + SIDE + 15) // 16] = -delta * MOVED * pel
        if kind == "mvu":
            made.props[name] = [int(v) & 0xFFFFFFFF for v in x.ravel()]
        else:
            data = bytearray(made.props[name])
            records = numpy.frombuffer(data, dtype=[("x", "i4"), ("y", "i4"), ("sad", "i8")], count=x.size,
                                       offset=len(data) - 16 * x.size)
            records["x"], records["y"] = x.ravel(), 0
            made.props[name] = bytes(data)
        return made
    return vectors.std.ModifyFrame(vectors, put)


@pytest.mark.parametrize("kind", ["mvu", "mv"])
@pytest.mark.parametrize("pel", [1, 4])  # of the start vectors
def test_start_vectors_find_what_is_too_small_and_too_far(kind, pel):
    clip = jump()
    supers = supers_of(clip, kind)
    # With delta 1 the square of frame 0 has its match to the left; with -1 that of frame 1 to the right.
    for delta, frame, left in ((1, 0, LEFT), (-1, 1, LEFT - MOVED)):
        start = start_of(clip, kind, pel, delta, left)
        search = {"delta": delta, "blksize": 8, "overlap": 0}
        without = Vectors(core.genmedia.Analyse(supers, **search).get_frame(frame), kind)
        found = Vectors(core.genmedia.Analyse(supers, start=start, **search).get_frame(frame), kind)
        assert on_square(without, left) < 0.1 and on_square(found, left) > 0.8
        far = numpy.abs(found.x / 4) > MOVED / 2
        assert far.mean() < 0.1  # the ground stands


def test_of_many_searches_both_ways_begin_there():
    clip = jump()
    start = start_of(clip, "mvu", 2, 1, LEFT)
    after, before = core.genmedia.AnalyseMany(supers_of(clip, "mvu"), start=start)
    assert on_square(Vectors(after.get_frame(0)), LEFT) > 0.8
    assert on_square(Vectors(before.get_frame(1)), LEFT - MOVED) > 0.8


def test_own_vectors_are_start_vectors():
    clip = pan(vs.YUV420P10, frames=3)
    supers = core.mvu.Super(clip, blksize=8, overlap=4, pel=2)
    for delta in (1, -1):
        own = core.genmedia.Analyse(supers, delta=delta)
        found = core.genmedia.Analyse(supers, delta=delta, start=own)
        inner = numpy.s_[12:-12, 12:-12]
        assert (Vectors(found.get_frame(1)).x[inner] == 6 * delta * 2).all()
        # Where there is no match, neither has any.
        assert "MVUtensilsAnalysisVectors" not in found.get_frame(2 if delta > 0 else 0).props


def unrest(vectors):
    """How much blocks move unlike those beside them, on the mean."""
    return numpy.abs(numpy.diff(vectors.x, axis=1)).mean() + numpy.abs(numpy.diff(vectors.y, axis=0)).mean()


def test_smoothness_holds_vectors_together():
    supers = core.mvu.Super(pan(vs.YUV420P8, frames=3, noise=90), blksize=8, overlap=4, pel=4)

    def found(n=1, **more):
        return Vectors(core.genmedia.Analyse(supers, refine=0, **more).get_frame(n))
    loose, usual, stiff = found(smoothness=0), found(), found(smoothness=5)
    assert unrest(loose) > 1.5 * unrest(usual) > 1.5 * 1.5 * unrest(stiff)
    one = found(smoothness=1)
    assert (one.x == usual.x).all() and (one.y == usual.y).all()
    many = Vectors(core.genmedia.AnalyseMany(supers, refine=0, smoothness=5)[0].get_frame(1))
    assert (many.x == stiff.x).all() and (many.y == stiff.y).all()


def test_masks_take_smoothness():
    clip = pan(vs.YUV420P8, frames=2, noise=40)
    loose, stiff = (numpy.asarray(core.genmedia.Trust(clip, smoothness=s)[0].get_frame(0)[0]).mean() for s in (0, 5))
    assert stiff > loose  # vectors that agree with those around them are believed


def vectors_of(**more):
    return core.mvu.Analyse(core.mvu.Super(pan(vs.YUV420P8, **more), blksize=8, overlap=4))


@pytest.mark.parametrize("arguments,words", [
    ({"smoothness": -1}, "Analyse: smoothness is -1; expected 0..100"),
    ({"smoothness": 101}, "smoothness is 101; expected 0..100"),
    ({"smoothness": float("nan")}, "smoothness is nan; expected 0..100"),
    ({"smoothness": 2, "field": "codec"}, "smoothness is 2, and field is 'codec'; expected 'true' beside it"),
    ({"start": vectors_of, "field": "codec"}, "start is given, and field is 'codec'; expected 'true' beside it"),
    ({"start": lambda: pan(vs.YUV420P8)}, "start is no clip of vectors: frame 0 has neither MVUtensilsAnalysisNBlkX nor"),
    ({"start": vectors_of, "delta": -1}, "start has vectors of delta 1; expected -1"),
    ({"start": lambda: vectors_of(width=64, height=64)}, "start is of a clip of 64x64; expected 346x262, as super"),
    ({"start": lambda: vectors_of().std.SetFrameProps(MVUtensilsAnalysisPel=9)}, "AnalysisPel is 9; expected 1..4"),
    ({"start": lambda: vectors_of().std.RemoveFrameProps("MVUtensilsAnalysisBlkSizeX")}, "AnalysisBlkSizeX is missing"),
    ({"start": lambda: pan(vs.YUV420P8).std.SetFrameProps(MVTools_MVAnalysisData="short")},
     "MVTools_MVAnalysisData has 5 bytes; expected 84"),
])
def test_refused(arguments, words):
    made = {name: value() if callable(value) else value for name, value in arguments.items()}
    supers = core.mvu.Super(pan(vs.YUV420P8), blksize=8, overlap=4)
    with pytest.raises(vs.Error, match=words):
        core.genmedia.Analyse(supers, **made)


def test_frames_of_start_that_are_not_as_the_first():
    supers = core.mvu.Super(pan(vs.YUV420P8), blksize=8, overlap=4)
    for value, words in (([1, 2, 3], "has fewer vectors in MVUtensilsAnalysisVectors; expected those of 86x65 blocks"),
                         ("words", "AnalysisVectors"), ([2**30] * 86 * 65, "MotionRequest.start has the vector")):
        vectors = core.mvu.Analyse(supers)
        columns = vectors.get_frame(0).props["MVUtensilsAnalysisNBlkX"], vectors.get_frame(0).props["MVUtensilsAnalysisNBlkY"]
        assert columns == (86, 65)
        start = vectors.std.SetFrameProps(MVUtensilsAnalysisVectors=value)
        with pytest.raises(vs.Error, match=r"genmedia\.Motion: .*" + words):
            core.genmedia.Analyse(supers, start=start).get_frame(1)
