# SPDX-License-Identifier: MIT
"""What was written for mv-extractor works with one line changed."""
import argparse
import pathlib
import time

import genmedia
import numpy
import pytest
from conftest import clip, ffmpeg, moved, texture
from genmedia.mvextractor import VideoCap  # the line

pytest.importorskip("av")


def extract(arguments):
    """Reads a video, draws its vectors, and stores them: what mv-extractor's example script does."""
    cv2 = pytest.importorskip("cv2")
    parser = argparse.ArgumentParser()
    parser.add_argument("video_url")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("-d", "--dump")
    flags = parser.parse_args(arguments)
    out = pathlib.Path(flags.dump)
    for folder in ("frames", "motion_vectors"):
        (out / folder).mkdir(parents=True)

    cap = VideoCap()
    if not cap.open(flags.video_url):
        raise RuntimeError(f"cannot open {flags.video_url}")
    step, durations = 0, []
    while True:
        begin = time.perf_counter()
        ret, frame, motion_vectors, frame_type, timestamp = cap.read()
        durations.append(time.perf_counter() - begin)
        if not ret:
            break
        if flags.verbose:
            print(f"{step}: {frame_type}, {timestamp}, {numpy.shape(frame)}, {numpy.shape(motion_vectors)}")
        for vector in motion_vectors:  # from where it was to where it is
            cv2.arrowedLine(frame, (vector[3], vector[4]), (vector[5], vector[6]), (0, 0, 255), 1, cv2.LINE_AA, 0, 0.1)
        cv2.imwrite(str(out / f"frames/frame-{step}.jpg"), frame)
        numpy.save(out / f"motion_vectors/mvs-{step}.npy", motion_vectors)
        with open(out / "timestamps.txt", "a") as file:
            file.write(f"{timestamp}\n")
        with open(out / "frame_types.txt", "a") as file:
            file.write(f"{frame_type}\n")
        step += 1
    print("average", numpy.mean(durations))
    cap.release()


def test_the_example_script(tmp_path, capsys):
    path = ffmpeg("-f lavfi -i testsrc2=s=320x180:r=25:d=0.4 -c:v mpeg4 -bf 2 -g 6", tmp_path / "clip.mp4")
    before = time.time()
    extract([str(path), "-v", "--dump", str(tmp_path / "out")])
    types = (tmp_path / "out/frame_types.txt").read_text().split()
    assert len(types) == 10 and types[0] == "I" and set(types) == {"I", "P", "B"} and types.count("I") > 1
    stamps = [float(line) for line in (tmp_path / "out/timestamps.txt").read_text().split()]
    assert before < stamps[0] and stamps == sorted(stamps) and stamps[-1] < time.time()
    all_vectors = [numpy.load(tmp_path / f"out/motion_vectors/mvs-{step}.npy") for step in range(10)]
    assert all_vectors[0].shape == (0, 10)
    for vectors in all_vectors[1:]:  # also of I frames: every pixel has one
        assert vectors.dtype == numpy.int32 and (vectors[:, 1] * vectors[:, 2]).sum() == 320 * 192
    assert "9: " in capsys.readouterr().out
    assert len(list((tmp_path / "out/frames").iterdir())) == 10


def write(path, pictures, format="gray"):
    import av

    with av.open(str(path), "w") as container:
        stream = container.add_stream("ffv1", rate=25)
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt = "gray" if format == "gray" else "bgr0"
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format=format)))
        container.mux(stream.encode())
    return str(path)


def test_columns(tmp_path):
    """All moves 5 pixels to the right and 3 up; the middles of blocks and matches by hand."""
    before = texture(96, 128)
    cap = VideoCap()
    assert cap.open(write(tmp_path / "clip.mkv", [before, moved(before, 5, -3)]))
    ok, frame, none, kind, _ = cap.read()
    assert ok and none.shape == (0, 10) and kind == "I"
    assert frame.dtype == numpy.uint8 and (frame == before[..., None]).all()
    ok, _, rows, _, _ = cap.read()
    assert ok and rows.dtype == numpy.int32
    within = rows[(rows[:, 5] > 32) & (rows[:, 5] < 96) & (rows[:, 6] > 32) & (rows[:, 6] < 64)]
    assert len(within) == 8 and (within[:, [0, 1, 2, 7, 8, 9]] == [-1, 16, 16, -20, 12, 4]).all()
    assert within[:, 5:7].tolist() == [[x, y] for y in (40, 56) for x in (40, 56, 72, 88)]
    assert (within[:, 3:5] == within[:, 5:7] + [-5, 3]).all()
    ok, frame, vectors, kind, stamp = cap.read()
    assert (ok, frame.shape, frame.dtype, vectors.shape, vectors.dtype, kind, stamp) == \
        (False, (0, 0, 3), numpy.uint8, (0, 10), numpy.int32, "?", 0.0)


def test_rows_are_the_blocks_of_the_field(tmp_path):
    pictures = clip(70, 90, 3)
    cap = VideoCap(qp=10)
    assert cap.open(write(tmp_path / "clip.mkv", pictures)) and cap.grab() and cap.grab()
    _, _, rows, _, _ = cap.retrieve()
    field = genmedia.estimate(pictures[1], pictures[0], qp=10)
    vectors, covered = numpy.empty_like(field.vectors), numpy.zeros(field.vectors.shape[:2], int)
    for _, width, height, match_x, match_y, x, y, dx, dy, scale in rows.tolist():
        block = numpy.s_[(y - height // 2) // 4:(y + height // 2) // 4, (x - width // 2) // 4:(x + width // 2) // 4]
        vectors[block], covered[block] = (dx, dy), covered[block] + 1
        assert (match_x, match_y, scale) == (x + int(dx / 4), y + int(dy / 4), 4)
    assert (covered == 1).all() and (vectors == field.vectors).all()
    sizes = {tuple(size) for size in rows[:, 1:3].tolist()}
    assert len(sizes) > 3


def test_colours(tmp_path):
    picture = numpy.zeros((32, 48, 3), numpy.uint8)
    picture[:, :16, 0], picture[:, 16:32, 1], picture[:, 32:, 2] = 255, 255, 255  # blue, green, red
    cap = VideoCap()
    assert cap.open(write(tmp_path / "clip.mkv", [picture], "bgr24"))
    assert abs(cap.read()[1].astype(int) - picture).max() <= 2


def test_grab_without_retrieve_goes_on(tmp_path):
    pictures = clip(64, 96, 4)
    cap = VideoCap()
    assert cap.open(write(tmp_path / "clip.mkv", pictures))
    assert cap.grab() and cap.grab() and cap.grab()
    field = genmedia.estimate(pictures[2], pictures[1])
    assert (cap.retrieve()[2][:, 7:9] == cap.retrieve()[2][:, 7:9]).all()
    assert (cap.retrieve()[2][0, 7:9] == field.vectors[0, 0]).all()
    assert cap.grab() and not cap.grab() and not cap.retrieve()[0]


def test_open_and_release(tmp_path):
    cap = VideoCap()
    assert not cap.grab() and not cap.read()[0]
    assert not cap.open(str(tmp_path / "nowhere.mp4"))
    (tmp_path / "text.mp4").write_text("no video")
    assert not cap.open(str(tmp_path / "text.mp4"))
    path = write(tmp_path / "clip.mkv", clip(64, 96, 2))
    for _ in range(2):  # the second closes the first, and begins again
        assert cap.open(path) and cap.read()[2].shape == (0, 10)
    cap.release()
    cap.release()
    assert not cap.read()[0]
    with pytest.raises(ValueError, match="preset='slow'"):
        VideoCap(preset="slow")
