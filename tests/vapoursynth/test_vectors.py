# SPDX-License-Identifier: MIT
"""Vectors and SADs, against what moves and against MVUtensils' and MVTools' own."""
import numpy
import pytest
import vapoursynth as vs
from conftest import Vectors, core, luma, pan

FORMATS = [vs.YUV420P8, vs.YUV420P10, vs.YUV422P8, vs.YUV444P12, vs.YUV444P16, vs.GRAY8, vs.GRAY16]
names = {format: format.name for format in FORMATS}


@pytest.mark.parametrize("format", FORMATS, ids=names.get)
@pytest.mark.parametrize("pel,blocks,overlap", [(1, 16, 0), (2, 16, 8), (4, 8, 4), (4, 4, 2), (2, 8, 0)])
def test_a_pan_is_found_exactly(format, pel, blocks, overlap):
    if overlap == 2 and format in (vs.YUV420P8, vs.YUV420P10):
        pytest.skip("MVUtensils has no blocks of 4 in 4:2:0 that overlap by 2")
    clip = pan(format)
    supers = core.mvu.Super(clip, blksize=blocks, overlap=overlap, pel=pel)
    edge = 48 // (blocks - overlap)  # blocks whose match may lie outside of the picture
    inner = numpy.s_[edge:-edge, edge:-edge]
    for field, radius in (("true", 2), ("codec", 1)):
        clips = core.genmedia.AnalyseMany(supers, radius=radius, field=field)
        assert len(clips) == 2 * radius
        for number, vectors in enumerate(clips):
            delta = (number // 2 + 1) * (1 if number % 2 == 0 else -1)
            frame = vectors.get_frame(2)
            found = Vectors(frame)
            assert frame.props["MVUtensilsAnalysisDeltaFrame"] == delta
            # delta=+1 is the frame after, where all is 6 pixels to the right.
            assert (found.x[inner] == 6 * delta * pel).all() and (found.y[inner] == -4 * delta * pel).all(), (field, delta)
            assert (found.sad[inner] == 0).all()
            if overlap == 0:  # MVUtensils rounds where blocks overlap
                error = luma(core.mvu.Compensate(clip, supers, vectors), 2) - luma(clip, 2)
                assert (error[48:-48, 48:-48] == 0).all()


@pytest.mark.parametrize("format", FORMATS, ids=names.get)
@pytest.mark.parametrize("pel", [1, 2, 4])
@pytest.mark.parametrize("delta", [1, -1])
def test_sads_are_mvutensils_own_where_vectors_are_equal(format, pel, delta):
    clip = pan(format, frames=3, noise=3)
    for blocks, overlap in ((8, 4), (16, 0)):
        supers = core.mvu.Super(clip, blksize=blocks, overlap=overlap, pel=pel)
        for chroma in (0, 1):
            ours = Vectors(core.genmedia.Analyse(supers, delta=delta, chroma=chroma).get_frame(1))
            theirs = Vectors(core.mvu.Analyse(supers, delta=delta, chroma=chroma).get_frame(1))
            same = (ours.x == theirs.x) & (ours.y == theirs.y)
            assert same.mean() > 0.5 and (theirs.sad[same] > 0).any()
            assert (ours.sad[same] == theirs.sad[same]).all()


@pytest.mark.parametrize("format", [vs.YUV420P8, vs.YUV420P10, vs.YUV444P8, vs.GRAY8], ids=lambda format: format.name)
@pytest.mark.parametrize("pel", [1, 2, 4])
def test_mvtools_too(format, pel):
    clip = pan(format, frames=3, noise=3)
    supers = core.mv.Super(clip, pel=pel)
    for delta in (1, -1):
        ours = core.genmedia.Analyse(supers, delta=delta, blksize=8, overlap=4)
        theirs = core.mv.Analyse(supers, isb=delta > 0, blksize=8, overlap=4)
        a, b = (Vectors(vectors.get_frame(1), "mv") for vectors in (ours, theirs))
        same = (a.x == b.x) & (a.y == b.y)
        assert a.x.shape == b.x.shape and same.mean() > 0.5 and (a.sad[same] == b.sad[same]).all()
        description = [numpy.frombuffer(bytes(vectors.get_frame(1).props["MVTools_MVAnalysisData"]), numpy.int32)
                       for vectors in (ours, theirs)]
        assert (description[0][2:5] == description[1][2:5]).all() and (description[0][10:] == description[1][10:]).all()
        made = core.mv.Compensate(clip, supers, ours)
        assert abs(luma(made, 1) - luma(clip, 1))[48:-48, 48:-48].mean() < 4.5 * (1 << (clip.format.bits_per_sample - 8))


def test_frames_without_a_match_have_no_vectors():
    clip = pan(vs.YUV420P8, frames=4)
    supers = core.mvu.Super(clip, blksize=8, overlap=4)
    after, before, *_, two_before = core.genmedia.AnalyseMany(supers, radius=2)
    has = [["MVUtensilsAnalysisVectors" in vectors.get_frame(n).props for n in range(4)]
           for vectors in (after, before, two_before)]
    assert has == [[True, True, True, False], [False, True, True, True], [False, False, True, True]]
    frame = after.get_frame(0)
    assert not [name for name in frame.props if name.startswith("MVUtensilsSuper")]  # they would hold the planes
    theirs = {name for name in core.mvu.Analyse(supers).get_frame(0).props if name.startswith("MVUtensilsAnalysis")}
    assert theirs == {name for name in frame.props if name.startswith("MVUtensilsAnalysis")}


def test_of_the_next_frame_both_functions_give_the_same():
    supers = core.mvu.Super(pan(vs.YUV420P8, noise=3), blksize=16, overlap=8, pel=4)
    for step in (1, 2):
        many = core.genmedia.AnalyseMany(supers, delta=step)
        for delta, vectors in ((step, many[0]), (-step, many[1])):
            a, b = Vectors(vectors.get_frame(2)), Vectors(core.genmedia.Analyse(supers, delta=delta).get_frame(2))
            assert (a.x == b.x).all() and (a.y == b.y).all() and (a.sad == b.sad).all()


def test_another_prefix():
    supers = core.mvu.Super(pan(vs.YUV420P8), blksize=8, overlap=4, prefix="Mine")
    frame = core.genmedia.Analyse(supers, prefix="Mine").get_frame(0)
    assert len(frame.props["MineAnalysisVectors"]) == frame.props["MineAnalysisNBlkX"] * frame.props["MineAnalysisNBlkY"]


def test_consumers_take_them():
    clip = pan(vs.YUV420P10, frames=6, noise=2)
    supers = core.mvu.Super(clip, blksize=8, overlap=4)
    vectors = core.genmedia.AnalyseMany(supers, radius=3)
    for made in (core.mvu.Degrain(clip, supers, vectors), core.mvu.Degrain3(clip, supers, vectors),
                 core.mvu.FlowInter(clip, supers, vectors[:2]), core.mvu.FlowFPS(clip, supers, vectors[:2], num=50),
                 core.mvu.SCDetection(clip, vectors[0]), core.mvu.OcclusionMask(vectors[0]),
                 core.mvu.SADMask(vectors[1]), core.mvu.Recalculate(supers, vectors[0])):
        (made[0] if isinstance(made, list) else made).get_frame(3)
    supers = core.mv.Super(clip)
    vectors = core.genmedia.AnalyseMany(supers, blksize=8, overlap=4, radius=2)
    for made in (core.mv.Degrain2(clip, supers, *vectors), core.mv.FlowInter(clip, supers, *vectors[:2]),
                 core.mv.BlockFPS(clip, supers, *vectors[:2], num=50)):
        made.get_frame(3)


def test_degrain_takes_noise_away():
    clean, noisy = pan(vs.YUV420P8), pan(vs.YUV420P8, noise=8)
    supers = core.mvu.Super(noisy, blksize=16, overlap=8, pel=4)
    made = core.mvu.Degrain2(noisy, supers, core.genmedia.AnalyseMany(supers, radius=2), thsad=3000, thscd1=16320)
    errors = [(abs(luma(clip, 2) - luma(clean, 2))[48:-48, 48:-48] ** 2).mean() for clip in (noisy, made)]
    assert errors[1] < errors[0] / 3  # a fifth, if all five frames counted the same


def test_the_same_bits_on_one_and_four_threads(threads):
    def bits():
        clip = pan(vs.YUV420P8, frames=6, noise=3)
        supers = core.mvu.Super(clip, blksize=8, overlap=4, pel=2)
        outputs = [*core.genmedia.AnalyseMany(supers, radius=2), core.genmedia.Analyse(supers, field="codec"),
                   core.genmedia.Inter(clip), core.genmedia.FPS(clip, num=60), *core.genmedia.Trust(clip)]
        found = []
        for output in outputs:
            for frame in output.frames():
                found += [bytes(plane) for plane in frame]
                found += [list(frame.props[name]) for name in ("MVUtensilsAnalysisVectors", "MVUtensilsAnalysisSAD")
                          if name in frame.props]
        return found
    threads(1)
    expected = bits()
    for _ in range(2):
        threads(4)
        assert bits() == expected
