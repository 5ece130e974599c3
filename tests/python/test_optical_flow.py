# SPDX-License-Identifier: MIT
"""genmedia.OpticalFlow where OpenCV's classes are called, and prepared pictures."""
import itertools
import os
import pathlib
import pickle
import sys
import types
from concurrent.futures import ThreadPoolExecutor

import genmedia
import numpy
import pytest
from conftest import moved, same, texture

FIRST = texture(96, 128)
PICTURES = [moved(FIRST, 4 * k, -3 * k) for k in range(3)]
SAMPLES = pathlib.Path(os.environ.get("OPENCV_SAMPLES", "/usr/share/doc/opencv-doc/examples/python"))
WITHIN = numpy.s_[24:-24, 24:-24]


# In place of cv2.DISOpticalFlow

def rough_error(algorithm):
    """As OpenCV's samples call it: gray pictures of a video, one flow into the other."""
    flow, worst = None, 0.0
    for before, after in itertools.pairwise(PICTURES):
        flow = algorithm.calc(before, after, flow)
        assert flow.dtype == numpy.float32 and flow.shape == (96, 128, 2)
        worst = max(worst, float(abs(flow[WITHIN] - (4, -3)).max()))
    algorithm.collectGarbage()
    return worst


@pytest.mark.parametrize("preset", ["default", "best"])
def test_calc_leads_to_the_second_picture(preset):
    assert rough_error(genmedia.OpticalFlow(preset)) < 0.3
    assert rough_error(genmedia.OpticalFlow.create(preset)) < 0.3


@pytest.mark.parametrize("make", ["DISOpticalFlow_create", "FarnebackOpticalFlow_create"])
def test_takes_the_place_of_opencvs(make):
    cv2 = pytest.importorskip("cv2")
    if not hasattr(cv2, make):
        pytest.skip(f"this OpenCV has no {make}")
    assert rough_error(getattr(cv2, make)()) < 4  # the same way, if not as well
    theirs = {name for name in dir(getattr(cv2, make)()) if name in ("calc", "collectGarbage")}
    assert theirs == {name for name in dir(genmedia.OpticalFlow()) if name in ("calc", "collectGarbage")}


class Video:
    """A capture of three pictures, again and again; as OpenCV's samples read one."""
    number = 0

    def read(self):
        self.number += 1
        return True, numpy.stack([PICTURES[self.number % 3]] * 3, 2)


@pytest.mark.parametrize("name,line", [
    ("dis_opt_flow", "cv.DISOpticalFlow.create(cv.DISOPTICAL_FLOW_PRESET_MEDIUM)"),
    ("opt_flow", "cv.calcOpticalFlowFarneback(prevgray, gray, None, 0.5, 3, 15, 3, 5, 1.2, 0)"),
])
def test_samples_run_with_one_line_changed(name, line, monkeypatch):
    cv2 = pytest.importorskip("cv2")
    path = SAMPLES / f"{name}.py"
    if not path.exists():
        pytest.skip(f"no sample {path} (package opencv-doc)")
    ours = "__import__('genmedia').OpticalFlow()"
    program = path.read_text()
    assert program.count(line) == 1
    program = program.replace(line, ours if "create" in line else f"{ours}.calc(prevgray, gray, None)")
    shown, keys = [], iter([-1, ord("1"), ord("2"), ord("3"), -1, 27])  # its switches, then Esc
    monkeypatch.setattr(cv2, "imshow", lambda title, picture: shown.append(picture.shape))
    monkeypatch.setattr(cv2, "waitKey", lambda delay: next(keys))
    monkeypatch.setattr(cv2, "destroyAllWindows", lambda: None)
    monkeypatch.setattr(sys, "argv", [str(path)])
    monkeypatch.setitem(sys.modules, "video", types.SimpleNamespace(create_capture=lambda name: Video()))
    exec(compile(program, str(path), "exec"), {"__name__": "__main__"})
    assert len(shown) > 6 and set(shown) == {(96, 128, 3)}


def test_flow_that_is_given_is_filled():
    algorithm = genmedia.OpticalFlow()
    expected = algorithm.calc(PICTURES[0], PICTURES[1])
    large = numpy.full((200, 300, 2), 7, numpy.float32)
    part = large[10:106, 20:148]
    assert algorithm.calc(PICTURES[0], PICTURES[1], part) is part
    assert (large[10:106, 20:148] == expected).all() and (large[:10] == 7).all()


@pytest.mark.parametrize("flow", [numpy.zeros((96, 128, 2)), numpy.zeros((96, 120, 2), numpy.float32), [1, 2]],
                         ids=["double", "another size", "a list"])
def test_wrong_flow(flow):
    with pytest.raises(TypeError, match=r"^flow=.*expected None, or an array \(96, 128, 2\) of float32$"):
        genmedia.OpticalFlow().calc(PICTURES[0], PICTURES[1], flow)


def test_wrong_values():
    with pytest.raises(ValueError, match="preset='MEDIUM'; expected one of 'default', 'best'"):
        genmedia.OpticalFlow("MEDIUM")
    with pytest.raises(TypeError, match="elements of type float32"):
        genmedia.OpticalFlow().calc(PICTURES[0].astype(numpy.float32), PICTURES[1])
    with pytest.raises(ValueError, match="expected that of the others"):
        genmedia.OpticalFlow().calc(PICTURES[0], PICTURES[1][:64])


# Prepared pictures

@pytest.mark.parametrize("options", [{}, {"dense": True}, {"preset": "best", "dense": True}])
def test_prepared_pictures_give_what_pictures_give(options):
    estimator = genmedia.Estimator(field="true", **options)
    first, second, third = map(genmedia.PreparedPicture, PICTURES)
    assert second.shape == (96, 128) and repr(second) == "<genmedia.PreparedPicture 128x96>"
    there, back = estimator.estimate_both(second, first)
    for found, pair in ((there, (1, 0)), (back, (0, 1)), (estimator.estimate(second, third), (1, 2))):
        wanted = estimator.estimate(*(PICTURES[number] for number in pair))
        assert same(found, wanted) and (found.flow() == wanted.flow()).all() and found.scene_cut == wanted.scene_cut


def test_a_prepared_picture_is_a_copy():
    picture = PICTURES[0].copy()
    prepared = genmedia.PreparedPicture(picture, threads=2)
    picture[:] = 0
    estimator = genmedia.Estimator(field="true")
    wanted = estimator.estimate(PICTURES[1], PICTURES[0])
    other = genmedia.PreparedPicture(PICTURES[1])
    with ThreadPoolExecutor(4) as pool:
        assert all(same(field, wanted) for field in pool.map(lambda _: estimator.estimate(other, prepared), range(8)))


def test_what_prepared_pictures_do_not_go_with():
    first, small = genmedia.PreparedPicture(PICTURES[0]), genmedia.PreparedPicture(PICTURES[0][:64])
    true = genmedia.Estimator(field="true")
    for call in true.estimate, true.estimate_both:
        with pytest.raises(TypeError, match="previous is a ndarray; expected a PreparedPicture"):
            call(first, PICTURES[1])
        with pytest.raises(TypeError, match="current is a ndarray; expected a PreparedPicture"):
            call(PICTURES[1], first)
        with pytest.raises(ValueError, match=r"previous has the shape \(64, 128\)"):
            call(first, small)
    with pytest.raises(ValueError, match="next is a picture"):
        true.estimate(first, first, next=PICTURES[1])
    with pytest.raises(ValueError, match="field='codec'; expected 'true'"):
        genmedia.Estimator().estimate(first, first)
    with pytest.raises(ValueError, match="intra=True; expected False"):
        genmedia.Estimator(field="true", intra=True).estimate(first, first)
    with pytest.raises(ValueError, match="threads=-1"):
        genmedia.PreparedPicture(PICTURES[0], threads=-1)
    with pytest.raises(ValueError, match="at least one pixel"):
        genmedia.PreparedPicture(PICTURES[0][:0])
    with pytest.raises(TypeError):
        pickle.dumps(first)


def disc(x):
    """A disc that is too small and too fast for a search from nothing, before a ground that stands."""
    random = numpy.random.default_rng(5)
    ground = blurred(random.integers(0, 256, (192, 320)).astype(float))
    patch = blurred(random.integers(0, 256, (32, 32)).astype(float))
    rows, columns = numpy.ogrid[-16:16, -16:16]
    inside = rows**2 + columns**2 < 256
    ground[80:112, x - 16:x + 16][inside] = patch[inside]
    return numpy.rint(ground).astype(numpy.uint8)


def blurred(values):
    for axis in (0, 1):
        values = (numpy.roll(values, 1, axis) + 2 * values + numpy.roll(values, -1, axis)) / 4
    return values


def test_start_vectors():
    before, now = disc(144), disc(216)
    start = numpy.zeros((12, 20, 2))
    start[4:8, 11:16] = (-70, 1)
    options = {"field": "true", "dense": True}

    def right(field):
        return (numpy.abs(field.flow()[88:104, 208:224] - (-72, 0)).sum(axis=2) < 1).mean()
    assert right(genmedia.estimate(now, before, **options)) < 0.1
    assert right(genmedia.estimate(now, before, start=start, **options)) > 0.8
    estimator = genmedia.Estimator(**options)
    first, second = genmedia.PreparedPicture(before), genmedia.PreparedPicture(now)
    assert right(estimator.estimate(second, first, start=start.tolist())) > 0.8
    there, back = estimator.estimate_both(second, first, start=start)
    assert right(there) > 0.8
    assert (numpy.abs(back.flow()[88:104, 136:152] - (72, 0)).sum(axis=2) < 1).mean() > 0.8
    with pytest.raises(ValueError, match=r"start has the shape \(5, 2\); expected \(12, 20, 2\)"):
        estimator.estimate(second, first, start=start[0, :5])
    with pytest.raises(ValueError, match=r"^start has the vector"):
        estimator.estimate(second, first, start=start * numpy.nan)
    with pytest.raises(ValueError, match="start is not None"):
        genmedia.estimate(now, before, start=start)


def test_smoothness():
    before, now = disc(144), disc(150)
    fields = [genmedia.estimate(now, before, field="true", smoothness=smoothness) for smoothness in (0, 1.0, 100)]
    assert not all(same(field, fields[1]) for field in fields)
    assert same(genmedia.estimate(now, before, field="true"), fields[1])
    for wrong in (-1, 101, float("nan")):
        with pytest.raises(ValueError, match="smoothness"):
            genmedia.Estimator(field="true", smoothness=wrong)
    for wrong in ("1", None, True):
        with pytest.raises(TypeError, match="smoothness"):
            genmedia.Estimator(field="true", smoothness=wrong)
    with pytest.raises(ValueError, match="smoothness"):
        genmedia.Estimator(smoothness=2)
