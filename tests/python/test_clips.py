# SPDX-License-Identifier: MIT
"""Videos as PyAV decodes them: what the command finds, byte for byte, and the same facts of each frame."""
import errno
import fractions
import io
import pathlib
import struct
import sys
import types
import zipfile
import zlib

import genmedia
import numpy
import pytest
from conftest import ffmpeg

av = pytest.importorskip("av")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import colour_bars  # noqa: E402

# What ffmpeg makes of its test pattern, in which some things move and some flicker; odd sizes, and frames out of order.
SOURCE = "-f lavfi -i testsrc2=s=174x98:r=25:d=0.48"
CODECS = {
    "h264.mp4": "-c:v libx264 -pix_fmt yuv420p -bf 3",
    "h264_intra.mkv": "-c:v libx264 -pix_fmt yuv420p -g 1",
    "hevc.mp4": "-c:v libx265 -pix_fmt yuv420p -x265-params log-level=none",
    "vp9.webm": "-c:v libvpx-vp9 -pix_fmt yuv420p",
    "av1.mkv": "-c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p",
    "mpeg4.mp4": "-c:v mpeg4 -bf 2",
    "mpeg4.avi": "-c:v mpeg4 -bf 2",
    "mpeg2.ts": "-c:v mpeg2video -bf 2",
    "h263.3gp": "-s 176x144 -c:v h263",
    "clip.gif": "",
    "mjpeg.avi": "-c:v mjpeg -pix_fmt yuvj420p",
    "ffv1.mkv": "-c:v ffv1 -pix_fmt gray",
    "prores.mov": "-c:v prores_ks",
}


def assert_same_arrays(found, expected):
    assert list(found) == list(expected)  # in this order
    for name in expected:
        assert (found[name].dtype, found[name].shape) == (expected[name].dtype, expected[name].shape), name
        assert found[name].tobytes() == expected[name].tobytes(), name


@pytest.mark.parametrize("options", [{}, {"refs": 2, "intra": True, "preset": "fast"}], ids=["default", "both,intra"])
@pytest.mark.parametrize("name", CODECS)
def test_arrays_of_a_clip_are_the_commands(command, tmp_path, name, options):
    if name == "clip.gif" and not hasattr(av.video.reformatter.Interpolation, "ACCURATE_RND"):
        pytest.skip("this PyAV does not convert pictures to the command's bits")
    path = ffmpeg(f"{SOURCE} {CODECS[name]}", tmp_path / name)
    flags = [word for key, value in options.items() for word in ([f"--{key}"] if value is True else [f"--{key}", str(value)])]
    expected = numpy.load(command(path, tmp_path / "out", *flags) / "motion.npz")
    found = genmedia.stack(genmedia.motion(path, **options))
    assert_same_arrays(found, expected)
    rows, columns = (9, 11) if name == "h263.3gp" else (7, 11)
    assert found["motion_vectors"].shape == (12 if options else 11, rows, columns, 16, 2)


# Those of tests/colour_bars.py, and some that FFmpeg's muxers have no place for.
CONVERTED = [*{row[:2]: (*row[:2], *row[3:]) for row in colour_bars.ROWS}.values(), ("gray", None, "png", "mkv"),
             ("monob", None, "png", "mkv"), ("ya16be", None, "png", "mkv"), ("yuv420p10be", "pc", "rawvideo", "nut"),
             ("bgr565le", None, "rawvideo", "nut")]


@pytest.mark.parametrize("row", CONVERTED, ids=lambda row: "-".join(str(part).split()[0] for part in row))
def test_what_is_converted_is_the_commands(command, tmp_path, row):
    if not hasattr(av.video.reformatter.Interpolation, "ACCURATE_RND"):
        pytest.skip("this PyAV does not convert pictures to the command's bits")
    format, said, encoder, container = row
    tags = f"-color_range {said}" if said else ""
    path = ffmpeg(f"-f lavfi -i testsrc2=s=96x64 -frames:v 3 -c:v {encoder} -pix_fmt {format} {tags}",
                  tmp_path / f"clip.{container}")
    expected = numpy.load(command(path, tmp_path / "out", "--preset", "fast") / "motion.npz")
    assert_same_arrays(genmedia.stack(genmedia.motion(path, preset="fast")), expected)


@pytest.mark.parametrize("name", CODECS)
def test_each_block_has_a_vector(tmp_path, name):
    """Also where the codec has none: in frames and blocks that it codes by themselves."""
    zoom = "mandelbrot=s=256x192:r=25:start_scale=0.05:end_scale=0.01:end_pts=200"
    path = ffmpeg(f"-f lavfi -i {zoom} -frames:v 5 {CODECS[name]}", tmp_path / name)
    fields = list(genmedia.motion(path))
    assert [field.frame for field in fields] == [1, 2, 3, 4]
    for field in fields:
        assert field.vectors.shape == (4 * -(-field.height // 16), 4 * -(-field.width // 16), 2)
        assert (field.distortion < 65535).all()
        assert not numpy.isnan(field.flow()).any()
    if name == "clip.gif":
        return  # its dither flickers
    # The picture grows: what is left of its middle came from the right, and so on.
    flow = numpy.mean([field.flow() for field in fields], axis=0)
    height, width = flow.shape[:2]
    assert flow[:, :width // 4, 0].mean() > 0 > flow[:, -width // 4:, 0].mean()
    assert flow[:height // 4, :, 1].mean() > 0 > flow[-height // 4:, :, 1].mean()


def test_savez_of_a_clip_is_motion_npz(command, tmp_path):
    """The members of both archives are the same bytes; their compression differs."""
    path = ffmpeg(f"{SOURCE} {CODECS['mpeg4.mp4']}", tmp_path / "clip.mp4")
    out, file = command(path, tmp_path / "out"), io.BytesIO()
    numpy.savez(file, **genmedia.stack(genmedia.motion(path)))
    with zipfile.ZipFile(out / "motion.npz") as expected, zipfile.ZipFile(file) as found:
        assert expected.namelist() == found.namelist()
        for name in expected.namelist():
            assert found.read(name)[-100:] == expected.read(name)[-100:], name
            assert numpy.load(io.BytesIO(found.read(name))).tobytes() == numpy.load(io.BytesIO(expected.read(name))).tobytes()


def facts_of(path, **options):
    names = "frame", "pts", "time", "damaged", "missing_before"
    return [tuple(getattr(field, name) for name in names) for field in genmedia.motion(path, preset="fast", **options)]


@pytest.mark.parametrize("drop", ["eq(n,5)", "between(n,4,6)", "lt(n,3)"])
@pytest.mark.parametrize("name", ["mpeg4.mp4", "mpeg2.ts", "ffv1.mkv"])
def test_frames_left_out(command, tmp_path, name, drop):
    """Dropped from the stream, not from its time."""
    coding = CODECS[name].removesuffix("-bf 2") + " -g 1"
    whole = ffmpeg(f"-f lavfi -i testsrc2=s=96x64:r=25:d=2 {coding}", tmp_path / f"whole_{name}")
    path = ffmpeg(f"-copyts -i {whole} -c copy -bsf:v noise=drop='{drop}'", tmp_path / name)
    expected = numpy.load(command(path, tmp_path / "out", "--preset", "fast", "--intra", status=(0, 3)) / "motion.npz")
    found = genmedia.stack(genmedia.motion(path, preset="fast", intra=True))
    assert_same_arrays(found, expected)
    missing = {"eq(n,5)": 1, "between(n,4,6)": 3, "lt(n,3)": 0}[drop]  # nobody knows what was before the first
    # The others have all their packets, and a rate is no promise.
    assert found["missing_before"].sum() == (missing if name.endswith(".ts") else 0)
    if name.endswith(".mkv"):
        data = bytearray(path.read_bytes())
        data[data.index(b"\xbf\x84", data.rindex(b"\x1f\x43\xb6\x75")) + 2] ^= 1  # the checksum of its last cluster
        path.write_bytes(data)
        expected = numpy.load(command(path, tmp_path / "o", "--preset", "fast", "--intra", status=(3,)) / "motion.npz")
        found = genmedia.stack(genmedia.motion(path, preset="fast", intra=True))
        assert_same_arrays(found, expected)
        assert found["missing_before"].sum() == missing


def test_damage(tmp_path):
    """What is decoded with damage, and what is searched in it, says so; the rest is as of the whole clip."""
    path = ffmpeg("-f lavfi -i testsrc2=s=320x192:r=25:d=1 -c:v mpeg4 -g 5 -q:v 2", tmp_path / "whole.avi")
    data = bytearray(path.read_bytes())
    with av.open(str(path)) as container:
        packet = [packet for packet in container.demux(video=0) if packet.size][10]
    place = packet.pos + packet.size // 2
    data[place:place + 400] = bytes(range(1, 201)) * 2
    (tmp_path / "damaged.avi").write_bytes(data)
    whole, damaged = facts_of(path), facts_of(tmp_path / "damaged.avi")
    assert [fact[3] for fact in whole] == [0] * 24
    assert len(damaged) == 24 and damaged[9][3] & 1 and damaged[10][3] & 2
    assert [fact[3] for fact in damaged[:9]] == [0] * 9 and [fact[3] for fact in damaged[15:]] == [0] * 9
    assert [fact[:3] for fact in damaged] == [fact[:3] for fact in whole]


def test_no_packet_that_cannot_be_decoded_ends_a_clip(command, tmp_path):
    path = ffmpeg("-f lavfi -i testsrc2=s=96x64:r=25:d=1 -pix_fmt gray -c:v png", tmp_path / "whole.avi")
    data = bytearray(path.read_bytes())
    with av.open(str(path)) as container:
        packet = [packet for packet in container.demux(video=0) if packet.size][10]
    header = data.index(b"IHDR", packet.pos)
    data[header:header + 12] = bytes(12)
    (tmp_path / "damaged.avi").write_bytes(data)
    whole, damaged = facts_of(path), facts_of(tmp_path / "damaged.avi")
    assert len(whole) == 24 and len(damaged) == 23
    assert [fact[1:] for fact in damaged] == [(*fact[1:4], int(fact[1] == 11)) for fact in whole if fact[1] != 10]
    expected = numpy.load(command(tmp_path / "damaged.avi", tmp_path / "out", "--preset", "fast", status=(3,)) / "motion.npz")
    assert_same_arrays(genmedia.stack(genmedia.motion(tmp_path / "damaged.avi", preset="fast")), expected)


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_phone_videos_are_turned_upright(command, tmp_path, angle):
    flat = ffmpeg("-f lavfi -i testsrc2=s=112x64:r=25:d=0.2 -c:v mpeg4", tmp_path / "flat.mp4")
    path = ffmpeg(f"-i {flat} -c copy -metadata:s:v:0 rotate={angle}", tmp_path / "clip.mp4")
    expected = numpy.load(command(path, tmp_path / "out") / "motion.npz")
    assert expected["motion_vectors"].shape[1:3] == ((4, 7) if angle == 180 else (7, 4))
    assert_same_arrays(genmedia.stack(genmedia.motion(path)), expected)


@pytest.mark.parametrize("filter", ["display_orientation=insert:rotate=90", "display_orientation=insert:flip=horizontal",
                                    "display_orientation=insert:rotate=90:flip=vertical", "crop_left=6:crop_right=10",
                                    "crop_left=32:crop_top=16"])
def test_what_the_stream_says_of_its_pictures(command, tmp_path, filter):
    path = ffmpeg(f"-f lavfi -i testsrc2=s=112x64:r=25:d=0.2 -c:v libx264 -pix_fmt yuv420p -bsf:v h264_metadata={filter}",
                  tmp_path / "clip.mp4")
    expected = numpy.load(command(path, tmp_path / "out") / "motion.npz")
    sizes = {"rotate": (7, 4), "flip": (4, 7), "crop_left=6:": (4, 6), "crop_left=32:": (3, 5)}
    assert expected["motion_vectors"].shape[1:3] == next(size for word, size in sizes.items() if word in filter)
    assert_same_arrays(genmedia.stack(genmedia.motion(path)), expected)


@pytest.mark.parametrize("kind", ["jpg", "png"])
@pytest.mark.parametrize("number", range(1, 9))
def test_pictures_are_turned_as_exif_says(command, tmp_path, number, kind):
    """Numbered pictures, each with EXIF's tag 0x112: behind a JPEG's first marker, or a PNG's header. But for the last."""
    entry = b"\x01\x12\0\x03\0\0\0\x01\0" + bytes([number]) + bytes(6)
    exif = b"MM\0*\0\0\0\x08\0\x01" + entry
    begin, exif = {"jpg": (2, b"\xff\xe1\0\x22Exif\0\0" + exif),
                   "png": (33, struct.pack(">I", len(exif)) + b"eXIf" + exif
                           + struct.pack(">I", zlib.crc32(b"eXIf" + exif)))}[kind]
    pixels = " -pix_fmt yuvj420p" if kind == "jpg" else ""
    ffmpeg(f"-f lavfi -i testsrc2=s=112x64:r=25 -frames:v 3{pixels}", tmp_path / f"p%d.{kind}")
    for i in range(1, 3 if number < 5 else 4):  # all pictures have one size
        path = tmp_path / f"p{i}.{kind}"
        whole = path.read_bytes()
        path.write_bytes(whole[:begin] + exif + whole[begin:])
    expected = numpy.load(command(tmp_path / f"p%d.{kind}", tmp_path / "out") / "motion.npz")
    assert expected["motion_vectors"].shape[1:3] == ((4, 7) if number < 5 else (7, 4))
    assert_same_arrays(genmedia.stack(genmedia.motion(tmp_path / f"p%d.{kind}")), expected)


def test_the_largest_of_several_videos(command, tmp_path):
    sources = "-f lavfi -i testsrc=s=64x48:d=0.2 -f lavfi -i testsrc2=s=128x96:d=0.2"
    path = ffmpeg(f"{sources} -map 0 -map 1 -c:v mpeg4", tmp_path / "clip.mkv")
    assert_same_arrays(genmedia.stack(genmedia.motion(path)), numpy.load(command(path, tmp_path / "out") / "motion.npz"))


def test_no_video(tmp_path):
    path = ffmpeg("-f lavfi -i sine=d=0.1", tmp_path / "sound.wav")
    with pytest.raises(ValueError, match="has no video"):
        genmedia.motion(path)


@pytest.mark.parametrize("module", ["tqdm", "none"])
def test_progress(tmp_path, monkeypatch, capsys, module):
    if module == "tqdm":
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    path = ffmpeg("-f lavfi -i testsrc2=s=96x64:r=25:d=0.2 -c:v mpeg4", tmp_path / "clip.mp4")
    assert len(list(genmedia.motion(path, progress=True))) == 4
    told = capsys.readouterr().err
    assert "5/5" in told if module == "tqdm" else told.endswith("\rgenmedia: 5 of 5 frames\n")
    pictures = numpy.zeros((3, 16, 16), numpy.uint8)
    list(genmedia.motion((picture for picture in pictures), progress=True))  # of which nobody knows how many there are
    told = capsys.readouterr().err
    assert "3frame" in told if module == "tqdm" else told.endswith("\rgenmedia: 3 frames\n")
    list(genmedia.motion(pictures))
    assert capsys.readouterr().err == ""
    with pytest.raises(TypeError, match="progress=1; expected True or False"):
        genmedia.motion([], progress=1)


class _Packet:
    """One that a decoder refuses."""

    def __init__(self, error):
        self._error = error

    def decode(self):
        raise self._error


def test_whatever_a_decoder_says_no_to_is_left_out():
    for kind in (av.error.InvalidDataError, av.error.PatchWelcomeError, av.error.ArgumentError, av.error.ExternalError):
        assert genmedia._video.frames_of(_Packet(kind(1, "no"))) == []
    with pytest.raises(MemoryError):
        genmedia._video.frames_of(_Packet(av.error.FFmpegError(errno.ENOMEM, "no")))


class _Stream:
    """With numbers that only damage has."""

    def __init__(self, frames, duration):
        self.frames, self.duration, self.average_rate = frames, duration, fractions.Fraction(2**31 - 1)
        self.time_base = fractions.Fraction(2**31 - 1)


def test_numbers_of_frames_that_no_file_has(tmp_path):
    found = genmedia._video.Clip(str(ffmpeg(f"{SOURCE} -c:v mpeg4", tmp_path / "a.mp4")))
    for frames, duration in ((0, 2**63 - 1), (0, -2**63 + 1), (-5, 0)):
        found._stream = _Stream(frames, duration)
        assert len(found) in (0, sys.maxsize)


@pytest.mark.parametrize("name,flags", [("a.avi", "-c:v mpeg4"), ("a.ivf", "-c:v libvpx")])
def test_a_length_that_could_not_be_written(tmp_path, name, flags):
    """As in a pipe, where muxers cannot go back."""
    path = str(ffmpeg(f"{SOURCE} {flags} -seekable 0", tmp_path / name))
    assert av.open(path).streams.video[0].frames > 10**9
    assert len(genmedia._video.Clip(path)) == 0
    assert len(list(genmedia.motion(path))) == 11


def test_times_that_no_clip_has(tmp_path):
    clock = genmedia._video.Clock(next(iter(av.open(ffmpeg(f"{SOURCE} -c:v mpeg4", tmp_path / "a.mp4")).streams)), "a.mp4")
    for pts in (-2**63 + 1, 2**63 - 1, None, None):
        frame = types.SimpleNamespace(pts=pts, dts=None, is_corrupt=False)
        assert abs(clock.facts(frame).pts) <= 2**61
