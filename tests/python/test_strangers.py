# SPDX-License-Identifier: MIT
"""Files that come from others, names and types that are odd, files that changed, and processes that were forked."""
import multiprocessing
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

import genmedia
import numpy
import pytest
from conftest import clip, ffmpeg, moved, texture
from genmedia import unit
from genmedia.mvextractor import VideoCap

CURRENT, PREVIOUS = moved(texture(96, 128), 3, -2), texture(96, 128)
OPTIONS = {"preset": "fast", "threads": 1}


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """A video in a folder with lists of every kind that name it, and one beside the folder."""
    pytest.importorskip("av")
    folder = tmp_path_factory.mktemp("strangers") / "box"
    folder.mkdir()
    drawn = "-f lavfi -i testsrc2=size=96x64:rate=25:duration=0.4 -pix_fmt yuv420p -g 5 -bf 0 -c:v mpeg4"
    video = ffmpeg(drawn, folder / "a.mp4")
    hls = f"-f hls -hls_time 0.2 -hls_playlist_type vod -hls_segment_filename {folder}/l%d.ts"
    ffmpeg(f"-i {video} -c copy {hls}", folder / "l.m3u8")
    ffmpeg(f"-i {video} -c copy -f dash", folder / "d.mpd")
    shutil.copy(video, folder.parent / "theirs.mp4")
    (folder / "up.ffconcat").write_text("ffconcat version 1.0\nfile ../theirs.mp4\n")
    (folder / "c.ffconcat").write_text("ffconcat version 1.0\nfile a.mp4\n")
    (folder / "live.m3u8").write_text("#EXTM3U\n#EXT-X-TARGETDURATION:99999\n#EXTINF:1,\nl0.ts\n")
    (folder / "d.sdp").write_text("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n"
                                  "a=rtpmap:96 H264/90000\n")
    shutil.copy(folder / "up.ffconcat", folder / "named.mp4")
    return folder


@pytest.mark.parametrize("name", ["l.m3u8", "live.m3u8", "d.mpd", "c.ffconcat", "up.ffconcat", "named.mp4", "d.sdp"])
def test_no_other_file_is_opened(box, tmp_path, name):
    path = str(box / name)
    words = "Invalid data" if name == "d.mpd" else r"cannot be opened by itself; expected a video\. Playlists"
    with pytest.raises(ValueError, match=rf"{words}|cannot be opened by itself"):  # not every PyAV knows DASH
        next(genmedia.motion(path, **OPTIONS))
    for address in (path, f"file://{path}", f"file:{path}", f"concat:{path}", f"subfile,,start,0,end,0,,:{path}"):
        assert not VideoCap().open(address)
    made = genmedia.motion_dataset([path], tmp_path, **OPTIONS)
    assert made[0].state == "failed" and made[0].error.startswith(("ValueError: ", "InvalidDataError: "))


def test_references_that_are_allowed(box, tmp_path):
    """As the command's --references: files of the playlist's own folder, and an end."""
    drawn = "-f lavfi -i testsrc2=size=96x64:rate=25:duration=0.4 -pix_fmt yuv420p"
    video = ffmpeg(f"{drawn} -g 5 -bf 0 -c:v libx264", tmp_path / "a.mp4")
    (tmp_path / "below").mkdir()
    for place in (tmp_path, tmp_path / "below"):
        hls = f"-f hls -hls_time 0.2 -hls_playlist_type vod -hls_segment_filename {place}/l%d.ts"
        ffmpeg(f"-i {video} -c copy {hls}", place / "l.m3u8")
    (tmp_path / "all.m3u8").write_text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nbelow/l.m3u8\n")
    expected = genmedia.stack(genmedia.motion(video, **OPTIONS))["motion_vectors"]
    for name in ("l.m3u8", "all.m3u8"):
        found = genmedia.stack(genmedia.motion(tmp_path / name, references=True, **OPTIONS))["motion_vectors"]
        assert found.tobytes() == expected.tobytes()
        assert VideoCap().open(str(tmp_path / name), references=True) and not VideoCap().open(str(tmp_path / name))
    assert len(list(genmedia.motion(video, references=True, **OPTIONS))) == 9

    def state(**more):
        clip, = genmedia.motion_dataset([tmp_path / "l.m3u8"], tmp_path / "out", **more, **OPTIONS)
        return clip.state, clip.frames
    assert [state(), state(references=True), state(references=True)] == [("failed", None), ("done", 9), ("kept", None)]
    for part, when in (("l1.ts", 2**31), ("l0.ts", 1)):  # a part that changed, or that an older one replaced
        os.utime(tmp_path / part, (1, when))
        assert [state(references=True), state(references=True)] == [("done", 9), ("kept", None)]

    shutil.copy(tmp_path / "l0.ts", tmp_path / "below" / "theirs.ts")
    (tmp_path / "below" / "link.ts").symlink_to("../l0.ts")
    one, ended = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n", "\n#EXT-X-ENDLIST\n"
    segment = one + "l0.ts" + ended
    for text, words in [(segment.replace("l0.ts", "../l0.ts"), "which are there"),
                        (segment.replace("l0.ts", "link.ts"), "which are there"),
                        (segment.replace("l0.ts", "gone.ts"), "which are there"),
                        (segment.replace("l0.ts", f"{tmp_path}/l0.ts"), "plain names"),
                        (segment.replace("l0.ts", f"file:{tmp_path}/l0.ts"), "plain names"),
                        (segment.replace("l0.ts", "http://127.0.0.1:9/a.ts"), "plain names"),
                        (segment.replace("l0.ts", "..%2fl0.ts"), "plain names"),
                        (segment.replace("l0.ts", "l0.ts?x"), "plain names"),
                        (segment.replace("#EXTINF", '#EXT-X-MAP:URI="../l0.ts"\n#EXTINF'), "which are there"),
                        (segment.replace("l0.ts", "l0.ts\r../l0.ts"), "which are there"),
                        (one + "l0.ts\n", "a live playlist, which never ends"),
                        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nself.m3u8\n", "a list in a list of lists"),
                        (segment.replace("l0.ts", "x" * 5000), "lines of more than 4000 bytes")]:
        (tmp_path / "below" / "self.m3u8").write_text(text, newline="")
        with pytest.raises(ValueError, match=words):
            genmedia.motion(tmp_path / "below" / "self.m3u8", references=True, **OPTIONS)
    for name in ("c.ffconcat", "up.ffconcat", "named.mp4", "d.sdp"):
        with pytest.raises(ValueError, match="cannot be opened by itself"):
            genmedia.motion(box / name, references=True, **OPTIONS)


@pytest.mark.parametrize("name", ["a:b.mp4", "http:b.mp4", "file:b.mp4", "concat:b.mp4", "100%.mp4", "a*.mp4", "b[1].mp4",
                                  "-b.mp4"])
def test_odd_names(box, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    shutil.copy(box / "a.mp4", name)
    for path in (name, str(tmp_path / name), name.encode(), pathlib.Path(name)):
        assert len(list(genmedia.motion(path, **OPTIONS))) == 9
    assert VideoCap().open(name)
    assert genmedia.motion_dataset([name], "out", **OPTIONS)[0].state == "done"
    assert [one.state for one in genmedia.motion_dataset([name], "out", **OPTIONS)] == ["kept"]


def test_what_is_no_video(box, tmp_path):
    sound = ffmpeg("-f lavfi -i sine=duration=0.2", tmp_path / "sound.wav")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "text.mp4").write_text("no video\n" * 99)
    (tmp_path / "cut.mp4").write_bytes((box / "a.mp4").read_bytes()[:900])
    files = [tmp_path / f"{name}.mp4" for name in ("empty", "text", "cut", "gone")]
    for path in (sound, *files, tmp_path, "", "http://127.0.0.1:9/x.mp4"):
        assert VideoCap().open(str(path)) is False, path
        if "://" not in str(path):
            with pytest.raises((OSError, ValueError)):
                list(genmedia.motion(path, **OPTIONS))


# Types

@pytest.mark.parametrize("call,words", [
    (lambda: genmedia.motion(5), "source=5; expected a path, or an iterable"),
    (lambda: genmedia.motion(None), "source=None; expected"),
    (lambda: genmedia.motion("x", references=1), "references=1; expected True or False"),
    (lambda: VideoCap().open(5), "url=5; expected a path"),
    (lambda: VideoCap().open(None), "url=None; expected a path"),
    (lambda: genmedia.motion_dataset(5, "x"), "paths=5; expected"),
    (lambda: genmedia.motion_dataset(["a", 5], "x"), "a path of paths=5; expected a path"),
    (lambda: genmedia.motion_dataset({"a": 5}, "x"), r"paths\['a'\]=5; expected a path"),
    (lambda: genmedia.motion_dataset({5: "a"}, "x"), "a name of paths=5; expected a string"),
    (lambda: genmedia.motion_dataset([], None), "out=None; expected a path"),
    (lambda: genmedia.motion_dataset([], "x", client=5), "client=5; expected a dask"),
    (lambda: genmedia.motion_dataset([], "x", cut="5"), "cut='5'; expected a number"),
    (lambda: genmedia.stack(5), "fields=5; expected an iterable of fields"),
    (lambda: genmedia.stack([5]), "field 0 of fields=5; expected a genmedia.Field"),
    (lambda: genmedia.arrows(5), "field=5; expected a genmedia.Field"),
    (lambda: genmedia.estimate(CURRENT, PREVIOUS).draw(CURRENT, scale=1.5), "scale=1.5; expected a number"),
    (lambda: genmedia.estimate(CURRENT, PREVIOUS).draw(CURRENT, heat="yes"), "heat='yes'; expected True or False"),
    (lambda: genmedia.estimate(CURRENT, PREVIOUS).draw(CURRENT, arrows=1), "arrows=1; expected one of"),
    (lambda: genmedia.estimate(5, PREVIOUS), "current has elements of type int64; expected uint8"),
    (lambda: unit.refine(CURRENT, (0, 0), 5, PREVIOUS), "found=5; expected a genmedia.unit.Found"),
    (lambda: unit.integer_search(CURRENT, "ab", PREVIOUS), "place='ab'; expected two whole numbers"),
    (lambda: unit.integer_search(CURRENT, (0, 0), PREVIOUS, offset=(0.5, 0)), r"offset=\(0.5, 0\); expected two whole numbers"),
    (lambda: unit.check(CURRENT, (0, 0), PREVIOUS, vectors="x"), "vectors='x'; expected 1 or 4 vectors"),
    (lambda: unit.check(CURRENT, (0, 0), intra=1), "intra=1; expected True or False"),
])
def test_a_wrong_type_names_its_argument(tmp_path, monkeypatch, call, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match=words):
        call()
    assert os.listdir(tmp_path) == []


# Forks

def _in_fork(work):
    """What `work` raises in a forked process, or what it returns."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()

    def call():
        try:
            theirs.send(repr(work()))
        except BaseException as error:
            theirs.send(f"{type(error).__name__}: {error}")

    process = context.Process(target=call)
    process.start()
    answer = ours.recv() if ours.poll(120) else "hangs"
    process.kill()
    process.join()
    return answer


def test_a_forked_process_is_told(box):
    pictures = clip(64, 96, 4)
    genmedia.estimate(CURRENT, PREVIOUS)
    started, fresh = genmedia.motion(str(box / "a.mp4"), threads=2), genmedia.motion(str(box / "a.mp4"), threads=2)
    next(started)
    cap = VideoCap()
    assert cap.open(str(box / "a.mp4")) and cap.read()[0]
    estimator = genmedia.Estimator()
    for work in (lambda: next(started), lambda: next(fresh), lambda: next(genmedia.motion(iter(pictures))), cap.read,
                 lambda: estimator.estimate(CURRENT, PREVIOUS), lambda: genmedia.estimate(CURRENT, PREVIOUS)):
        assert _in_fork(work).startswith("RuntimeError: this "), work
    assert next(started).frame == 2 and cap.read()[0]  # here all goes on


# Threads that cannot be had

SEARCH = """
import sys, genmedia, numpy
picture = numpy.random.default_rng(0).integers(0, 256, (64, 96), dtype=numpy.uint8)
genmedia.estimate(picture, numpy.roll(picture, 3, 1), threads=int(sys.argv[1]))
print(len(list(genmedia.motion(3 * [picture], threads=int(sys.argv[1])))))
"""


def _search_with(kind, most, threads, **more):
    """NumPy's own threads are not the question."""
    return subprocess.run([sys.executable, "-c", SEARCH, str(threads)], capture_output=True, text=True, **more,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
                          preexec_fn=lambda: resource.setrlimit(kind, (most, most)))


def test_few_processes():
    """`ulimit -u`, as a user of whom there is no other process; it does not count root's."""
    if os.geteuid() != 0:
        pytest.skip("only root can become a user who has no other process")
    user = {"user": 54321, "group": 54321, "cwd": "/"}
    if subprocess.run([sys.executable, "-c", "import genmedia"], capture_output=True, **user).returncode != 0:
        pytest.skip("another user cannot import the package from here")
    for most in (1, 2, 3, 5):
        for threads in (0, 7):
            done = _search_with(resource.RLIMIT_NPROC, most, threads, **user)
            assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_few_addresses():
    """`ulimit -v`: fewer threads, or an exception; never a signal."""
    outcomes = set()
    for megabytes in range(200, 600, 36):
        done = _search_with(resource.RLIMIT_AS, megabytes << 20, 16)
        assert done.returncode in (0, 1), (megabytes, done.stderr)
        assert done.stdout == "2\n" if done.returncode == 0 else re.search(r"\n\w*Error\b.*\n\Z", done.stderr), megabytes
        outcomes.add(done.returncode)
    assert 0 in outcomes


# Clips that changed

@pytest.mark.parametrize("suffix", ["", ".zarr"])
def test_a_clip_that_changed_is_done_again(box, tmp_path, suffix):
    if suffix:
        pytest.importorskip("zarr")
    out, path = str(tmp_path / f"out{suffix}"), tmp_path / "clip.mp4"
    shutil.copy(box / "a.mp4", path)

    def state():
        made = genmedia.motion_dataset([path], out, **OPTIONS)[0]
        return made.state, made.error

    assert state() == ("done", None) and state() == ("kept", None)
    facts = path.stat()
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1))
    assert state() == ("done", None) and state() == ("kept", None)
    path.write_bytes(path.read_bytes() + b"\0\0\0\x08free")
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1))
    assert state() == ("done", None) and state() == ("kept", None)
    path.unlink()
    assert state() == ("kept", None)  # what is gone has not changed


def test_an_archive_that_is_cut_is_done_again(box, tmp_path):
    path, out = str(box / "a.mp4"), tmp_path / "out"
    genmedia.motion_dataset([path], out, **OPTIONS)
    file = out / "a.mp4.npz"
    whole = file.read_bytes()
    for damaged in (b"", whole[:100], whole[:-1], whole[:-60], whole[:len(whole) // 2], whole[100:],
                    whole[:2000] + whole[2100:]):
        file.write_bytes(damaged)
        assert genmedia.motion_dataset([path], out, **OPTIONS)[0].state == "done", len(damaged)
        assert file.read_bytes() == whole
    assert genmedia.motion_dataset([path], out, **OPTIONS)[0].state == "kept"


def test_a_zarr_store_that_lost_chunks_is_done_again(box, tmp_path):
    pytest.importorskip("zarr")
    path, out = str(box / "a.mp4"), tmp_path / "out.zarr"
    genmedia.motion_dataset([path], out, **OPTIONS)
    chunks = sorted((out / "a.mp4" / "motion_vectors" / "c").rglob("*"))
    chunk = next(chunk for chunk in chunks if chunk.is_file())
    for damage in (chunk.unlink, lambda: chunk.write_bytes(chunk.read_bytes()[:-1]), lambda: chunk.write_bytes(b"")):
        damage()
        assert genmedia.motion_dataset([path], out, **OPTIONS)[0].state == "done"
        assert genmedia.motion_dataset([path], out, **OPTIONS)[0].state == "kept"


@pytest.mark.parametrize("suffix", ["", ".zarr"])
def test_somebodys_results_stay(box, tmp_path, suffix):
    out = tmp_path / f"out{suffix}"
    if suffix:
        zarr = pytest.importorskip("zarr")
        zarr.open_group(str(out), mode="w").create_array("a.mp4", data=numpy.arange(3))
    else:
        out.mkdir()
        (out / "a.mp4.npz").write_text("precious")
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match="was not made by motion_dataset; expected a new place"):
        genmedia.motion_dataset([str(box / "a.mp4")], out, **OPTIONS)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
