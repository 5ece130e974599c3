#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures motion_dataset on this machine, alone and as a cluster of processes, in one run.

    bench/cluster.py [--clip VIDEO] [--frames N] [--workers 1,2]

Needs the package with its extras (pip install '.[cluster]') and ffmpeg; takes six minutes on two cores with nothing else to
do. Writes the figures between the marks of docs/cluster.md. The clip is Megamind.avi of the package opencv-doc, repeated
and scaled to 1920x1080 H.264 with a key frame each 250 frames, unless another is given.
"""
import argparse
import datetime
import functools
import itertools
import math
import os
import pathlib
import pickle
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import genmedia
from distributed import Client, LocalCluster, wait
from genmedia import _dataset, _ranges, _stores, _video

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/cluster.md"
CLIP = "/usr/share/doc/opencv-doc/examples/data/Megamind.avi"
CUT = 256  # the default
ONE_THREAD = {"threads": 1}


def seconds(call):
    begin = time.perf_counter()
    found = call()
    return time.perf_counter() - begin, found


def busy_seconds(call):
    """The processor's, which other programs do not change much."""
    begin = time.process_time()
    found = call()
    return time.process_time() - begin, found


def total_bytes(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def make_clip(source, size, frames, path, *flags):
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", "-stream_loop", "-1", "-i", source, "-frames:v", str(frames),
                    "-vf", f"scale={size}", "-an", "-c:v", "libx264", "-preset", "medium", *flags, path], check=True)
    return str(path)


# What one machine does, a step at a time

def decode_ms(path):
    taken, count = busy_seconds(lambda: sum(1 for _ in _ranges._decoded(path, _ranges.Range(1))))
    return taken / count * 1000


def search_ms(path, frames=60):
    """Without decoding."""
    pictures = [picture.luma.copy() for picture in itertools.islice(_ranges._decoded(path, _ranges.Range(1)), frames)]
    taken, count = busy_seconds(lambda: sum(1 for _ in genmedia.motion(pictures, **ONE_THREAD)))
    return taken / count * 1000


def write_ms(fields, store):
    """Milliseconds a field to write a range, and to make the clip's file of it."""
    store.create({})
    store.take()
    store.begin("clip", None, 0)
    writing, part = busy_seconds(lambda: store.write("clip", 0, fields))
    finishing, _ = busy_seconds(lambda: store.finish("clip", [part], 1, len(fields)))
    return writing / len(fields) * 1000, finishing / len(fields) * 1000


def opened(path):
    with _video.opened(path):
        pass


def seek_ms(path):
    """From opening the clip to its first frame at a key frame, over all of them."""
    keys = _ranges.index(path).keys
    taken = [busy_seconds(lambda key=key: next(_ranges._decoded(path, _ranges.Range(1, key=key))))[0] for key in keys]
    return statistics.mean(taken) * 1000, len(keys)


def in_vain(path, cut, step):
    """Frames that are decoded and not searched, for each that is."""
    index = _ranges.index(path)
    parts = _ranges.cut(index, 1, cut, step)
    return sum(part.first - part.key.rank for part in parts if part.key) / (len(index.pts) - 1)


def largest_memory(paths, out):
    """MB resident at most, of a process of its own."""
    program = ("import resource, sys, genmedia; genmedia.motion_dataset(sys.argv[2:], sys.argv[1], threads=1); "
               "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)")
    run = subprocess.run([sys.executable, "-c", program, out, *paths], check=True, stdout=subprocess.PIPE, text=True)
    return int(run.stdout) / 1024


# Processes

def nothing(number):
    return number


def task_ms(client, count=2000):
    """Of the scheduler and its client, which are in this process."""
    return busy_seconds(lambda: wait(client.map(nothing, range(count), pure=False)))[0] / count * 1000


def messages(path, out):
    """Bytes that Dask carries for a range: what a worker is told, and what it answers."""
    store = _stores.NpzFolder(str(out))
    store.create({})
    store.take()
    job = _dataset._Job(store, ONE_THREAD, 1, CUT)
    ranges = _dataset._begin(job, "clip", path)
    part = _dataset._try_range(job, "clip", path, ranges[1])
    return len(pickle.dumps((job, "clip", path, ranges[1]))), len(pickle.dumps(part))


def processor_time(client):
    return sum(client.run(time.process_time).values())


def on_workers(count, paths, folder):
    """Seconds, and the processor's in the workers, for each kind of store; and milliseconds a task."""
    taken = {}
    with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.run(nothing, 0)
        each = task_ms(client)
        for suffix in ("", ".zarr"):
            out = folder / f"workers{count}{suffix}"
            busy = processor_time(client)
            wall, found = seconds(lambda out=out: genmedia.motion_dataset(paths, out, client=client, cut=CUT))
            taken[suffix] = wall, processor_time(client) - busy
            assert all(clip.state == "done" for clip in found)
    return taken, each


def same_files(one, other):
    names = [{str(file.relative_to(folder)): file for file in pathlib.Path(folder).rglob("*") if file.is_file()}
             for folder in (one, other)]
    return names[0].keys() == names[1].keys() and all(
        file.read_bytes() == names[1][name].read_bytes() for name, file in names[0].items())


# The document

def processor():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), "unknown processor")


@dataclass
class Steps:
    """Milliseconds and bytes of a frame, unless they say otherwise."""
    decode: float
    search: float
    npz: tuple[float, float]  # a range; packed
    zarr: float
    index: float
    seek: float  # a range
    clip_bytes: float
    npz_bytes: float
    zarr_bytes: float
    facts_files: int  # of a group
    chunk_files: float  # for each piece of frames
    rows: list

    def zarr_files(self, pieces):
        return self.facts_files + round(self.chunk_files * pieces)

    def of_range(self, suffix):
        return self.decode + self.search + (self.zarr if suffix else self.npz[0])

    def of_merge(self, suffix):
        return 0 if suffix else self.npz[1]

    def of_frame(self, suffix):
        return self.index + self.of_range(suffix) + self.of_merge(suffix)


def steps_of(path, folder, frames):
    size = os.path.getsize(path)
    opened(path)  # loads PyAV
    open_s = min(busy_seconds(lambda: opened(path))[0] for _ in range(3))
    index_s = min(busy_seconds(lambda: _ranges.index(path))[0] for _ in range(3)) - open_s
    fields = list(itertools.islice(genmedia.motion(path, **ONE_THREAD), 64))
    raw = sum(array.nbytes for array in fields[0].arrays().values())
    npz, zarr = (write_ms(fields, store(str(folder / name)))
                 for store, name in ((_stores.NpzFolder, "steps"), (_stores.ZarrStore, "steps.zarr")))
    npz_bytes, zarr_bytes = (total_bytes(folder / name) / len(fields) for name in ("steps", "steps.zarr"))
    files = [file.name for file in (folder / "steps.zarr" / "clip").rglob("*") if file.is_file()]
    facts_files = files.count("zarr.json")
    chunk_files = (len(files) - facts_files) / (len(fields) / _stores.FRAMES_A_PIECE)
    seek, keys = seek_ms(path)
    told, answered = messages(path, folder / "messages")
    steps = Steps(decode_ms(path), search_ms(path), npz, sum(zarr), index_s / frames * 1000, seek, size / frames, npz_bytes,
                  zarr_bytes, facts_files, chunk_files, [])
    steps.rows = [
        ("decode a frame, by one thread", f"{steps.decode:.1f} ms"),
        ("search it, default settings", f"{steps.search:.1f} ms"),
        ("write it in a range for .npz, then merge it", f"{npz[0]:.1f} ms, then {npz[1]:.2f} ms"),
        ("write it to Zarr", f"{steps.zarr:.1f} ms"),
        ("bytes of a frame: in the clip", f"{size / frames / 1024:.0f} KiB"),
        ("of its field: arrays; .npz; Zarr", f"{raw / 1024:.0f} KiB; {npz_bytes / 1024:.0f} KiB; {zarr_bytes / 1024:.0f} KiB"),
        ("open the clip; index it, from memory", f"{open_s * 1000:.0f} ms; {index_s * 1000:.1f} ms for {frames} frames"),
        ("open the clip and seek to a key frame, first picture included", f"{seek:.0f} ms (mean of {keys})"),
        (f"frames decoded in vain a frame, cut={CUT}", f"{in_vain(path, CUT, 1):.2f}; Zarr {in_vain(path, CUT, 32):.2f}"),
        ("messages of Dask for a range: there, back", f"{told} bytes, {answered} bytes"),
    ]
    return steps


# The model: a core is as fast as one here, reading and writing never wait, and a scheduler begins tasks one after the other.

CORES_A_NODE = 16


def clip_seconds(steps, task, frames, workers, suffix):
    ranges = math.ceil(frames / CUT)
    rounds = math.ceil(ranges / workers)
    searching = max(rounds * (CUT * steps.of_range(suffix) + steps.seek), ranges * task)
    return ((steps.index + steps.of_merge(suffix)) * frames + searching) / 1000


def model_of_a_clip(steps, task, frames=100_000):
    ranges, counts = math.ceil(frames / CUT), [1, 16, 64, 256, 1024]
    lines = [f"Model of one clip of {frames:,} frames, cut=256: {ranges} ranges.", "",
             "| workers: times as fast as one | " + " | ".join(map(str, counts)) + " |", "| --- |" + " --- |" * len(counts)]
    for suffix, name in (("", ".npz"), (".zarr", "Zarr")):
        taken = [clip_seconds(steps, task, frames, count, suffix) for count in counts]
        lines.append(f"| {name} | " + " | ".join(f"{taken[0] / each:.1f}" for each in taken) + " |")
    index, merge, part = (each / 1000 for each in (steps.index * frames, steps.npz[1] * frames, CUT * steps.of_range("")))
    rest = f"Seconds that no worker shortens: the index {index:.1f}, a range {part:.1f}, the merge {merge:.1f} (.npz)."
    return [*lines, "", rest]


def model_of_many(steps, task, clips=1_000_000, frames=1500, nodes=1000):
    """A task a clip."""
    kinds, cores, every = ("", ".zarr"), nodes * CORES_A_NODE, clips * frames
    core_hours = {kind: every * steps.of_frame(kind) / 3.6e6 for kind in kinds}
    stored = {"": steps.npz_bytes, ".zarr": steps.zarr_bytes}
    moved = {"": 3 * stored[""], ".zarr": stored[".zarr"]}
    files = {"": 1, ".zarr": steps.zarr_files(math.ceil(frames / _stores.FRAMES_A_PIECE))}
    rows = [
        ("core hours", lambda kind: f"{core_hours[kind]:,.0f}"),
        ("hours, if nothing waits", lambda kind: f"{core_hours[kind] / cores:.2f}"),
        ("hours that one scheduler needs for its tasks", lambda _: f"{clips * task / 3.6e6:.2f}"),
        ("clips read", lambda _: f"{every * steps.clip_bytes / 1e12:.1f} TB"),
        ("kept", lambda kind: f"{every * stored[kind] / 1e12:.0f} TB in {clips * files[kind] / 1e6:,.0f} million files"),
        ("to and from the shared folder, clips included",
         lambda kind: f"{every * (moved[kind] + steps.clip_bytes) / (core_hours[kind] * 3600 / cores) / 1e9:.0f} GB/s"),
    ]
    lines = [f"Model of {clips:,} clips of {frames} frames on {nodes:,} nodes of {CORES_A_NODE} cores, a task a clip.", "",
             "| | .npz | Zarr |", "| --- | --- | --- |"]
    return [*lines, *(f"| {name} | {value('')} | {value('.zarr')} |" for name, value in rows)]


def measure(path, folder, frames, worker_counts):
    steps, one = steps_of(path, folder, frames), {}
    for suffix in ("", ".zarr"):
        busy = time.process_time()
        wall, _ = seconds(functools.partial(genmedia.motion_dataset, path, folder / f"one{suffix}", **ONE_THREAD))
        one[suffix] = wall, time.process_time() - busy
    lines = ["| 1920x1080, H.264 | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in steps.rows), ""]
    lines += [f"| {frames} frames of it: frames/s on processors that it got, their time a frame | .npz | Zarr | Dask, a task |",
              "| --- | --- | --- | --- |",
              f"| no cluster, a thread that searches, one that decodes | {' | '.join(speed(one[s], frames) for s in one)} | |"]
    for count in worker_counts:
        taken, each = on_workers(count, [path], folder)
        assert all(same_files(folder / f"one{suffix}", folder / f"workers{count}{suffix}") for suffix in taken)
        processes = "process" if count == 1 else "processes"
        lines.append(f"| {count} {processes} of a thread | {speed(taken[''], frames)} | {speed(taken['.zarr'], frames)} | "
                     f"{each:.2f} ms |")
    lines.append(f"| the model: the processor's time | {steps.of_frame(''):.1f} ms | {steps.of_frame('.zarr'):.1f} ms | |")
    return lines, [*model_of_a_clip(steps, each), "", *model_of_many(steps, each)]


def speed(taken, frames):
    wall, processor_seconds = taken
    return f"{frames / wall:.1f} on {processor_seconds / wall:.1f}, {processor_seconds / frames * 1000:.1f} ms"


def many_small(folder, source):
    paths = [make_clip(source, "176:144", 50, folder / "small000.mp4")]
    for number in range(1, 200):
        paths.append(str(folder / f"small{number:03d}.mp4"))
        os.link(paths[0], paths[-1])
    alone, _ = seconds(lambda: genmedia.motion_dataset(paths, folder / "small", **ONE_THREAD))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.run(nothing, 0)
        two, _ = seconds(lambda: genmedia.motion_dataset(paths, folder / "small2", client=client))
    return (f"{len(paths)} clips of 50 frames of 176x144: {len(paths) / alone:.1f} clips/s without a cluster (one thread that "
            f"searches), {len(paths) / two:.1f} on two processes.")


def memory(folder, source):
    found = []
    for frames in (40, 160, 640):
        path = make_clip(source, "640:360", frames, folder / f"long{frames}.mp4")
        found.append((frames, [largest_memory([path], str(folder / f"memory{frames}{suffix}")) for suffix in ("", ".zarr")]))
    return ["| frames of 640x360 | " + " | ".join(str(frames) for frames, _ in found) + " |", "| --- |" + " --- |" * len(found),
            "| MB resident at most, .npz | " + " | ".join(f"{mb[0]:.0f}" for _, mb in found) + " |",
            "| Zarr | " + " | ".join(f"{mb[1]:.0f}" for _, mb in found) + " |"]


def write(lines, load):
    begin, end = "<!-- figures: written by bench/cluster.py -->\n", "<!-- end of figures -->"
    today = datetime.datetime.now(tz=datetime.UTC).date()
    head = (f"Measured on {processor()}, {os.cpu_count()} processors, {today}, by `bench/cluster.py`. Times of single steps "
            f"are the processor's.\nSpeeds are by the clock, on a machine with others on it: {load:.1f} programs ran when it "
            "began. So a speed comes with how\nmany processors the run got.")
    text = "\n".join([head, "", *lines]) + "\n"
    page = DOCUMENT.read_text()
    DOCUMENT.write_text(re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: begin + text + end, page, flags=re.DOTALL))
    print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clip", default=CLIP)
    parser.add_argument("--frames", type=int, default=1000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--print", action="store_true", help="leave docs/cluster.md as it is")
    arguments = parser.parse_args()
    load = os.getloadavg()[1]
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        path = make_clip(arguments.clip, "1920:1080", arguments.frames, folder / "clip.mp4", "-g", "250", "-sc_threshold", "0")
        lines = memory(folder, arguments.clip)
        measured, beyond = measure(path, folder, arguments.frames, [int(count) for count in arguments.workers.split(",")])
        lines = [*measured, "", many_small(folder, arguments.clip), "", *lines, "", *beyond]
    print("\n".join(lines)) if arguments.print else write(lines, load)


if __name__ == "__main__":
    main()
