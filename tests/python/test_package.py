# SPDX-License-Identifier: MIT
"""What the package takes, gives and refuses."""
import copy
import doctest
import gc
import io
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import genmedia
import numpy
import pytest
from conftest import clip, moved, same, texture
from genmedia import _estimate, _video

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PREVIOUS = texture(96, 128)
CURRENT = moved(PREVIOUS, 5, -3)


# What is found

@pytest.mark.parametrize("dx,dy", [(0, 0), (5, -3), (-7, 2), (12, 9), (-30, 21)])
def test_a_shift_is_found_in_every_block_within(dx, dy):
    field = genmedia.estimate(moved(PREVIOUS, dx, dy), PREVIOUS)
    assert field.vectors.dtype == numpy.int16 and field.vectors.shape == (24, 32, 2)
    within = field.vectors[8:-8, 8:-8].reshape(-1, 2)
    assert (within == (-4 * dx, -4 * dy)).all()
    flow = field.flow()
    assert flow.dtype == numpy.float32 and flow.shape == (96, 128, 2)
    assert (flow[32:-32, 32:-32] == (-dx, -dy)).all()


def test_both_directions():
    """What is covered in one of the neighbours is found in the other."""
    before, after = PREVIOUS.copy(), moved(CURRENT, 2, 1)
    before[:, :64], after[:, 64:] = 0, 255
    field = genmedia.estimate(CURRENT, before, next=after)
    left, right = numpy.s_[1:-1, 1:3], numpy.s_[1:-1, 5:7]  # of macroblocks
    assert (field.directions[left] == 1).all() and (field.directions[right] == 0).all()
    assert (field.vectors_backward[4:-4, 4:12] == (8, 4)).all() and (field.vectors[4:-4, 20:28] == (-20, 12)).all()
    assert numpy.isnan(field.flow()[16:-16, 16:48]).all() and (field.flow()[16:-16, 80:112] == (-5, 3)).all()


def test_blocks_lie_where_partition_h_says():
    field = genmedia.estimate(texture(96, 128, 5), PREVIOUS, cost="none")
    entries = field.arrays()["motion_vectors"][0]
    assert len({tuple(map(tuple, macroblock)) for macroblock in entries.reshape(-1, 16, 2)}) == 48
    assert max(len(numpy.unique(macroblock, axis=0)) for macroblock in entries.reshape(-1, 16, 2)) > 4
    for entry in range(16):  # entry_x and entry_y there
        x, y = entry // 4 % 2 * 8 + entry % 2 * 4, entry // 8 * 8 + entry // 2 % 2 * 4
        assert (field.vectors[y // 4::4, x // 4::4] == entries[:, :, entry]).all()


def test_arrays_of_macroblocks():
    field = genmedia.estimate(CURRENT[:90, :100], PREVIOUS[:90, :100])
    assert (field.width, field.height, field.frame, field.time) == (100, 90, None, None)
    for array, dtype, shape in [(field.distortion, "uint16", (6, 7)), (field.shapes, "uint8", (6, 7)),
                                (field.minor_shapes, "uint8", (6, 7, 4)), (field.directions, "uint8", (6, 7, 4)),
                                (field.vectors, "int16", (24, 28, 2))]:
        assert array.dtype == dtype and array.shape == shape and not array.flags.writeable
    assert field.flow().shape == (90, 100, 2) and field.flow().flags.writeable
    assert field.vectors_backward is None and field.has_motion


def test_true_motion():
    before, after = PREVIOUS.copy(), PREVIOUS.copy()
    before[20:68, 30:78] = after[23:71, 35:83] = texture(48, 48, seed=1)
    field = genmedia.estimate(after, before, field="true", dense=True)
    flow = field.flow()
    assert (abs(flow[28:68, 40:80] - (-5, -3)).max(axis=2) < 0.5).mean() > 0.95
    assert (field.vectors[7:17, 10:20] == (-20, -12)).all(axis=2).mean() > 0.95
    for array in field.confidence, field.occluded:
        assert array.dtype == numpy.uint8 and array.shape == (24, 32) and not array.flags.writeable
    assert field.occluded.max() == 1
    assert field.occluded[5, 8:19].mean() > 0.5 and field.occluded[19:].mean() < 0.05  # where the square was, and elsewhere
    assert field.confidence[19:].mean() > 200 > field.confidence[field.occluded == 1].mean()
    other = pickle.loads(pickle.dumps(field))
    assert same(field, other) and (flow == other.flow()).all() and (field.confidence == other.confidence).all()
    of_codec = genmedia.estimate(after, before)
    assert of_codec.confidence is None and of_codec.occluded is None


def test_a_field_knows_where_a_scene_begins():
    scenes = [numpy.random.default_rng(seed).integers(0, 256, (96, 160), dtype=numpy.uint8) for seed in (1, 2)]
    fields = list(genmedia.motion([scenes[0], scenes[0], scenes[1]], preset="fast"))
    assert [field.scene_cut for field in fields] == [False, True]
    assert genmedia.stack(fields)["scene_cut"].tolist() == [0, 1]
    assert genmedia.estimate(*scenes).scene_cut is True
    assert pickle.loads(pickle.dumps(fields[1])).scene_cut is True


def test_true_motion_searches_one_neighbour():
    with pytest.raises(ValueError, match="refs=2; expected 1 beside field='true'"):
        genmedia.motion([], refs=2, field="true")
    with pytest.raises(ValueError, match="next is a picture; expected None beside field='true'"):
        genmedia.estimate(CURRENT, PREVIOUS, next=PREVIOUS, field="true")
    alone = genmedia.estimate(CURRENT, intra=True, field="true", dense=True)
    assert not alone.confidence.any() and not alone.occluded.any() and not alone.has_motion


def test_intra_alone():
    field = genmedia.estimate(CURRENT, intra=True)
    assert not field.has_motion and not field.vectors.any() and (field.distortion == 65535).all()
    assert field.arrays()["intra_modes"].shape == (1, 6, 8, 16) and (field.arrays()["intra_distortion"] < 65535).all()
    with pytest.raises(ValueError, match="no previous picture"):
        field.flow()


def test_arrays_outlive_their_field():
    field = genmedia.estimate(CURRENT, PREVIOUS)
    distortion, expected = field.distortion, field.distortion.copy()
    del field
    gc.collect()
    for _ in range(5):
        genmedia.estimate(PREVIOUS, CURRENT)
    assert (distortion == expected).all()


# What is taken

def spread(picture):
    """Lines far apart, within another picture."""
    large = numpy.full((300, 500), 7, numpy.uint8)
    large[::3, 100:228][:96] = picture
    return large[::3, 100:228][:96]


def read_only(picture):
    picture = picture.copy()
    picture.flags.writeable = False
    return picture


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("form", [
    spread, read_only, lambda picture: numpy.ascontiguousarray(picture[::-1])[::-1],
    lambda picture: picture.repeat(2, 1)[:, ::2],
    lambda picture: numpy.ascontiguousarray(picture[:, ::-1])[:, ::-1], numpy.asfortranarray,
    lambda picture: memoryview(picture), lambda picture: memoryview(read_only(picture)),
    lambda picture: numpy.stack([picture] * 3, 2)[..., 1], OnlyDlpack,
], ids=["lines apart", "read-only", "lines upwards", "pixels apart", "pixels backwards", "columns first", "buffer",
        "read-only buffer", "one of three", "DLPack"])
def test_pictures_of_any_strides(form):
    expected = genmedia.estimate(CURRENT, PREVIOUS, next=PREVIOUS)
    assert same(genmedia.estimate(form(CURRENT), form(PREVIOUS), next=form(PREVIOUS)), expected)


@pytest.mark.parametrize("picture", [
    numpy.broadcast_to(PREVIOUS[0], (48, 128)), numpy.lib.stride_tricks.sliding_window_view(PREVIOUS.ravel()[:400], 64)[:200],
    numpy.broadcast_to(PREVIOUS[0], (1, 128)), numpy.broadcast_to(PREVIOUS[0, 0], (20, 20)),
], ids=["one line", "overlapping lines", "a single line", "one pixel"])
def test_lines_that_share_memory(picture):
    assert abs(picture.strides[0]) < picture.shape[1]
    assert same(genmedia.estimate(picture, picture), genmedia.estimate(picture.copy("C"), picture.copy("C")))


@pytest.mark.parametrize("form", [spread, read_only, lambda picture: picture[::-1]])
def test_no_copy_where_pixels_of_a_line_follow_each_other(form):
    picture = form(PREVIOUS)
    taken = _estimate._picture("current", picture)
    assert numpy.shares_memory(taken, picture) and taken.strides == picture.strides


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (17, 15)])
def test_small_pictures(shape):
    picture = texture(40, 40)[:shape[0], :shape[1]]
    field = genmedia.estimate(picture, picture)
    assert not field.vectors.any() and field.flow().shape == (*shape, 2)


@pytest.mark.parametrize("picture,error,words", [
    (PREVIOUS.astype(numpy.float32), TypeError, "float32; expected uint8"),
    (PREVIOUS.astype(numpy.uint16), TypeError, "uint16; expected uint8"),
    (PREVIOUS > 3, TypeError, "bool; expected uint8"),
    ("clip.png", TypeError, "expected uint8"),
    (numpy.stack([PREVIOUS] * 3, 2), ValueError, r"\(96, 128, 3\); expected \(H, W\)"),
    (PREVIOUS[0], ValueError, r"expected \(H, W\)"),
    (PREVIOUS[:0], ValueError, "at least one pixel"),
    (numpy.zeros((1, 16385), numpy.uint8), ValueError, r"\(1, 16385\); expected .*sides of at most 16384"),
    (numpy.zeros((16385, 1), numpy.uint8), ValueError, r"\(16385, 1\); expected .*sides of at most 16384"),
    (PREVIOUS[:, 1:], ValueError, r"expected that of the others, \(96, 128\)"),
    (PREVIOUS[1:], ValueError, r"expected that of the others, \(96, 128\)"),
])
def test_wrong_pictures(picture, error, words):
    for arguments, name in [({"previous": picture}, "previous"), ({"previous": PREVIOUS, "next": picture}, "next")]:
        with pytest.raises(error, match=f"{name} has .*{words}"):
            genmedia.estimate(CURRENT, **arguments)
    if "others" not in words:
        with pytest.raises(error, match=f"current has .*{words}"):
            genmedia.estimate(picture, PREVIOUS)


def test_without_previous():
    with pytest.raises(ValueError, match="previous is None; expected a picture, or intra=True"):
        genmedia.estimate(CURRENT)
    with pytest.raises(ValueError, match="expected a picture beside next"):
        genmedia.estimate(CURRENT, next=PREVIOUS, intra=True)


# Options

@pytest.mark.parametrize("options,words", [
    ({"window": "huge"}, "window='huge'; expected one of 'exhaustive', 'small', "),
    ({"preset": "slow"}, "preset='slow'; expected one of 'fast', 'default', 'best'"),
    ({"partitions": "16x16,3x3"}, "partitions='16x16,3x3'; expected one or more of '16x16', "),
    ({"partitions": []}, "expected one or more of"),
    ({"distortion": "satd"}, "expected one of 'sad', 'haar', 'ac-haar'"),
    ({"subpel": "eighth"}, "expected one of 'integer', 'half', 'quarter'"),
    ({"slice": "i"}, "expected one of 'p', 'b'"),
    ({"field": "flow"}, "field='flow'; expected one of 'codec', 'true'"),
    ({"field": "true", "preset": "best", "device": "gpu"},
     "device='gpu'; expected 'cpu' or 'auto' beside field='true' and preset='best'"),
    ({"qp": 52}, r"qp=52; expected a number in 0\.\.51"),
    ({"qp": -1}, "qp=-1; expected"), ({"qp": 2**80}, "expected a number"),
    ({"threads": 1025}, r"expected a number in 0\.\.1024"),
    ({"device": "tpu"}, "device='tpu'; expected 'cpu', 'gpu', 'auto' or the number of a device"),
    ({"device": -1}, "device=-1; expected"),
])
def test_wrong_values(options, words):
    for call in (lambda: genmedia.estimate(CURRENT, PREVIOUS, **options), lambda: genmedia.Estimator(**options),
                 lambda: genmedia.motion([], **options)):
        with pytest.raises(ValueError, match=words):
            call()


@pytest.mark.parametrize("options,words", [
    ({"window": 3}, "window=3; expected one of 'exhaustive'"),
    ({"partitions": 16}, "expected one or more of"),
    ({"cost": True}, "cost=True; expected one of 'default', 'none'"),
    ({"dense": 1}, "dense=1; expected True or False"),
    ({"predictor": None}, "expected one of 'none', 'spatial', 'hierarchical'"),
    ({"intra": "no"}, "intra='no'; expected True or False"),
    ({"qp": 28.5}, "qp=28.5; expected a number"), ({"qp": "28"}, "qp='28'; expected"), ({"qp": True}, "expected a number"),
    ({"partitions": [16]}, r"partitions=\[16\]; expected one or more of"), ({"device": None}, "device=None; expected 'cpu'"),
    ({"device": 0.5}, "device=0.5; expected 'cpu'"),
])
def test_wrong_types(options, words):
    for call in (lambda: genmedia.estimate(CURRENT, PREVIOUS, **options), lambda: genmedia.Estimator(**options),
                 lambda: genmedia.motion([], **options)):
        with pytest.raises(TypeError, match=words):
            call()


@pytest.mark.parametrize("call", [genmedia.Estimator, lambda **options: genmedia.estimate(CURRENT, PREVIOUS, **options),
                                  lambda **options: genmedia.motion([], **options)])
def test_wrong_names(call):
    with pytest.raises(TypeError, match="windw"):
        call(windw="small")
    call(window="small")


def test_ways_to_write_values():
    expected = genmedia.estimate(CURRENT, PREVIOUS, partitions="16x16,8x8", qp=30)
    assert same(genmedia.estimate(CURRENT, PREVIOUS, partitions=["16x16", "8x8"], qp=numpy.int64(30)), expected)
    assert set(numpy.unique(expected.shapes)) <= {0, 3}


def test_presets_are_what_the_manual_says():
    rows = re.findall(r"^\| `(fast|default|best)` \| (?:`(.*?)` )?\|", (SOURCE / "docs/motion.md").read_text(), re.MULTILINE)
    assert [name for name, _ in rows] == ["fast", "default", "best"]
    current = texture(96, 128, seed=2)  # nowhere in the other, so that all that differs in the search is seen
    found = []
    for name, flags in rows:
        options = dict(pair.split() for pair in flags.removeprefix("--").split(" --") if pair)
        found.append(genmedia.estimate(current, PREVIOUS, preset=name))
        assert same(found[-1], genmedia.estimate(current, PREVIOUS, **options))
    assert not same(found[0], genmedia.estimate(current, PREVIOUS, window="tiny", partitions="16x16,8x8"))
    assert not same(found[0], found[1]) and not same(found[1], found[2])


def test_no_such_device():
    with pytest.raises(RuntimeError, match=r"^device is 99.*no device|no OpenCL"):
        genmedia.estimate(CURRENT, PREVIOUS, device=99)


def test_true_motion_on_a_device():
    """The same field; "no device" where there is none, or no OpenCL in the build."""
    expected = genmedia.estimate(CURRENT, PREVIOUS, field="true", dense=True)
    try:
        found = genmedia.estimate(CURRENT, PREVIOUS, field="true", dense=True, device=1)
    except RuntimeError as error:
        pytest.skip(str(error))
    assert same(found, expected)
    assert numpy.array_equal(found.flow(), expected.flow())


# Fields elsewhere, and threads

@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol):
    field = genmedia.estimate(CURRENT, PREVIOUS, next=PREVIOUS, intra=True)
    assert field.vectors.any()  # what was asked for before is made again there
    for other in (pickle.loads(pickle.dumps(field, protocol)), copy.deepcopy(field)):
        assert same(field, other) and repr(field) == repr(other) and not other.distortion.flags.writeable
        assert (field.vectors == other.vectors).all() and (field.vectors_backward == other.vectors_backward).all()
        numpy.testing.assert_array_equal(field.flow(), other.flow())


def test_savez():
    field = genmedia.estimate(CURRENT, PREVIOUS)
    file = io.BytesIO()
    numpy.savez(file, **field.arrays())
    file.seek(0)
    saved = numpy.load(file)
    assert saved["motion_vectors"].shape == (1, 6, 8, 16, 2) and saved["motion_vectors"].tobytes() == \
        field.arrays()["motion_vectors"].tobytes()


def test_threads_at_once():
    estimator = genmedia.Estimator(threads=1)
    pairs = [(moved(texture(96, 128, seed), seed, -seed), texture(96, 128, seed)) for seed in range(8)]
    expected = [estimator.estimate(*pair) for pair in pairs]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda pair: estimator.estimate(*pair), pairs * 4))
    assert all(same(field, expected[number % 8]) for number, field in enumerate(found))


def test_other_threads_go_on_while_one_searches():
    previous = texture(2160, 3840)
    thread = threading.Thread(target=genmedia.estimate, args=(moved(previous, 5, 3), previous),
                              kwargs={"preset": "best", "threads": 1})
    steps = 0
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        steps += 1
    assert steps > 20  # the search takes hundreds of milliseconds; with the lock held there are a handful


def test_a_picture_that_changes_while_it_is_searched():
    """The vectors are of neither state, and nothing worse happens."""
    current, changing = CURRENT.copy(), True

    def change():
        random = numpy.random.default_rng(0)
        while changing:
            current[:] = random.integers(0, 256, current.shape)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(50):
            field = genmedia.estimate(current, PREVIOUS, preset="best", threads=1)
            assert abs(field.vectors).max() < 4 * (96 + 128)
    finally:
        changing = False
        thread.join()


# Clips

def test_motion_of_an_iterable():
    pictures = clip(96, 112, 4)
    fields = list(genmedia.motion(iter(pictures), qp=40))
    assert [(field.frame, field.time) for field in fields] == [(1, None), (2, None), (3, None)]
    for field, current, previous in zip(fields, pictures[1:], pictures[:-1], strict=True):
        alone, known = genmedia.estimate(current, previous, qp=40).arrays(), field.arrays()
        assert known.pop("frame") == [field.frame]
        assert alone.keys() == known.keys() and all((alone[name] == known[name]).all() for name in alone)


def test_motion_of_little():
    assert list(genmedia.motion([])) == [] and list(genmedia.motion([PREVIOUS])) == []
    (first,) = genmedia.motion([PREVIOUS], intra=True)
    assert first.frame == 0 and not first.has_motion


def test_motion_of_both_neighbours():
    fields = list(genmedia.motion(clip(96, 112, 4), refs=2))
    assert [field.vectors_backward is not None for field in fields] == [True, True, False]
    with pytest.raises(ValueError, match=r"refs=3; expected a number in 1\.\.2"):
        genmedia.motion([], refs=3)


def test_motion_takes_a_picture_at_a_time():
    taken = []

    def pictures():
        for picture in clip(96, 112, 6):
            taken.append(picture)
            yield picture

    fields = genmedia.motion(pictures())
    assert taken == []
    next(fields)
    assert len(taken) <= 3


def test_motion_of_pictures_of_two_sizes():
    with pytest.raises(ValueError, match="previous has the shape"):
        list(genmedia.motion([PREVIOUS, PREVIOUS[:48]]))


def test_motion_of_a_picture_that_is_missing():
    picture = numpy.zeros((32, 32), numpy.uint8)
    with pytest.raises(TypeError, match="picture 2 is None; expected a uint8 array"):
        list(genmedia.motion([picture, picture, None, picture]))


def test_fields_that_do_not_fit_together():
    small, large = numpy.zeros((2, 32, 32), numpy.uint8), numpy.zeros((2, 32, 48), numpy.uint8)
    of_clip = list(genmedia.motion([*small, small[0]]))
    other = genmedia.estimate(*small), genmedia.estimate(*small, intra=True)
    with pytest.raises(ValueError, match=r"'frame' of field 2 is missing; expected \(\), as of field 0"):
        genmedia.stack([*of_clip, other[0]])
    with pytest.raises(ValueError, match=r"'intra_distortion' of field 1 is \(2, 2\); expected missing"):
        genmedia.stack(other)
    with pytest.raises(ValueError, match=r"'best_distortion' of field 1 is \(2, 3\); expected \(2, 2\)"):
        genmedia.stack([other[0], genmedia.estimate(*large)])


def test_ctrl_c_ends_a_clip():
    program = """
import itertools, numpy, genmedia, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells turn it off for what runs in the background
pictures = numpy.random.default_rng(0).integers(0, 256, (2, 480, 640), dtype=numpy.uint8)
for field in genmedia.motion(itertools.cycle(pictures)):
    if field.frame == 3: print("begun", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout.readline() == "begun\n"
            run.send_signal(signal.SIGINT)
            _, said = run.communicate(timeout=60)
        finally:
            run.kill()
    assert run.returncode != 0 and said.rstrip().endswith("KeyboardInterrupt")


def test_sub_interpreters_are_refused():
    program = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
if MAIN: import genmedia
search = "import numpy, genmedia; genmedia.estimate(*numpy.zeros((2, 64, 64), 'u1'))"
found = interpreters.run_string(interpreters.create(), search)
if found: raise ImportError(found.formatted)
"""
    for also_here in (False, True):
        run = subprocess.run([sys.executable, "-c", f"MAIN = {also_here}{program}"], capture_output=True, text=True, timeout=60)
        assert run.returncode == 1 and "ImportError" in run.stderr, run.stderr  # NumPy's own, from 3.12 on


def test_no_such_video():
    try:
        import av  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match=r"genmedia\[video\]"):
            genmedia.motion("nowhere.mp4")
    else:
        for path in "nowhere.mp4", b"nowhere.mp4":
            with pytest.raises(FileNotFoundError) as missing:
                genmedia.motion(path)
            assert missing.value.filename == "nowhere.mp4" and "'nowhere.mp4'" in str(missing.value)


@pytest.mark.parametrize("format,levels,shares", [
    ("yuv420p", [102, 128, 128], True), ("nv12", [102, 128], True), ("gray", [102], True), ("yuvj444p", [102, 128, 128], True),
    ("yuv420p10le", [408, 512, 512], False), ("rgb24", [102], False), ("yuyv422", [102, 128], False),
])
def test_luma_of_decoded_frames(format, levels, shares):
    av = pytest.importorskip("av")
    frame = av.VideoFrame(50, 48, format)
    for plane, level in zip(frame.planes, levels, strict=format != "yuyv422"):
        pattern = levels if format == "yuyv422" else [level]
        element = numpy.uint16 if max(levels) > 255 else numpy.uint8
        plane.update(numpy.resize(numpy.array(pattern, element), plane.buffer_size // element().itemsize).tobytes())
    luma = _video.luma_of(frame)
    assert luma.shape == (48, 50) and luma.dtype == numpy.uint8
    assert 101 <= luma.min() <= luma.max() <= 103
    assert numpy.shares_memory(luma, numpy.frombuffer(frame.planes[0], numpy.uint8)) == shares


# The package

def test_version():
    assert genmedia.__version__ == re.search(r"project\(genmedia VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]


def test_examples_of_docstrings():
    failed, tried = doctest.testmod(_estimate)
    assert tried > 0 and failed == 0


def write_video(av, path):
    with av.open(path, "w") as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = 112, 96, "yuv420p"
        for picture in clip(96, 112, 4):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="gray")))
        container.mux(stream.encode())


def blocks_of(page):
    """The blocks of Python of a page."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", page.read_text(), re.MULTILINE)
    return [block for block in ("\n".join(line[4:] for line in block.splitlines()).strip() for block in blocks)
            if block.startswith(("import ", "from "))]


def test_python_of_the_readme(tmp_path, monkeypatch):
    av = pytest.importorskip("av")
    (block,) = re.findall(r"```python\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    pathlib.Path("demo").mkdir()
    write_video(av, "demo/clip.mp4")
    names = {"current": CURRENT, "previous": PREVIOUS}
    first = "    flow = field.flow()"
    assert first in block
    exec(compile(block.replace(first, "    seen.append((field.frame, field.time, field.vectors, field.flow()))"), "README.md",
                 "exec"), {"seen": (seen := []), **names}, names)
    frame, time, vectors, flow = seen[0]
    said = re.findall(r"# (.*)", block)
    assert said[1:4] == [f"{frame}, {time}", "int16 (rows, columns, 2), quarter pixels, a vector per 4x4 block",
                         "float32 (H, W, 2), pixels, as OpenCV's calcOpticalFlow*(this, previous)"]
    assert vectors.dtype == numpy.int16 and vectors.shape == (24, 28, 2)
    assert flow.dtype == numpy.float32 and flow.shape == (96, 112, 2) and len(seen) == 3
    assert (names["found"].vectors[0] == [-20, 12]).all() and names["picture"].shape[2] == 3


@pytest.mark.parametrize("dx,dy", [(5, -3), (-4, 2), (0, 6)])
def test_flow_goes_as_opencvs(dx, dy):
    cv2 = pytest.importorskip("cv2")
    previous = cv2.GaussianBlur(texture(160, 192), (0, 0), 2)  # which that search needs
    current = moved(previous, dx, dy)
    theirs = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM).calc(current, previous, None)
    ours = genmedia.estimate(current, previous).flow()
    within = numpy.s_[48:-48, 48:-48]
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    assert abs(ours - theirs)[within].mean() < 0.2 and (ours[within] == (-dx, -dy)).mean() > 0.95


def test_examples_of_the_page(tmp_path, monkeypatch, capsys):
    blocks = blocks_of(SOURCE / "docs/python.md")
    assert len(blocks) >= 3
    monkeypatch.chdir(tmp_path)
    if av := sys.modules.get("av"):
        write_video(av, "clip.mp4")
    ran = 0
    for block in blocks:
        if "clip.mp4" in block and not os.path.exists("clip.mp4"):
            continue
        exec(compile(block, "docs/python.md", "exec"), {"__name__": "page"})
        printed = capsys.readouterr().out.splitlines()
        for comment in re.findall(r"print\(.*\) +# (.*)", block):
            assert comment.split(": ")[0] in printed
        ran += 1
    assert ran >= 2
