# SPDX-License-Identifier: MIT
"""FPS, Inter and Trust."""
import numpy
import pytest
import vapoursynth as vs
from conftest import clip_of, core, luma, pan, texture

FORMATS = [vs.YUV420P8, vs.YUV420P10, vs.YUV422P12, vs.YUV444P16, vs.YUV440P8, vs.GRAY8, vs.GRAY16]
WITHIN = numpy.s_[48:-48, 48:-48]


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_frames_between_are_half_way(format):
    clip, truth = pan(format, frames=3), pan(format, frames=5, dx=3, dy=-2)  # at twice the rate
    scale = 1 << (clip.format.bits_per_sample - 8)
    made = core.genmedia.FPS(clip, num=50)
    assert (made.num_frames, made.fps) == (5, 50) and made.format == clip.format
    inter = core.genmedia.Inter(clip)
    assert inter.num_frames == 3
    for n in range(5):
        frame = made.get_frame(n)
        assert (frame.props["_DurationNum"], frame.props["_DurationDen"]) == (1, 50)
        if n % 2 == 0:
            assert [bytes(plane) for plane in frame] == [bytes(plane) for plane in clip.get_frame(n // 2)]
            continue
        assert [bytes(plane) for plane in frame] == [bytes(plane) for plane in inter.get_frame(n // 2)]
        assert abs(luma(made, n) - luma(truth, n))[WITHIN].max() <= scale
        for plane in range(1, clip.format.num_planes):  # chroma moves with luma
            a, b = (numpy.array(frame[plane]).astype(int) for clip in (made, clip))
            assert a.shape == b.shape
    last = inter.get_frame(2)
    assert [bytes(plane) for plane in last] == [bytes(plane) for plane in clip.get_frame(2)]


@pytest.mark.parametrize("format,across,down", [(vs.YUV420P8, 2, 2), (vs.YUV422P10, 2, 1), (vs.YUV444P8, 1, 1),
                                                (vs.YUV440P8, 1, 2)])
def test_chroma_moves_as_luma(format, across, down):
    clip, truth = pan(format, frames=2, dx=8, dy=-8), pan(format, frames=3, dx=4, dy=-4)
    frame, wanted = core.genmedia.Inter(clip).get_frame(0), truth.get_frame(1)
    for plane in (1, 2):
        error = abs(numpy.array(frame[plane]).astype(int) - numpy.array(wanted[plane]))
        assert error[64 // down:-64 // down, 64 // across:-64 // across].max() <= 1 << (clip.format.bits_per_sample - 8)


@pytest.mark.parametrize("num,den,count", [(25, 1, 5), (50, 1, 9), (60, 1, 10), (24, 1, 4), (10, 1, 2), (60000, 1001, 10),
                                           (1, 1, 1)])
def test_rates(num, den, count):
    clip = core.genmedia.FPS(pan(vs.GRAY8), num=num, den=den)
    assert clip.num_frames == count and (clip.fps.numerator, clip.fps.denominator) == (num, den)
    assert len([frame.props for frame in clip.frames()]) == count


def test_cuts_stay_cuts():
    scenes = [clip_of([numpy.random.default_rng(seed).integers(16, 235, (96, 160))] * 2, vs.GRAY8) for seed in (1, 2)]
    clip = scenes[0] + scenes[1]
    made = core.genmedia.FPS(clip, num=100)
    for n, source in ((4, 1), (5, 1), (6, 2), (7, 2), (8, 2)):
        assert (luma(made, n) == luma(clip, source)).all(), n
    confidence, _ = core.genmedia.Trust(clip, delta=-1)
    assert [confidence.get_frame(n).props.get("_SceneChangePrev") for n in range(4)] == [None, None, 1, None]
    after, _ = core.genmedia.Trust(clip)
    assert [after.get_frame(n).props.get("_SceneChangeNext") for n in range(4)] == [None, 1, None, None]


def test_masks_say_what_is_hidden():
    background, square = texture(96, 128), texture(48, 48, seed=1)
    pictures = []
    for place in (20, 30):
        picture = background.copy()
        picture[24:72, place:place + 48] = square
        pictures.append(picture)
    clip = clip_of(pictures, vs.YUV420P10)
    for source in (clip, core.mvu.Super(clip, blksize=8, overlap=4), core.mv.Super(clip)):
        confidence, occluded = (mask.get_frame(0) for mask in core.genmedia.Trust(source))
        assert (confidence.width, confidence.height, confidence.format.id) == (128, 96, vs.GRAY8)
        hidden = numpy.array(occluded[0])
        assert set(numpy.unique(hidden)) <= {0, 255}
        # What the square will cover on its right.
        assert hidden[28:68, 69:77].mean() > 127 > 20 > hidden[80:].mean()
        assert numpy.array(confidence[0])[76:].mean() > 200
    nothing = [mask.get_frame(1) for mask in core.genmedia.Trust(clip)]
    assert not any(numpy.array(frame[0]).any() for frame in nothing)


def test_what_speeds_up():
    large = texture(192, 320)

    def moved(by):
        return large[32:160, 64 - by:224 - by]

    clip = clip_of([moved(4 * n * n) for n in range(4)], vs.GRAY8)
    made = core.genmedia.Inter(clip)
    assert abs(luma(made, 1) - moved(9))[WITHIN].max() <= 1
    assert abs(luma(made, 0) - moved(2))[WITHIN].max() <= 1  # nobody knows it yet
    assert (luma(core.genmedia.FPS(clip, num=50), 3) == luma(made, 1)).all()


def test_times():
    clip = pan(vs.GRAY8, frames=3)
    for time, number in ((0, 0), (100, 1)):
        assert (luma(core.genmedia.Inter(clip, time=time), 0) == luma(clip, number)).all()
    truth = pan(vs.GRAY8, frames=5, dx=2, dy=-2)
    quarter = core.genmedia.Inter(pan(vs.GRAY8, frames=3, dx=8, dy=-8), time=25)
    assert abs(luma(quarter, 0) - luma(truth, 1))[WITHIN].max() <= 1
