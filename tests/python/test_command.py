# SPDX-License-Identifier: MIT
"""What the package finds is what the command finds, byte for byte."""
import genmedia
import numpy
import pytest
from conftest import clip, i420

OPTIONS = [
    {},
    {"preset": "fast"},
    {"preset": "best"},
    {"preset": "fast", "window": "diamond", "partitions": "16x16,8x8,4x4"},
    {"window": "small", "qp": 40, "slice": "b"},
    {"window": "16x12", "cost": "none", "subpel": "half"},
    {"distortion": "ac-haar", "predictor": "spatial", "subpel": "integer"},
    {"predictor": "none", "partitions": "8x8"},
    {"intra": True},
    {"refs": 2},
    {"refs": 2, "intra": True, "threads": 1},
    {"field": "true"},
    {"field": "true", "intra": True, "window": "tiny"},  # a window that is not heeded
    {"field": "true", "intra": True, "dense": True},
    {"field": "true", "preset": "best"},
    {"field": "true", "preset": "best", "dense": True},
    {"refs": 2, "intra": True, "dense": True},
]


def flags_of(options):
    for name, value in options.items():
        yield from [f"--{name}"] if value is True else [f"--{name}", str(value)]


@pytest.mark.parametrize("size", [(96, 112), (70, 90)], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(flags_of(options)) or "default")
def test_arrays_of_a_raw_clip(command, tmp_path, size, options):
    pictures = clip(*size, frames=4)
    (tmp_path / "clip.yuv").write_bytes(i420(pictures))
    out = command(tmp_path / "clip.yuv", tmp_path / "out", "--size", f"{size[1]}x{size[0]}", *flags_of(options))
    expected = numpy.load(out / "motion.npz")
    found = genmedia.stack(genmedia.motion(pictures, **options))
    assert set(expected) - set(found) == {"pts", "time", "damaged", "missing_before", "time_base"}
    for name, array in found.items():
        assert (array.dtype, array.shape) == (expected[name].dtype, expected[name].shape), name
        assert array.tobytes() == expected[name].tobytes(), name
    assert len(numpy.unique(found["motion_vectors"])) > 3  # something moved


@pytest.mark.parametrize("refs", [1, 2])
def test_flow_is_the_flo_files(command, tmp_path, refs):
    pictures = clip(70, 90, frames=4)
    (tmp_path / "clip.yuv").write_bytes(i420(pictures))
    out = command(tmp_path / "clip.yuv", tmp_path / "out", "--size", "90x70", "--flo", "--refs", str(refs))
    unknown = 0
    for field in genmedia.motion(pictures, refs=refs):
        data = (out / f"flow/{field.frame:06d}.flo").read_bytes()
        expected = numpy.frombuffer(data, "<f4", offset=12).reshape(70, 90, 2)
        flow = field.flow()
        assert flow.dtype == numpy.float32 and flow.shape == expected.shape
        numpy.testing.assert_array_equal(numpy.nan_to_num(flow, nan=1e10), expected)
        unknown += numpy.isnan(flow).sum()
    assert (unknown > 0) == (refs == 2)


def test_flow_of_true_motion_is_the_flo_files(command, tmp_path):
    pictures = clip(70, 90, frames=3)
    (tmp_path / "clip.yuv").write_bytes(i420(pictures))
    out = command(tmp_path / "clip.yuv", tmp_path / "out", "--size", "90x70", "--flo", "--field", "true")
    blocks = genmedia.motion(pictures, field="true")
    for field, of_blocks in zip(genmedia.motion(pictures, field="true", dense=True), blocks, strict=True):
        flow = field.flow()
        assert (out / f"flow/{field.frame:06d}.flo").read_bytes()[12:] == flow.tobytes()
        assert flow.shape == (70, 90, 2) and flow.flags.writeable
        assert (field.vectors == of_blocks.vectors).all() and "flow" not in of_blocks.arrays()
        rounded = of_blocks.flow()
        assert (rounded * 4 % 1 == 0).all() and (flow * 4 % 1 != 0).any() and abs(flow - rounded).max() < 8
