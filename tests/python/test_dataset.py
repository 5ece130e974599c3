# SPDX-License-Identifier: MIT
"""Many clips, in ranges and on a cluster: always what one machine finds in one piece."""
import contextlib
import importlib.util
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
import zipfile
import zlib

import genmedia
import numpy
import pytest
from conftest import moved, texture
from genmedia import _dataset, _npz, _ranges, _stores

av = pytest.importorskip("av")

FRAMES, KEYS_EVERY = 150, 12
OPTIONS = {"preset": "fast", "threads": 1}
CODECS = {  # frames out of order, and groups of pictures that need the group before
    "mpeg4.mp4": ("mpeg4", {"bf": "2"}),
    "mpeg4.avi": ("mpeg4", {"bf": "2"}),
    "mpeg2.ts": ("mpeg2video", {"bf": "2", "flags": "-cgop", "sc_threshold": "1000000000"}),
    "h264.mp4": ("libx264", {"x264-params": f"open-gop=1:keyint={KEYS_EVERY}:bframes=3:b-pyramid=normal:scenecut=0"}),
    "h264.ts": ("libx264", {"x264-params": f"open-gop=1:keyint={KEYS_EVERY}:bframes=3:scenecut=0"}),
    "hevc.mkv": ("libx265", {"x265-params": f"open-gop=1:keyint={KEYS_EVERY}:bframes=4:scenecut=0:log-level=none"}),
    "vp9.webm": ("libvpx-vp9", {"lag-in-frames": "10", "auto-alt-ref": "1"}),
    "av1.mp4": ("libsvtav1", {"preset": "10"}),
}
SUFFIXES = ["", pytest.param(".zarr", marks=pytest.mark.skipif(not importlib.util.find_spec("zarr"), reason="no zarr"))]

# Its key frames are no whole pictures: the rest of them comes with the frames behind.
BARE = ("libx264", {"x264-params": f"keyint={KEYS_EVERY}:bframes=3"})  # without time stamps
REFRESHED = ("libx264", {"x264-params": "intra-refresh=1:keyint=31:bframes=0:scenecut=0"})


def write_clip(path, codec, options, height=64, width=96, frames=FRAMES):
    if codec not in av.codecs_available:
        pytest.skip(f"this PyAV has no {codec}")
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25, options=options)
        stream.width, stream.height, stream.pix_fmt, stream.gop_size = width, height, "yuv420p", KEYS_EVERY
        background, still = texture(height, width), texture(height // 4, width, seed=1)
        for frame in range(frames):
            picture = moved(background, 3 * frame, -frame) // 2 + numpy.uint8(frame % 5 * 10)
            picture[:len(still)] = still
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="gray").reformat(format="yuv420p")))
        container.mux(stream.encode())
    return str(path)


@pytest.fixture(scope="module")
def clips(tmp_path_factory):
    """Of every codec that this PyAV writes, and some that cannot be cut or read."""
    folder, paths = tmp_path_factory.mktemp("clips"), {}
    for name, (codec, options) in {**CODECS, "refreshed.mp4": REFRESHED, "bare.h264": BARE}.items():
        with contextlib.suppress(pytest.skip.Exception):
            paths[name] = write_clip(folder / name, codec, options)
    (folder / "damaged.mp4").write_bytes((folder / "mpeg4.mp4").read_bytes()[:3000])  # its index is gone
    paths["damaged.mp4"], paths["gone.mp4"] = str(folder / "damaged.mp4"), str(folder / "gone.mp4")
    return paths


def searched(path, part, refs=1, **options):
    facts = _ranges.Facts()
    fields = list(_ranges.search(path, part, genmedia.Estimator(**{**OPTIONS, **options}), refs, facts))
    return facts, fields


def same(found, expected):
    return found.keys() == expected.keys() and all(
        (found[name].dtype, found[name].shape, found[name].tobytes()) ==
        (expected[name].dtype, expected[name].shape, expected[name].tobytes()) for name in found)


def tree(folder):
    """All files with their bytes."""
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return {os.path.relpath(path, folder): open(path, "rb").read() for path in paths}


# Ranges

@pytest.mark.parametrize("length", [1, 7, 20, 64])
@pytest.mark.parametrize("name", CODECS)
def test_ranges_have_the_fields_of_the_whole_clip(clips, name, length):
    if name not in clips:
        pytest.skip("this PyAV does not write it")
    path = clips[name]
    index = _ranges.index(path)
    assert len(index.pts) == FRAMES and len(index.keys) >= FRAMES // KEYS_EVERY
    parts = _ranges.cut(index, 1, length, 1)
    assert len(parts) >= (FRAMES - 1) // (length + length // 2 + 1)
    found = [searched(path, part) for part in parts]
    assert _ranges.is_whole(facts for facts, _ in found)
    expected = list(genmedia.motion(path, **OPTIONS))
    assert same(genmedia.stack([field for _, fields in found for field in fields]), genmedia.stack(expected))


@pytest.mark.parametrize("refs,options", [(2, {}), (1, {"intra": True}), (2, {"intra": True}), (1, {"field": "true"})])
def test_ranges_of_other_searches(clips, refs, options):
    path, first = clips["mpeg4.mp4"], 0 if "intra" in options else 1
    parts = _ranges.cut(_ranges.index(path), first, 9, 1)
    found = [field for part in parts for field in searched(path, part, refs, **options)[1]]
    expected = genmedia.motion(path, refs=refs, **options, **OPTIONS)
    assert len(parts) > 3 and same(genmedia.stack(found), genmedia.stack(expected))


def test_a_range_begins_behind_a_key_frame():
    """Then nothing is decoded in vain."""
    pts = numpy.arange(100, dtype=numpy.int64) * 10
    index = _ranges.Index(pts, [_ranges.Key(rank, rank * 10, None) for rank in (0, 30, 60, 90)])
    parts = _ranges.cut(index, 1, 28, 1)
    assert [(part.first, part.frames, part.key and part.key.rank) for part in parts] == \
        [(1, 30, None), (31, 30, 30), (61, 30, 60), (91, 9, 90)]
    assert [(part.begin, part.end) for part in parts] == [(None, 310), (310, 610), (610, 910), (910, None)]
    # Far from one, and where chunks of a store begin.
    assert [part.first - 1 for part in _ranges.cut(index, 1, 10, 1)] == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert [part.first for part in _ranges.cut(index, 0, 28, 32)] == [0, 32, 64, 96]
    assert [part.key.rank for part in _ranges.cut(index, 0, 28, 32)[1:]] == [30, 60, 90]
    assert _ranges.cut(index, 1, 99, 1) == [_ranges.Range(1, 99)]


@pytest.mark.parametrize("pts", [[0, 1, 2, 3, 3, 4], [*range(100), *range(100)]], ids=["twice", "back"])
def test_no_index_of_times_that_say_nothing(pts):
    assert _ranges._index(pts, [(0, 0)]) is None


def test_no_index_without_time_stamps(clips):
    assert _ranges.index(clips.get("bare.h264") or pytest.skip("this PyAV has no libx264")) is None


def test_decoding_that_begins_too_late_is_noticed(clips):
    """In an open group of pictures: frames before the key frame cannot be decoded from it."""
    path = clips.get("h264.mp4") or pytest.skip("this PyAV has no libx264")
    index = _ranges.index(path)
    key = index.keys[2]
    good, bad = (_ranges.Range(key.rank, None, int(index.pts[key.rank]), None, other) for other in (index.keys[1], key))
    before = _ranges.Range(1, None, None, int(index.pts[key.rank]))
    first = searched(path, before)[0]
    assert _ranges.is_whole([first, searched(path, good)[0]])
    assert not _ranges.is_whole([first, searched(path, bad)[0]])


def test_key_frames_that_are_not_whole_are_noticed(clips):
    path = clips.get("refreshed.mp4") or pytest.skip("this PyAV has no libx264")
    parts = _ranges.cut(_ranges.index(path), 1, 20, 1)
    assert len(parts) > 2
    try:
        is_sure = _ranges.is_whole([searched(path, part)[0] for part in parts])
    except _ranges.Uncertain:
        is_sure = False
    assert not is_sure


def test_a_range_has_what_the_index_promised(clips):
    part = _ranges.cut(_ranges.index(clips["mpeg4.mp4"]), 1, 20, 1)[1]
    searched(clips["mpeg4.mp4"], part)
    with pytest.raises(_ranges.Uncertain, match="the index promised"):
        searched(clips["mpeg4.mp4"], part._replace(frames=part.frames + 1))


@pytest.mark.parametrize("mark", ["before", "first", "last", "after"])
def test_each_frame_beside_a_cut_counts(mark):
    frames = [_ranges.Mark(number, b"") for number in range(3)]
    one, other = _ranges.Facts(last=frames[0], after=frames[1]), _ranges.Facts(before=frames[0], first=frames[1])
    assert _ranges.is_whole([one, other])
    setattr(one if mark in ("last", "after") else other, mark, frames[2])
    assert not _ranges.is_whole([one, other])
    setattr(one if mark in ("last", "after") else other, mark, None)
    assert not _ranges.is_whole([one, other])


# One machine

def test_npz_is_what_the_command_writes(command, clips, tmp_path):
    for refs, name in [(1, "mpeg4.mp4"), (2, "mpeg2.ts")]:
        expected = numpy.load(command(clips[name], tmp_path / name, "--refs", str(refs)) / "motion.npz")
        (made,) = genmedia.motion_dataset(clips[name], tmp_path / f"out{refs}", refs=refs)
        assert (made.name, made.state, made.frames) == (name, "done", FRAMES - 1)
        found = numpy.load(tmp_path / f"out{refs}" / f"{name}.npz")
        assert set(expected) == set(found)
        assert same({name: found[name] for name in found}, {name: expected[name] for name in found})


def test_zarr_has_the_same_arrays(clips, tmp_path):
    zarr = pytest.importorskip("zarr")
    for out in ("npz", "store.zarr"):
        genmedia.motion_dataset([clips["mpeg4.mp4"]], tmp_path / out, intra=True, **OPTIONS)
    expected = numpy.load(tmp_path / "npz" / "mpeg4.mp4.npz")
    group = zarr.open_group(tmp_path / "store.zarr", mode="r")["mpeg4.mp4"]
    assert group.attrs["frames"] == FRAMES == len(expected["frame"])
    assert same({name: array[:] for name, array in group.arrays()}, {name: expected[name] for name in expected})
    assert group["motion_vectors"].chunks[0] == _stores.ZarrStore.step


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_done_stays_and_what_failed_is_tried_again(clips, tmp_path, suffix):
    out, late = str(tmp_path / f"out{suffix}"), tmp_path / "late.mp4"
    paths = [clips["mpeg4.mp4"], clips["damaged.mp4"], late, clips["mpeg2.ts"]]
    first = genmedia.motion_dataset(paths, out, **OPTIONS)
    assert [made.state for made in first] == ["done", "failed", "failed", "done"]
    assert "InvalidDataError" in first[1].error and "FileNotFoundError" in first[2].error
    assert [failure["name"] for failure in failures(out)] == ["damaged.mp4", "late.mp4"]
    before = tree(out)
    late.write_bytes(open(clips["mpeg4.mp4"], "rb").read())  # noqa: SIM115
    second = genmedia.motion_dataset(paths, out, **OPTIONS)
    assert [made.state for made in second] == ["kept", "failed", "done", "kept"]
    assert failures(out) == [{"name": "damaged.mp4", "path": clips["damaged.mp4"], "error": first[1].error}]
    after = tree(out)
    record = "zarr.json" if suffix else "failures.json"
    assert all(after[name] == data for name, data in before.items() if name != record)
    assert not [name for name in after if ".ranges" in name or "damaged.mp4" in name]


DAMAGE = [b"", b"{", b"null", b"[]", b'"text"', b'{"zarr_format": 3, "node_type": "group"}', b"\xff\xfe", None]  # None: gone


def damage(path, data):
    if data is None:
        os.remove(path)
    else:
        pathlib.Path(path).write_bytes(data)


@pytest.mark.filterwarnings("ignore:Object at")  # Zarr's, of a folder without a description
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_clip_whose_files_were_damaged_is_done_again(tmp_path, suffix):
    """Every file of a clip; the other clip stays."""
    out, paths = str(tmp_path / f"out{suffix}"), [write_clip(tmp_path / f"{n}.mp4", "mpeg4", {}, frames=3) for n in range(2)]
    genmedia.motion_dataset(paths, out, **OPTIONS)
    before = tree(out)
    for number, name in enumerate(sorted(name for name in before if name.startswith("0.mp4"))):
        for data in DAMAGE if name == "0.mp4/zarr.json" else [DAMAGE[number % (len(DAMAGE) - 1)], None]:
            damage(os.path.join(out, name), data)
            made = genmedia.motion_dataset(paths, out, **OPTIONS)
            assert [clip.state for clip in made] == ["done", "kept"], (name, data)
            assert tree(out) == before, (name, data)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_range_of_a_clip_that_was_damaged(tmp_path, suffix):
    """A cluster begins it anew, too."""
    path = write_clip(tmp_path / "clip.mp4", "mpeg4", {}, frames=80)
    out, name = str(tmp_path / f"out{suffix}"), "clip.mp4/zarr.json" if suffix else "clip.mp4.npz"
    genmedia.motion_dataset([path], out, **OPTIONS)
    before = tree(out)
    for data in DAMAGE:
        damage(os.path.join(out, name), data)
        store = _stores.store_of(out)
        store.take()
        by_tasks(_dataset._Job(store, OPTIONS, 1, 32), "clip.mp4", path)
        store.leave()
        assert tree(out) == before, data


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_store_that_does_not_say_what_it_was_made_with(tmp_path, suffix):
    path, out = write_clip(tmp_path / "clip.mp4", "mpeg4", {}, frames=3), str(tmp_path / f"out{suffix}")
    genmedia.motion_dataset([path], out, **OPTIONS)
    record = "zarr.json" if suffix else "dataset.json"
    results = tree(out)
    described = results.pop(record)
    later = described.replace(b'"preset"', b'"option of a later version"')
    for data in [*DAMAGE, later]:
        damage(os.path.join(out, record), data)
        with pytest.raises(ValueError, match=f"{re.escape(out)}.*expected .*a new place"):
            genmedia.motion_dataset([path], out, **OPTIONS)
        left = tree(out)
        assert {name: left.get(name) for name in results} == results


def failures(out):
    if out.endswith(".zarr"):
        import zarr
        return zarr.open_group(out, mode="r").attrs["failures"]
    with open(os.path.join(out, "failures.json")) as file:
        return json.load(file)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_call_that_was_killed_goes_on(clips, tmp_path, suffix):
    program = f"""
import genmedia, signal, os, sys
from genmedia import _estimate
found = 0
estimate = _estimate.Estimator._estimate
def counted(*arguments, **more):
    global found
    found += 1
    if found == {FRAMES + 50}: os.kill(os.getpid(), signal.SIGKILL)
    return estimate(*arguments, **more)
_estimate.Estimator._estimate = counted
genmedia.motion_dataset(sys.argv[2:], sys.argv[1], preset="fast", threads=1)
"""
    paths = [clips["mpeg4.mp4"], clips["mpeg2.ts"], clips["mpeg4.avi"]]
    out, other = str(tmp_path / f"out{suffix}"), str(tmp_path / f"other{suffix}")
    assert subprocess.run([sys.executable, "-c", program, out, *paths], check=False).returncode == -signal.SIGKILL
    half_done = tree(out)
    assert any("mpeg2.ts" in name for name in half_done)
    assert [made.state for made in genmedia.motion_dataset(paths, out, **OPTIONS)] == ["kept", "done", "done"]
    genmedia.motion_dataset(paths, other, **OPTIONS)
    # What is left of a file that was not renamed is no result.
    assert tree(out) == tree(other)


def test_a_store_that_cannot_be_written(clips, tmp_path):
    (tmp_path / "file").write_text("")
    for out in ("file/out", "file/out.zarr"):
        if out.endswith("zarr"):
            pytest.importorskip("zarr")
        with pytest.raises(OSError, match=f"cannot write .*{out}"):
            genmedia.motion_dataset([clips["mpeg4.mp4"]], tmp_path / out, **OPTIONS)
    assert sorted(os.listdir(tmp_path)) == ["file"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_store_that_gets_full(clips, tmp_path, suffix):
    """One error, and not one a clip; what was done before stays."""
    out = str(tmp_path / f"out{suffix}")
    genmedia.motion_dataset([clips["mpeg2.ts"]], out, **OPTIONS)
    program = """
import genmedia, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
try: genmedia.motion_dataset(sys.argv[2:], sys.argv[1], preset="fast", threads=1)
except OSError as error: print(error)
"""
    paths = [clips["mpeg2.ts"], clips["mpeg4.mp4"], clips["mpeg4.avi"]]
    run = subprocess.run([sys.executable, "-c", program, out, *paths], check=True, capture_output=True, text=True)
    assert run.stdout.startswith(f"cannot write {out}: ") and "File too large" in run.stdout and run.stdout.count("\n") == 1
    assert [made.state for made in genmedia.motion_dataset(paths, out, **OPTIONS)] == ["kept", "done", "done"]


def test_a_folder_that_this_machine_does_not_see(tmp_path):
    store = pickle.loads(pickle.dumps(_stores.NpzFolder(str(tmp_path))))
    with pytest.raises(OSError, match="a folder that all machines share"):
        store.check()
    job = _dataset._Job(store, OPTIONS, 1, 10)
    for task in (_dataset._begin, _dataset._try_range):
        with pytest.raises(OSError, match="a folder that all machines share"):
            task(job, "clip", "clip.mp4", *([_ranges.Range(1)] if task is _dataset._try_range else []))
    store.create({})
    with pytest.raises(OSError, match="this call of motion_dataset is over"):
        store.check()
    store.take()
    store.check()


def test_one_place_has_one_kind_of_results(clips, tmp_path):
    genmedia.motion_dataset([], tmp_path, preset="fast", partitions=iter(["16x16", "8x8"]))
    for options in ({"qp": 40}, {"refs": 2}, {"partitions": "16x16"}):
        with pytest.raises(ValueError, match=r"was made with refs=1 and the options .*16x16"):
            genmedia.motion_dataset([clips["mpeg4.mp4"]], tmp_path, **{"preset": "fast", **options})
    for options in ({"threads": 2}, {"qp": numpy.int64(28)}, {"partitions": "8x8,16x16"}, {"cut": 5}):
        assert genmedia.motion_dataset([], tmp_path, **{"preset": "fast", **options}) == []


def test_two_calls_at_once_are_refused(tmp_path):
    genmedia.motion_dataset([], tmp_path)
    with _dataset._lock(str(tmp_path)), pytest.raises(OSError, match="another call of motion_dataset"):
        genmedia.motion_dataset([], tmp_path)
    genmedia.motion_dataset([], tmp_path)


def test_names(clips, tmp_path):
    with pytest.raises(ValueError, match=r"two clips are called a.mp4: x/a.mp4 and y/a.mp4; expected a dict"):
        genmedia.motion_dataset(["x/a.mp4", "y/a.mp4"], tmp_path)
    with pytest.raises(ValueError, match="expected files"):
        genmedia.motion_dataset(os.path.dirname(clips["mpeg4.mp4"]), tmp_path)
    for name in ("a/b", "", ".hidden"):
        with pytest.raises(ValueError, match=f"a clip is called {name!r}"):
            genmedia.motion_dataset({name: "a.mp4"}, tmp_path)
    made = genmedia.motion_dataset({"one": clips["mpeg4.mp4"], "two": clips["mpeg4.mp4"]}, tmp_path, **OPTIONS)
    assert [one.name for one in made] == ["one", "two"]
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


@pytest.mark.parametrize("options,words", [
    ({"cut": 0}, "cut=0; expected a number in 1"), ({"refs": 3}, "refs=3"), ({"window": "huge"}, "window='huge'"),
    ({"progress": 1}, "progress=1; expected True or False"), ({"client": 5}, "expected a dask.distributed.Client"),
    ({"refs": 2, "field": "true"}, "refs=2; expected 1 beside field='true'"),
])
def test_wrong_arguments(tmp_path, options, words):
    wrong_type = "client" in options or "progress" in options
    with pytest.raises(TypeError if wrong_type else ValueError, match=words):
        genmedia.motion_dataset([], tmp_path / "out", **options)


def test_progress_without_tqdm(clips, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    genmedia.motion_dataset([clips["mpeg4.mp4"], clips["gone.mp4"]], tmp_path, progress=True, **OPTIONS)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "genmedia: 1 of 2 clips: mpeg4.mp4: done"
    assert lines[1].startswith("genmedia: 2 of 2 clips: gone.mp4: FileNotFoundError")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_memory_does_not_grow_with_the_clip(clips, tmp_path, suffix):
    made, largest = [], 0

    def watched():
        nonlocal largest
        for field in genmedia.motion(clips["mpeg4.mp4"], **OPTIONS):
            made.append(weakref.ref(field._arrays["motion_vectors"]))
            largest = max(largest, sum(array() is not None for array in made))
            yield field

    store = _stores.store_of(str(tmp_path / f"out{suffix}"))
    store.create({})
    store.take()
    store.begin("clip", None, 0)
    store.finish("clip", [store.write("clip", 0, watched())], 1, FRAMES - 1, [5, 6])
    assert store.has("clip") and len(made) == FRAMES - 1
    assert _stores.FRAMES_A_PIECE <= largest <= _stores.FRAMES_A_PIECE + 1


# .npz

@pytest.mark.parametrize("sizes", [[1], [5, 7], [0, 3, 70000, 1], [2**20 + 1, 2**20, 3]])
def test_pieces_are_one_stream(sizes):
    random = numpy.random.default_rng(0)
    data = [random.integers(0, 4, size, dtype=numpy.uint8).tobytes() for size in sizes]
    packed, whole = b"", _npz.Stream()
    for piece in data:
        bytes_of_piece, stream = _npz.deflated(piece)
        packed, whole = packed + bytes_of_piece, whole + stream
    assert zlib.decompress(packed + _npz._END, -zlib.MAX_WBITS) == b"".join(data)
    assert whole == (zlib.crc32(b"".join(data)), sum(sizes), len(packed))


def test_every_program_reads_the_archive(clips, tmp_path):
    genmedia.motion_dataset([clips["mpeg4.mp4"]], tmp_path, **OPTIONS)
    path = tmp_path / "mpeg4.mp4.npz"
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_DEFLATED}
    if unzip := shutil.which("unzip"):
        assert "No errors detected" in subprocess.run([unzip, "-t", path], check=True, capture_output=True, text=True).stdout


# A cluster

@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What one machine makes of clips."""
    made = {}

    def of(clips, suffix, **options):
        key = (*clips, suffix, *options.items())
        if key not in made:
            out = tmp_path_factory.mktemp("expected") / f"out{suffix}"
            made[key] = genmedia.motion_dataset(clips.values(), out, **OPTIONS, **options), tree(out)
        return made[key]

    return of


def frames_of(name):
    return None if name in ("damaged.mp4", "gone.mp4") else FRAMES - 1


def by_tasks(job, name, path):
    """As a cluster does it, without one. How it went, and what was found."""
    begun = _dataset._begin(job, name, path)
    if not isinstance(begun, list):
        return "in one piece", begun
    parts = [_dataset._try_range(job, name, path, part) for part in begun]
    sure = all(parts) and _ranges.is_whole(part.facts for part in parts)
    return "merged" if sure else "again in one piece", _dataset._merge(job, name, path, parts)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_tasks_cut_what_can_be_cut(clips, expected, tmp_path, suffix):
    """So clips in one piece are not compared with clips in one piece."""
    store = _stores.store_of(str(tmp_path / f"out{suffix}"))
    store.create({})
    store.take()
    for name, path in clips.items():
        how, found = by_tasks(_dataset._Job(store, OPTIONS, 1, 10), name, path)
        whole = {"refreshed.mp4": "again in one piece", "bare.h264": "in one piece", "damaged.mp4": "in one piece",
                 "gone.mp4": "in one piece"}
        assert (name, how, found.frames) == (name, whole.get(name, "merged"), frames_of(name))
    whole_clips = {name: data for name, data in expected(clips, suffix)[1].items() if name.startswith(tuple(clips))}
    found_clips = {name: data for name, data in tree(store.out).items() if name.startswith(tuple(clips))}
    assert found_clips == whole_clips and len(whole_clips) >= len(clips) - 2


def test_a_clip_with_damage_is_done_in_one_piece(clips, tmp_path):
    """What a decoder makes up may depend on all that came before."""
    path = tmp_path / "clip.mp4"
    data = bytearray(pathlib.Path(clips["mpeg4.mp4"]).read_bytes())
    middle = len(data) // 2
    data[middle:middle + 40] = bytes(40)
    path.write_bytes(data)
    store = _stores.store_of(str(tmp_path / "out"))
    store.create({})
    store.take()
    how, found = by_tasks(_dataset._Job(store, OPTIONS, 1, 10), "clip.mp4", str(path))
    (alone,) = genmedia.motion_dataset(path, tmp_path / "alone", **OPTIONS)
    assert how == "again in one piece" and 0 < found.damaged == alone.damaged
    assert (tmp_path / "out" / "clip.mp4.npz").read_bytes() == (tmp_path / "alone" / "clip.mp4.npz").read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_task_may_run_again(clips, tmp_path, suffix):
    """Dask asks again for what a worker that was killed had found."""
    store, path = _stores.store_of(str(tmp_path / f"out{suffix}")), clips["mpeg4.mp4"]
    store.create({})
    store.take()
    job = _dataset._Job(store, OPTIONS, 1, 10)
    _, found = by_tasks(job, "clip", path)
    expected = tree(store.out)
    ranges = _dataset._begin(job, "other", path)
    parts = [_dataset._try_range(job, "other", path, part) for part in ranges]
    parts[1] = _dataset._try_range(job, "other", path, ranges[1])
    assert _dataset._begin(job, "other", path) == ranges
    assert _dataset._merge(job, "other", path, parts) == found == _dataset._merge(job, "other", path, parts)
    parts[0] = _dataset._try_range(job, "other", path, ranges[0])
    assert _dataset._merge(job, "other", path, parts) == found
    assert _dataset._begin(job, "other", path) == ranges
    after = tree(store.out)
    assert all(after[name.replace("clip", "other", 1)] == data for name, data in expected.items())
    assert len(after) == len(expected) + sum(name.startswith("clip") for name in expected)


def test_a_clip_that_becomes_whole_while_a_range_runs_again(clips, tmp_path, monkeypatch):
    """A worker died that had a range, while another merged: Dask wants both again, but the latter goes on."""
    store, path, search = _stores.store_of(str(tmp_path / "out")), clips["mpeg4.mp4"], _ranges.search
    store.create({})
    store.take()
    job = _dataset._Job(store, OPTIONS, 1, 10)
    ranges = _dataset._begin(job, "clip", path)
    parts = [_dataset._try_range(job, "clip", path, part) for part in ranges]

    def merged_meanwhile(*arguments):
        yield from search(*arguments)
        _dataset._merge(job, "clip", path, parts)

    monkeypatch.setattr(_ranges, "search", merged_meanwhile)
    again = _dataset._try_range(job, "clip", path, ranges[1])
    monkeypatch.undo()
    whole = tree(store.out)
    assert again is None and store.has("clip")
    assert _dataset._merge(job, "clip", path, [parts[0], again, *parts[2:]]).frames == FRAMES - 1
    assert tree(store.out) == whole


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_clip_that_vanishes_in_the_middle(clips, tmp_path, suffix):
    store, path = _stores.store_of(str(tmp_path / f"out{suffix}")), tmp_path / "clip.mp4"
    store.create({})
    store.take()
    empty = tree(store.out)
    path.write_bytes(pathlib.Path(clips["mpeg4.mp4"]).read_bytes())
    job = _dataset._Job(store, OPTIONS, 1, 10)
    first, *others = _dataset._begin(job, "clip", str(path))
    parts = [_dataset._try_range(job, "clip", str(path), first)]
    path.unlink()
    parts += [_dataset._try_range(job, "clip", str(path), part) for part in others]
    assert parts[0] is not None and not any(parts[1:])
    found = _dataset._merge(job, "clip", str(path), parts)
    assert found.frames is None and found.error.startswith("FileNotFoundError")
    assert tree(store.out) == empty


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_tasks_of_a_call_that_is_over_write_nothing(clips, tmp_path, suffix):
    """Those that a cluster still runs, while the next call does the same clip."""
    out, path = str(tmp_path / f"out{suffix}"), clips["mpeg4.mp4"]
    old, new = (_dataset._Job(_stores.store_of(out), OPTIONS, 1, 10) for _ in range(2))
    old.store.create({})
    old.store.take()
    ranges = _dataset._begin(old, "clip", path)
    parts = [_dataset._try_range(old, "clip", path, part) for part in ranges]
    new.store.take()
    _dataset._begin(new, "clip", path)
    before = tree(out)
    for task in (lambda: _dataset._begin(old, "clip", path), lambda: _dataset._try_range(old, "clip", path, ranges[1]),
                 lambda: _dataset._merge(old, "clip", path, parts), lambda: _dataset._merge(old, "clip", path, [None]),
                 lambda: old.store.drop("clip")):
        with pytest.raises(OSError, match="this call of motion_dataset is over") as caught:
            task()
        assert caught.value.__cause__ is None  # Dask follows causes, and never ends where they form a ring
    assert tree(out) == before and not new.store.has("clip")


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as one:
        yield one


@contextlib.contextmanager
def workers(cluster, count):
    import distributed
    with distributed.Client(cluster) as client:
        cluster.scale(count)
        deadline = time.monotonic() + 60
        while len(client.scheduler_info(-1)["workers"]) != count:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield client


@pytest.fixture(scope="module")
def few(clips):
    """As processes cost time: a clip of each kind. The tests above have them all."""
    names = ("h264.mp4", "mpeg4.avi", "mpeg2.ts", "refreshed.mp4", "bare.h264", "damaged.mp4", "gone.mp4")
    return {name: path for name, path in clips.items() if name in names}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("count,cut,options", [(1, 32, {}), (2, 32, {}), (4, 32, {}), (3, 20, {"refs": 2})])
def test_any_number_of_workers(cluster, few, expected, tmp_path, suffix, count, cut, options):
    compare_with_one_machine(cluster, few, expected, tmp_path / f"out{suffix}", count, cut, options)


@pytest.mark.parametrize("cut,options", [(1, {}), (1000, {}), (20, {"intra": True})])
def test_any_cut(cluster, few, expected, tmp_path, cut, options):
    compare_with_one_machine(cluster, few, expected, tmp_path / "out", 3, cut, options)


def compare_with_one_machine(cluster, few, expected, out, count, cut, options):
    clips_of_one, files_of_one = expected(few, out.suffix, **options)
    with workers(cluster, count) as client:
        made = genmedia.motion_dataset(few.values(), out, client=client, cut=cut, **OPTIONS, **options)
    assert made == clips_of_one
    assert [one.name for one in made if one.state == "failed"] == ["damaged.mp4", "gone.mp4"]
    found = tree(out)
    assert found.keys() == files_of_one.keys()
    assert [name for name in found if found[name] != files_of_one[name]] == []


def test_what_a_killed_worker_left(few, expected, monkeypatch, tmp_path):
    """A chunk that was not renamed yet is no part of the clip, nor of its size."""
    pytest.importorskip("zarr")
    whole, files = expected(few, ".zarr")
    write, planted = _stores.ZarrStore.write, []

    def killed_before(self, name, *arguments):
        written = write(self, name, *arguments)
        planted.append(os.path.join(self.out, name, "motion_vectors/c/0/0.0123.partial"))
        with open(planted[-1], "wb") as file:
            file.write(b"half a chunk")
        return written

    monkeypatch.setattr(_stores.ZarrStore, "write", killed_before)
    out = tmp_path / "out.zarr"
    assert genmedia.motion_dataset(few.values(), out, **OPTIONS) == whole
    assert planted and tree(out) == files


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_worker_that_is_killed(cluster, tmp_path, suffix):
    path = write_clip(tmp_path / "long.mp4", "mpeg4", {"bf": "2"}, 144, 176, frames=600)
    options = {"preset": "best", "threads": 1}
    one, out = str(tmp_path / f"one{suffix}"), str(tmp_path / f"out{suffix}")
    alone = genmedia.motion_dataset([path], one, **options)
    killed = []

    def kill():
        begun = os.path.join(out, "long.mp4/motion_vectors/c" if suffix else ".long.mp4.ranges")
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (os.path.isdir(begun) and len(os.listdir(begun)) >= 2):
            time.sleep(0.005)
        victim = next(iter(cluster.workers.values())).pid
        os.kill(victim, signal.SIGKILL)
        killed.append((victim, _stores.store_of(out).has("long.mp4")))

    with workers(cluster, 2) as client:
        thread = threading.Thread(target=kill)
        thread.start()
        made = genmedia.motion_dataset([path], out, client=client, cut=32, **options)
        thread.join()
    assert len(killed) == 1 and not killed[0][1]  # before the clip was whole
    assert made == alone and tree(out) == tree(one)


def limit_files(most):
    """What a worker can write into a file, as on a disk that is full."""
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_cluster_and_a_store_that_gets_full(cluster, few, expected, tmp_path, suffix):
    """One error. What was done before stays, and the next call does the rest."""
    clips_of_one, files_of_one = expected(few, suffix)
    out = tmp_path / f"out{suffix}"
    with workers(cluster, 2) as client:
        genmedia.motion_dataset([few["mpeg2.ts"]], out, client=client, cut=32, **OPTIONS)
        client.run(limit_files, 4000)
        try:
            with pytest.raises(OSError, match=f"cannot write {out}: .*File too large"):
                genmedia.motion_dataset(few.values(), out, client=client, cut=32, **OPTIONS)
        finally:
            client.run(limit_files, -1)
        made = genmedia.motion_dataset(few.values(), out, client=client, cut=32, **OPTIONS)
    kept = [one.name for one in made if one.state == "kept"]
    assert "mpeg2.ts" in kept and len(kept) < 4  # a small one may have had room
    assert [one.error for one in made] == [one.error for one in clips_of_one]
    assert tree(out) == files_of_one


def test_the_page(tmp_path, monkeypatch, capsys):
    """docs/cluster.md, in a folder with a clip."""
    pytest.importorskip("distributed")
    pytest.importorskip("zarr")
    write_clip(tmp_path / "clip.mp4", *CODECS["mpeg4.mp4"])
    monkeypatch.chdir(tmp_path)
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/cluster.md").read_text()
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", page, re.MULTILINE)
    blocks = [block for block in map(textwrap.dedent, blocks) if "motion_dataset" in block]
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "docs/cluster.md", "exec"), {"__name__": "__main__"})
        printed = capsys.readouterr().out.splitlines()
        comments = re.findall(r"print\(.*\) +# (.*)", block)
        assert printed == (comments or [str(FRAMES - 1)])
