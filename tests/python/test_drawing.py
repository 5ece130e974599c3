# SPDX-License-Identifier: MIT
"""Pictures of fields."""
import genmedia
import numpy
import pytest
from conftest import clip, ffmpeg, moved, texture

PREVIOUS = texture(96, 128)
CURRENT = moved(PREVIOUS, 5, -3)
BLUE = (64, 235, 255)


def luma_of(path):
    av = pytest.importorskip("av")
    from genmedia import _video

    with av.open(str(path)) as container:
        return [_video.luma_of(frame).copy() for frame in container.decode(video=0)]


@pytest.mark.parametrize("options,flags", [({"refs": 2, "intra": True}, "--refs 2 --intra"),
                                           ({"window": "tiny"}, "--window tiny --arrows match")])
@pytest.mark.parametrize("size", ["320x192", "174x98", "1000x90"])
def test_the_commands_overlay(command, tmp_path, options, flags, size):
    """The same drawing, which Cairo makes there. Edges of arrows and dots are not as smooth by the same amount."""
    cv2 = pytest.importorskip("cv2")
    path = ffmpeg(f"-f lavfi -i testsrc2=s={size}:r=25:d=0.2 -c:v mpeg4 -q:v 3", tmp_path / "clip.mp4")
    command(path, tmp_path / "out", *flags.split(), "--overlay", str(tmp_path / "out/%d.png"))
    field = next(field for field in genmedia.motion(path, **options) if field.has_motion)  # later ones share their colours
    # As it is shown: the video's range is limited, the PNG's full.
    shown = numpy.rint((luma_of(path)[field.frame].astype(int) - 16).clip(0, 219) * 255 / 219).astype(numpy.uint8)
    drawn = field.draw(shown, arrows="match" if "match" in flags else "motion")
    expected = cv2.imread(str(tmp_path / f"out/{field.frame}.png"))[:drawn.shape[0], :drawn.shape[1], ::-1]
    difference = abs(expected.astype(int) - drawn).max(axis=2)
    assert difference.mean() < 1.5 and (difference > 60).mean() < 0.001
    assert (drawn == BLUE).all(axis=2).sum() > 20


def is_blue(picture, place):
    """Or one of the pixels around it."""
    x, y = place.astype(int)
    return bool((abs(picture[y - 1:y + 2, x - 1:x + 2].astype(int) - BLUE).max(axis=2) < 40).any())


def test_an_arrow_a_macroblock():
    """All goes 5 to the right and 3 up: from the middle of a macroblock to there."""
    field = genmedia.estimate(CURRENT, PREVIOUS)
    drawn = field.draw(CURRENT, scale=4, heat=False)
    assert drawn.shape == (384, 512, 3) and drawn.dtype == numpy.uint8
    middle = 4 * numpy.array([56, 40])
    way = 4 * numpy.array([5, -3])
    for part, blue in ((0.4, True), (0.8, True), (-0.4, False), (1.3, False)):
        assert is_blue(drawn, middle + part * way) == blue
    match = field.draw(CURRENT, scale=4, heat=False, arrows="match")
    assert is_blue(match, middle - 0.8 * way) and not is_blue(match, middle + 0.4 * way)


def test_what_is_drawn_on():
    field = genmedia.estimate(CURRENT, CURRENT)  # dots alone
    colour = numpy.stack([CURRENT, PREVIOUS, 255 - CURRENT], axis=2)
    before = colour.copy()
    assert (field.draw(colour, heat=False, scale=1)[2:6, 2:6] == colour[2:6, 2:6]).all() and (colour == before).all()
    dimmed = field.draw(CURRENT, heat=False, scale=1)[2:6, 2:6]
    assert (dimmed == (20 + CURRENT[2:6, 2:6].astype(int) * 150 // 255)[..., None]).all()
    assert field.draw(CURRENT).shape == (8 * 96, 8 * 128, 3)  # at least 960 columns
    intra = genmedia.estimate(CURRENT, intra=True)  # which is hatched all over
    assert (intra.draw(CURRENT, scale=2) > 140).mean() > 0.02


@pytest.mark.parametrize("image,options,error,words", [
    (CURRENT[1:], {}, ValueError, r"\(95, 128\); expected \(96, 128\), or \(96, 128, 3\): RGB"),
    (CURRENT.astype(float), {}, TypeError, "float64; expected uint8"),
    (CURRENT, {"scale": 0}, ValueError, r"scale=0; expected a number in 1\.\.64"),
    (CURRENT, {"arrows": "back"}, ValueError, "arrows='back'; expected one of 'motion', 'match'"),
])
def test_what_cannot_be_drawn(image, options, error, words):
    with pytest.raises(error, match=words):
        genmedia.estimate(CURRENT, PREVIOUS).draw(image, **options)


@pytest.fixture
def axes():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, ax = pyplot.subplots()
    yield ax
    pyplot.close(figure)


def test_arrows_of_matplotlib(axes):
    field = genmedia.estimate(CURRENT, PREVIOUS)
    axes.imshow(CURRENT, cmap="gray")
    quiver = genmedia.arrows(field, axes, smallest=16, color="yellow")
    assert len(quiver.U) == 48 and (quiver.X[0], quiver.Y[0]) == (7.5, 7.5)  # between pixels 7 and 8
    middle = (quiver.X > 30) & (quiver.X < 90) & (quiver.Y > 30) & (quiver.Y < 60)
    assert middle.sum() == 8 and (quiver.U[middle] == 5).all() and (quiver.V[middle] == -3).all()
    assert (genmedia.arrows(field, axes, smallest=16, to="match").U[middle] == -5).all()
    axes.figure.canvas.draw()
    # On the screen, where up is more: an arrow up goes up.
    assert quiver.angles == "xy" and axes.yaxis_inverted()


def test_arrows_without_an_image(axes):
    field = genmedia.estimate(CURRENT, PREVIOUS)
    genmedia.arrows(field)
    assert axes.get_xlim() == (-0.5, 127.5) and axes.get_ylim() == (95.5, -0.5)
    with pytest.raises(ValueError, match="smallest=5; expected 4, 8 or 16"):
        genmedia.arrows(field, axes, smallest=5)
    with pytest.raises(ValueError, match="to='back'; expected one of"):
        genmedia.arrows(field, axes, to="back")
    with pytest.raises(ValueError, match="no previous picture"):
        genmedia.arrows(genmedia.estimate(CURRENT, intra=True), axes)


def test_arrows_of_blocks_that_match_the_next_picture_alone_are_left_out(axes):
    before, after = PREVIOUS.copy(), moved(CURRENT, 2, 1)
    before[:, :64], after[:, 64:] = 0, 255
    field = genmedia.estimate(CURRENT, before, next=after)
    quiver = genmedia.arrows(field, axes, smallest=16)
    assert (field.directions[1:-1, 1:3] == 1).all()
    assert not ((quiver.X > 16) & (quiver.X < 48) & (quiver.Y > 16) & (quiver.Y < 80)).any()
    drawn = field.draw(CURRENT, scale=4)
    assert ((drawn == (255, 158, 242)).all(axis=2)[64:-64, 64:192]).sum() > 50  # pink: the next picture
    fields = [field.draw(picture).shape for field, picture in zip(genmedia.motion(clip(96, 112, 3), refs=2),
                                                                  clip(96, 112, 3)[1:], strict=True)]
    assert fields == [(864, 1008, 3)] * 2
