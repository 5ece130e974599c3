# SPDX-License-Identifier: MIT
"""Flat bars in many formats of pixels, which tests of the command and of the Python package read: FFmpeg's encoders and
muxers make the files, but each sample is computed here, so no converter of FFmpeg's is in between."""
import re
import subprocess

import numpy

WIDTH, HEIGHT = 96, 32
# Black, a dark gray that limited range takes for black, three quarters, white; red, green and blue that are not pure.
COLOURS = numpy.array([[0, 0, 0], [10, 10, 10], [191, 191, 191], [255, 255, 255], [200, 30, 40], [40, 60, 210]]) / 255
WEIGHTS = {"bt709": (0.2126, 0.0722), "smpte170m": (0.299, 0.114), "bt470bg": (0.299, 0.114), "fcc": (0.30, 0.11),
           "smpte240m": (0.212, 0.087), "bt2020nc": (0.2627, 0.0593), "unknown": (0.299, 0.114)}
MIDDLES = [WIDTH * (2 * i + 1) // 12 for i in range(6)]

# format, range or None, matrix or None, encoder, container
ROWS = [
    # What cameras and encoders make.
    ("yuv420p", "tv", "bt709", "libx264 -qp 0", "mp4"), ("yuv420p", "pc", "bt709", "libx264 -qp 0", "mp4"),
    ("yuv420p", None, None, "libx264 -qp 0", "mkv"), ("yuvj420p", "pc", None, "mjpeg -q:v 1 -huffman 0", "mov"),
    ("yuv422p", "tv", "smpte170m", "ffv1", "mkv"), ("yuv422p", "pc", "smpte170m", "ffv1", "mkv"),
    ("yuv444p", "pc", "bt709", "libx264 -qp 0", "mp4"), ("yuv444p", "tv", "bt2020nc", "ffv1", "mkv"),
    ("yuv440p", "pc", None, "ffv1", "mkv"), ("yuv411p", "tv", None, "ffv1", "avi"), ("yuv410p", "pc", None, "ffv1", "mkv"),
    ("yuv420p", "tv", "smpte240m", "ffv1", "mkv"), ("yuv420p", "pc", "fcc", "ffv1", "mkv"),
    # More than 8 bits.
    ("yuv420p10le", "pc", "bt709", "libx264 -qp 0", "mp4"), ("yuv420p10le", "tv", "bt2020nc", "ffv1", "mkv"),
    ("yuv420p10le", "pc", "bt709", "libx265 -x265-params lossless=1:log-level=none", "mp4"),
    ("yuv422p10le", "pc", "bt709", "ffv1", "mkv"), ("yuv422p10le", "tv", None, "ffv1", "mov"),
    ("yuv444p10le", "pc", None, "ffv1", "mkv"), ("yuv444p10le", None, None, "libx264 -qp 0", "mkv"),
    ("yuv420p9le", "pc", "bt709", "ffv1", "mkv"), ("yuv420p12le", "pc", "bt709", "ffv1", "mkv"),
    ("yuv422p12le", "tv", "bt709", "ffv1", "mkv"), ("yuv444p14le", "pc", "bt709", "ffv1", "mkv"),
    ("yuv420p16le", "pc", "bt709", "ffv1", "mkv"), ("yuv444p16le", "tv", None, "ffv1", "nut"),
    # Half planar and packed.
    ("nv12", "pc", "bt709", "rawvideo", "mkv"), ("nv12", "tv", None, "rawvideo", "nut"), ("nv21", "pc", None, "rawvideo", "mkv"),
    ("yuyv422", "tv", None, "rawvideo", "avi"), ("uyvy422", "pc", None, "rawvideo", "mkv"),
    # Gray.
    ("gray", None, None, "ffv1", "mkv"), ("gray", "tv", None, "ffv1", "mkv"), ("gray", "pc", None, "ffv1", "mkv"),
    ("gray", "tv", "bt709", "libx264 -qp 0", "mp4"), ("gray10le", "tv", None, "ffv1", "mkv"), ("gray10le", None, None, "ffv1", "mkv"),
    ("gray12le", "pc", None, "ffv1", "mkv"), ("gray16le", None, None, "ffv1", "mkv"), ("gray16be", None, None, "png", "mkv"),
    ("ya8", None, None, "png", "mkv"),
    # RGB.
    ("rgb24", None, None, "png", "mkv"), ("rgb24", "pc", None, "png", "mov"), ("rgba", None, None, "apng", "apng"),
    ("rgb24", None, None, "libx264rgb -qp 0", "mp4"), ("bgr0", None, None, "ffv1", "mkv"), ("bgra", "pc", None, "ffv1", "mkv"),
    ("gbrp", None, None, "ffv1", "mkv"), ("gbrp", "tv", "bt709", "utvideo", "avi"), ("gbrp", "pc", None, "libx264rgb -qp 0", "mkv"),
    ("gbrp10le", None, None, "ffv1", "mkv"), ("gbrp12le", "pc", None, "ffv1", "mkv"), ("gbrp16le", None, None, "ffv1", "mkv"),
    ("rgb48be", None, None, "png", "mkv"), ("pal8", None, None, "png", "mkv"), ("bgr24", None, None, "rawvideo", "nut"),
    ("rgb24", None, None, "qtrle", "mov"),
    # Alpha.
    ("yuva420p", "tv", "bt709", "ffv1", "mkv"), ("yuva444p10le", "pc", "bt709", "ffv1", "mkv"),
]


def every_row():
    """Each range with each matrix, depth, layout and a container of each kind that has tags, and one that has none."""
    layouts = [f"yuv{layout}p{depth}" for layout in ("420", "422", "444") for depth in ("", "9le", "10le", "12le", "14le", "16le")]
    layouts += ["yuv440p", "yuv411p", "yuv410p", "yuva420p", "yuva444p10le", "gray", "gray10le", "gray12le", "gray16le", "gbrp", "gbrp10le", "bgr0"]
    for format in layouts:
        for said in (None, "tv", "pc"):
            for matrix in (None,) if is_rgb(format) else (None, *list(WEIGHTS)[:-1]):
                if not (is_rgb(format) and said == "tv"):
                    yield format, said, matrix, "ffv1", "mkv"
                # AVI has no tags, so what it holds is not said.
                if said is None and matrix is None and not format.startswith("yuva"):
                    yield format, None, None, "ffv1", "avi"
    for said in (None, "tv", "pc"):
        for matrix in (None, *list(WEIGHTS)[:-1]):
            for container in ("mp4", "mov", "mkv", "ts", "flv"):
                # FFmpeg reads no transport stream of few packets.
                yield "yuv420p", said, matrix, "libx264 -qp 0" + (" -muxrate 2M" if container == "ts" else ""), container


def name_of(row):
    return "-".join(str(part).split()[0] for part in row)


def is_rgb(format):
    return format.startswith(("rgb", "bgr", "gbr", "pal"))


def is_gray(format):
    return format.startswith(("gray", "ya"))


def is_full(row):
    """RGB, and gray that says nothing, have the full range."""
    format, said = row[:2]
    return is_rgb(format) or format.startswith("yuvj") or (said == "pc" if said else is_gray(format))


def colours_of(row):
    """What the bars are: of gray formats, the luma of the colours."""
    if not is_gray(row[0]):
        return COLOURS
    return numpy.repeat((COLOURS @ [0.299, 0.587, 0.114])[:, None], 3, 1)


def yuv_of(rgb, matrix, full, bits=8):
    """Numbers, not rounded; (n, 3)."""
    red, blue = WEIGHTS[matrix]
    luma = rgb @ [red, 1 - red - blue, blue]
    cb, cr = (rgb[:, 2] - luma) / (2 - 2 * blue), (rgb[:, 0] - luma) / (2 - 2 * red)
    most, unit = (1 << bits) - 1, 1 << (bits - 8)
    scales = [(0, most), (most / 2 + 0.5, most), (most / 2 + 0.5, most)] if full else [(16 * unit, 219 * unit)] + 2 * [(128 * unit, 224 * unit)]
    return numpy.stack([zero + scale * value for value, (zero, scale) in zip((luma, cb, cr), scales)], 1)


def picture(row):
    """Its bytes, as FFmpeg's rawvideo has them."""
    format, full, rgb = row[0], is_full(row), colours_of(row)
    depth = re.search(r"(?:p|gray)(9|10|12|14|16)[lb]e$", format)
    bits = 16 if format.startswith("rgb48") else int(depth[1]) if depth else 8
    element = {False: "u1", True: ">u2" if format.endswith("be") else "<u2"}[bits > 8]
    most = (1 << bits) - 1

    def plane(values, columns=WIDTH, rows=HEIGHT):
        line = numpy.repeat(numpy.clip(numpy.floor(values + 0.5), 0, most), WIDTH // 6)
        line = line[:: WIDTH // columns]
        return numpy.tile(line, (rows, 1)).astype(int)

    if is_rgb(format):
        red, green, blue = (plane(rgb[:, c] * most) for c in range(3))
        opaque = numpy.full_like(red, most)
        if format == "pal8":
            indices = numpy.repeat(numpy.arange(6), WIDTH // 6)
            palette = numpy.zeros((256, 4), "u1")
            palette[:6] = numpy.floor(numpy.column_stack([rgb[:, ::-1] * 255, numpy.full(6, 255)]) + 0.5)
            return numpy.tile(indices, (HEIGHT, 1)).astype("u1").tobytes() + palette.tobytes()
        if format.startswith("gbrp"):
            return numpy.stack([green, blue, red]).astype(element).tobytes()
        order = {"rgb24": [red, green, blue], "rgb48be": [red, green, blue], "bgr24": [blue, green, red], "rgba": [red, green, blue, opaque],
                 "bgra": [blue, green, red, opaque], "bgr0": [blue, green, red, opaque]}[format]
        return numpy.stack(order, 2).astype(element).tobytes()
    y, cb, cr = yuv_of(rgb, row[2] or "unknown", full, bits).T
    if format == "ya8":
        return numpy.stack([plane(y), plane(0 * y + 255)], 2).astype("u1").tobytes()
    if is_gray(format):
        return plane(y).astype(element).tobytes()
    if format in ("yuyv422", "uyvy422"):
        luma, half = plane(y), [plane(c, WIDTH // 2) for c in (cb, cr)]
        order = [luma[:, ::2], half[0], luma[:, 1::2], half[1]] if format == "yuyv422" else [half[0], luma[:, ::2], half[1], luma[:, 1::2]]
        return numpy.stack(order, 2).astype("u1").tobytes()
    across, down = {"420": (2, 2), "422": (2, 1), "444": (1, 1), "440": (1, 2), "411": (4, 1), "410": (4, 4)}.get(
        (re.search(r"4\d\d", format) or [None])[0], (2, 2))
    chroma = [plane(c, WIDTH // across, HEIGHT // down) for c in (cb, cr)]
    if format in ("nv12", "nv21"):
        pairs = numpy.stack(chroma if format == "nv12" else chroma[::-1], 2)
        return b"".join(values.astype(element).tobytes() for values in (plane(y), pairs))
    alpha = [numpy.full((HEIGHT, WIDTH), most)] if format.startswith("yuva") else []
    return b"".join(values.astype(element).tobytes() for values in [plane(y), *chroma, *alpha])


def make(row, path, pictures=3):
    """The file; False: this FFmpeg has not that encoder."""
    format, said, matrix, encoder, _ = row
    tags = [*(["-color_range", said] if said else []), *(["-colorspace", matrix] if matrix else [])]
    run = subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", format, "-s", f"{WIDTH}x{HEIGHT}", "-r", "25", *tags,
                          "-i", "-", "-c:v", *encoder.split(), "-pix_fmt", format, *tags, path], input=pictures * picture(row),
                         capture_output=True)
    if b"Unknown encoder" in run.stderr:
        return False
    assert run.returncode == 0, (row, run.stderr)
    return True


def bars(pixels):
    """The middle of each bar."""
    return numpy.asarray(pixels)[HEIGHT // 2, MIDDLES].astype(float)

