# SPDX-License-Identifier: MIT
"""What is refused, and with which words; what other filters do to frames."""
import pytest
import vapoursynth as vs
from conftest import core, pan


def super_of(clip):
    return core.mvu.Super(clip, blksize=8, overlap=4)


def changing():
    return core.std.Splice([pan(vs.YUV420P8, 2, width=64, height=64), pan(vs.YUV420P8, 2, width=96, height=64)], mismatch=True)


def blank(format, **more):
    return core.std.BlankClip(format=format, width=64, height=64, length=3, **more)


@pytest.mark.parametrize("call,words", [
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), delta=0), "Analyse: delta is 0; expected another number"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), field="best"), "field is 'best'; expected 'true' or 'codec'"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), blksize=3), "blksize is 3; expected 4..128"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), blksize=16, overlap=9), "overlap is 9; expected 0..8"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), overlap=[4, 3]), "no multiple of 2x2"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), refine=65), "refine is 65; expected 0..64"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), **{"lambda": -1}), "lambda is -1; expected 0.."),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), chroma=2), "chroma is 2; expected 0..1"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), search=3), "does not take argument.*search"),
    (lambda: core.genmedia.AnalyseMany(super_of(pan(vs.YUV420P8)), radius=0), "radius is 0; expected 1..64"),
    (lambda: core.genmedia.AnalyseMany(super_of(pan(vs.YUV420P8)), delta=-1), "delta is -1; expected 1.."),
    (lambda: core.genmedia.Analyse(pan(vs.YUV420P8)), "super is no clip of mvu.Super or mv.Super"),
    (lambda: core.genmedia.Analyse(super_of(pan(vs.YUV420P8)), prefix="Other"), "neither OtherSuperWidth nor Super_pel"),
    (lambda: core.genmedia.Analyse(core.mv.Super(blank(vs.GRAY8)), blksize=128), "super is 64x64; expected room for a block"),
    (lambda: core.genmedia.Analyse(changing()), "super changes its format or size"),
    (lambda: core.genmedia.Analyse(blank(vs.GRAYS)), "super is GrayS; expected YUV or gray with integers of 8 to 16 bits"),
    (lambda: core.genmedia.AnalyseMany(blank(vs.YUV420PS)), "AnalyseMany: super is YUV420PS; expected YUV or gray"),
    (lambda: core.genmedia.Trust(blank(vs.GRAYH)), "Trust: super is GrayH; expected YUV or gray"),
    (lambda: core.genmedia.Inter(blank(vs.YUV444PH)), "Inter: clip is YUV444PH; expected YUV or gray"),
    (lambda: core.genmedia.FPS(blank(vs.GRAY32), num=50), "clip is Gray32; expected YUV or gray"),
    (lambda: core.genmedia.FPS(changing(), num=50), "FPS: clip changes its format or size"),
    (lambda: core.genmedia.FPS(blank(vs.RGB24), num=50), "clip is RGB24; expected YUV or gray"),
    (lambda: core.genmedia.FPS(blank(vs.YUV444PS), num=50), "FPS: clip is YUV444PS; expected YUV or gray with integers"),
    (lambda: core.genmedia.FPS(blank(vs.YUV410P8), num=50), "clip is YUV410P8, with chroma of a quarter of luma's sides"),
    (lambda: core.genmedia.FPS(pan(vs.GRAY8), num=0), "num is 0; expected 1.."),
    (lambda: core.genmedia.FPS(pan(vs.GRAY8), num=50, den=-1), "den is -1; expected 1.."),
    (lambda: core.genmedia.FPS(blank(vs.GRAY8).std.Loop(99), num=2**31 - 1), "more than 2.31 frames"),
    (lambda: core.genmedia.FPS(pan(vs.GRAY8)), "FPS: argument num is required"),
    (lambda: core.genmedia.FPS(blank(vs.GRAY8, fpsnum=0), num=50), "clip has no constant frame rate"),
    (lambda: core.genmedia.Inter(pan(vs.GRAY8), time=101), "time is 101; expected 0..100"),
    (lambda: core.genmedia.Inter(pan(vs.GRAY8), time=float("nan")), "time is nan; expected 0..100"),
    (lambda: core.genmedia.Trust(blank(vs.RGB24)), "super is RGB24; expected YUV or gray"),
    (lambda: core.genmedia.Trust(pan(vs.GRAY8), delta=0), "delta is 0"),
])
def test_refused(call, words):
    with pytest.raises(vs.Error, match=words):
        call()


def test_one_frame_and_a_delta_beyond_the_clip():
    clip = pan(vs.YUV420P8, frames=1)
    assert core.genmedia.FPS(clip, num=120).num_frames == 1
    for made in (core.genmedia.FPS(clip, num=120), core.genmedia.Inter(clip), *core.genmedia.Trust(clip)):
        made.get_frame(0)
    supers = super_of(pan(vs.YUV420P8, frames=3))
    for vectors in (core.genmedia.Analyse(super_of(clip)), core.genmedia.Analyse(supers, delta=500),
                    core.genmedia.Analyse(supers, delta=-(2**20)), *core.genmedia.AnalyseMany(supers, radius=9)[4:]):
        for frame in vectors.frames():
            assert "MVUtensilsAnalysisVectors" not in frame.props
    core.mvu.Degrain(pan(vs.YUV420P8, frames=3), supers, core.genmedia.AnalyseMany(supers, radius=5)).get_frame(1)


@pytest.mark.parametrize("width,height", [(16, 16), (17, 16), (2, 2), (34, 200)])
def test_small_clips(width, height):
    clip = pan(vs.YUV420P8, frames=2, width=width // 2 * 2, height=height // 2 * 2)
    core.genmedia.FPS(clip, num=60).get_frame(1)
    core.genmedia.Trust(clip)[0].get_frame(0)
    if min(width, height) >= 8:
        core.genmedia.Analyse(super_of(clip)).get_frame(0)
    else:
        with pytest.raises(vs.Error, match="super is 2x2; expected room for a block of 8x8"):
            core.genmedia.Analyse(super_of(clip))


def failing(clip, at):
    def fail(n, f):
        if n == at:
            raise ValueError("this frame is broken")
        return f
    return clip.std.ModifyFrame(clip, fail)


def test_errors_of_other_filters_pass_through():
    clip = failing(pan(vs.YUV420P8, frames=6), 3)
    supers = failing(super_of(pan(vs.YUV420P8, frames=6)), 3)
    for made in (core.genmedia.FPS(clip, num=50), core.genmedia.Inter(clip), core.genmedia.Trust(clip)[1],
                 core.genmedia.AnalyseMany(supers, radius=2)[2], core.genmedia.Analyse(supers)):
        for _ in range(2):
            made.get_frame(0)
            with pytest.raises(vs.Error, match="this frame is broken"):
                made.get_frame(made.num_frames // 2)
        made.get_frame(made.num_frames - 1)
    with pytest.raises(vs.Error, match="this frame is broken"):
        core.genmedia.Analyse(failing(super_of(pan(vs.YUV420P8)), 0))


def test_frames_that_are_not_as_the_first():
    supers = super_of(pan(vs.YUV420P8))
    other = core.mvu.Super(pan(vs.YUV420P8, width=64, height=64), blksize=8, overlap=4)
    lacking = core.std.Splice([supers[0], core.std.RemoveFrameProps(supers[1:], "MVUtensilsSuperLevel0")])
    swapped = supers.std.ModifyFrame([supers, other], lambda n, f: f[0] if n == 0 else smaller(*f))
    for broken in (lacking, swapped):
        with pytest.raises(vs.Error, match=r"genmedia\.Motion: a frame of super has no (property|plane)"):
            core.genmedia.Analyse(broken).get_frame(0)
    lying = supers.std.SetFrameProps(MVUtensilsSuperHPad=4000)
    with pytest.raises(vs.Error, match="has no plane 0 of the size"):
        core.genmedia.Analyse(lying).get_frame(0)
    for value in (-1, 1 << 40):
        with pytest.raises(vs.Error, match=f"MVUtensilsSuperWidth is {value}; expected 1"):
            core.genmedia.Analyse(supers.std.SetFrameProps(MVUtensilsSuperWidth=value))
    with pytest.raises(vs.Error, match="pel 3; expected 1, 2 or 4"):
        core.genmedia.Analyse(supers.std.SetFrameProps(MVUtensilsSuperPel=3))


def smaller(frame, other):
    """A frame with the planes of another super clip."""
    made = frame.copy()
    made.props["MVUtensilsSuperLevel0"] = other.props["MVUtensilsSuperLevel0"]
    return made


def test_many_threads(threads):
    threads(64)
    clip = pan(vs.YUV420P8, frames=40, dx=0, dy=0, width=96, height=64)
    supers = super_of(clip)
    made = core.mvu.Degrain(clip, supers, core.genmedia.AnalyseMany(supers, radius=3))
    assert len([frame.width for frame in made.frames(prefetch=64)]) == 40


def test_memory_stays(threads):
    """What VapourSynth has in frames, with the vectors in those between nodes, after many frames is what it was after few."""
    threads(2)
    clip = pan(vs.YUV420P8, frames=4, width=160, height=128).std.Loop(100)
    supers = super_of(clip)
    outputs = [core.mvu.Degrain2(clip, supers, core.genmedia.AnalyseMany(supers, radius=2)), core.genmedia.FPS(clip, num=30),
               core.genmedia.Trust(clip)[0]]
    used = []
    for first in range(0, 240, 80):
        for n in range(first, first + 80):
            for output in outputs:
                output.get_frame(n)
        used.append(core.used_cache_size)
    assert used[2] < 1.25 * used[1], used
