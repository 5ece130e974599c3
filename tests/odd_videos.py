# SPDX-License-Identifier: MIT
"""Valid but odd videos, drawn from a seed: formats x containers x tags. FFmpeg makes them."""
import dataclasses
import pathlib
import subprocess

YUV8 = ["yuv420p", "yuv422p", "yuv444p"]
DEEP = ["yuv420p10le", "yuv422p10le", "yuv444p10le"]
RGB = ["rgb24", "bgra", "gbrp"]
# What encodes, in which formats of pixels, and which files hold it.
CODECS = {
    "libx264 -preset ultrafast -bf 2": (YUV8 + DEEP + ["gray", "nv12", "yuvj420p"], "mp4 mov mkv avi ts m2ts flv 3gp nut 264 mpg"),
    "libx264rgb -qp 0": (["rgb24", "bgr0"], "mp4 mkv"),
    "libx265 -preset ultrafast -x265-params log-level=none": (["yuv420p", "yuv422p10le", "yuv444p12le", "gray"], "mp4 mov mkv ts hevc"),
    "mpeg4 -bf 2": (["yuv420p"], "mp4 mov mkv avi m4v nut"),
    "mpeg2video -bf 2": (["yuv420p", "yuv422p"], "mpg ts mkv mxf m2v mov vob"),
    "mpeg1video": (["yuv420p"], "mpg mkv"),
    "mjpeg -q:v 2 -huffman 0": (["yuvj420p", "yuvj422p", "yuvj444p"], "avi mov mkv mp4 mjpeg"),
    "libvpx -b:v 1M": (["yuv420p"], "webm mkv ivf"),
    "libvpx-vp9 -cpu-used 8 -b:v 1M": (["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "gbrp"], "webm mp4 mkv ivf"),
    "libaom-av1 -cpu-used 8 -b:v 500k": (["yuv420p", "yuv444p10le", "gray"], "mp4 mkv ivf webm"),
    "libtheora -q:v 8": (YUV8, "ogv mkv"),
    "ffv1 -level 3": (YUV8 + DEEP + RGB + ["gray", "gray10le", "gray16le", "yuv410p", "yuv411p", "yuv440p", "yuva420p", "gbrp12le", "bgr0", "yuv420p16le"],
                      "mkv avi mov nut"),
    "huffyuv": (["yuv422p", "rgb24", "bgra"], "avi mkv mov"), "ffvhuff": (YUV8 + ["gray16le", "gbrp10le"], "avi mkv"),
    "utvideo": (YUV8 + ["gbrp", "gbrap"], "avi mkv mov"), "magicyuv": (YUV8 + ["gbrp", "gray"], "avi mkv"),
    "prores_ks": (["yuv422p10le", "yuv444p10le", "yuva444p10le"], "mov mkv mxf"), "qtrle": (["rgb24", "argb", "rgb555be", "gray"], "mov"),
    "png": (["rgb24", "rgba", "gray", "gray16be", "rgb48be", "pal8", "ya8", "monob"], "mov mkv avi"),
    "rawvideo": (["yuv420p", "nv12", "yuyv422", "uyvy422", "rgb24", "bgr24", "gray", "p010le", "yuv422p"], "nut mkv avi mov"),
    "v210": (["yuv422p10le"], "mov avi mkv"), "cinepak": (["rgb24"], "avi mov"),
    "flv": (["yuv420p"], "flv mkv"), "wmv2": (["yuv420p"], "asf wmv avi"), "msmpeg4": (["yuv420p"], "avi asf"), "cfhd": (["yuv422p10le", "gbrp12le"], "mov avi"),
    "snow -strict -2": (["yuv420p"], "nut avi"), "gif": (["pal8", "gray", "rgb8"], "gif"), "apng": (["rgb24", "rgba", "gray", "pal8"], "apng"),
    "wrapped_avframe": (YUV8 + ["gray", "yuv411p", "yuv420p10le"], "y4m"), "jpeg2000": (["yuv420p", "rgb24", "gray"], "mov mkv"), "h263p": (["yuv420p"], "mkv avi 3gp"),
    "ljpeg": (["yuvj420p", "bgr24"], "avi mkv"), "rv20": (["yuv420p"], "rm"),
}
PICTURES = {"png": ["rgb24", "rgba", "gray", "pal8", "gray16be", "monob", "ya8"], "jpg": ["yuvj420p", "yuvj444p", "gray"], "tiff": ["rgb24", "gray", "rgb48le", "pal8"],
            "bmp": ["bgr24", "bgra", "gray", "pal8", "rgb565le"], "tga": ["bgr24", "bgra", "gray"], "ppm": ["rgb24", "rgb48be"], "pgm": ["gray", "gray16be"],
            "sgi": ["rgb24", "gray"], "pcx": ["rgb24", "pal8"], "ras": ["bgr24", "gray"], "dpx": ["rgb24", "gbrp10le", "rgb48be"], "jp2": ["rgb24", "gray"],
            "webp": ["yuv420p", "bgra"], "pbm": ["monow"], "pam": ["rgba"], "xwd": ["bgra"]}
SOUNDS = {"mp4": ["aac", "libmp3lame", "ac3", "libopus", "alac"], "mov": ["aac", "pcm_s16le", "alac", "libmp3lame"], "avi": ["libmp3lame", "pcm_s16le", "ac3"],
          "mkv": ["aac", "libopus", "flac", "libvorbis", "pcm_s24le", "libmp3lame", "ac3"], "webm": ["libopus", "libvorbis"], "ts": ["aac", "mp2", "ac3"],
          "m2ts": ["ac3"], "mpg": ["mp2"], "vob": ["ac3"], "flv": ["aac", "libmp3lame"], "3gp": ["aac"], "ogv": ["libvorbis", "flac"], "asf": ["wmav2"],
          "wmv": ["wmav2"], "nut": ["pcm_s16le"], "rm": ["ac3"]}
NAMES = ["clip", "two words", "ünïcode", "日本", "colon: a", "100%", "a%20b", "-dash", "q'uote", 'double"', "star*", "b[1]", "dots.a.b", ".hidden", "tab\tname",
         "back\\slash", "UPPER", "http:x", "pipe|x", "100%%d"]
RATES = ["25", "24000/1001", "30000/1001", "12.5", "7", "1", "1/2", "240", "1000/33", "15", "60", "50"]
MATRICES = ["bt709", "smpte170m", "bt470bg", "bt2020nc", "fcc", "smpte240m"]
ISO = ("mp4", "mov", "3gp")


@dataclasses.dataclass
class Odd:
    path: pathlib.Path  # or the pattern of a sequence
    facts: dict  # what was drawn
    tracks: int = 0  # of sound


def ffmpeg(*words):
    try:
        return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, words)], capture_output=True, timeout=60).returncode == 0
    except subprocess.TimeoutExpired:  # an encoder that hangs
        return False


def source(rng, facts):
    size = rng.choice([(64, 48), (96, 80), (176, 144), (34, 50), (130, 66)]) if rng.random() < 0.5 else (rng.randint(17, 131), rng.randint(17, 131))
    if facts.get("even"):
        size = [side + side % 2 for side in size]
    facts.update(size=size, rate=rng.choice(RATES), frames=1 if rng.random() < 0.12 else rng.randint(2, 9))
    filters = []
    if rng.random() < 0.3:
        facts["aspect"] = rng.choice(["12/11", "40/33", "4/3", "853/854", "1/2", "64/45"])
        filters.append(f"setsar={facts['aspect']}")
    if rng.random() < 0.2:
        facts["jitter"] = rng.randint(1, 400)
        filters.append(f"settb=1/1000,setpts='N*{rng.randint(20, 90)}+mod(N*N*{facts['jitter']},{rng.randint(2, 20)})'")
    filters += [f"noise=alls={rng.randint(1, 60)}:allf=t"] * (rng.random() < 0.2)
    kind = rng.choice(["testsrc2", "testsrc", "mandelbrot", "rgbtestsrc", "life"])
    text = f"{kind}=s={size[0]}x{size[1]}:r={facts['rate']}"
    return ["-f", "lavfi", "-i", text, "-frames:v", facts["frames"], *(["-vf", ",".join(filters)] if filters else []), "-fps_mode", "passthrough",
            *(["-enc_time_base", "1/1000"] if "jitter" in facts else [])]


def colours(rng, facts):
    words = []
    if rng.random() < 0.5:
        facts["range"] = rng.choice(["tv", "pc"])
        words += ["-color_range", facts["range"]]
    if rng.random() < 0.5:
        facts["matrix"] = rng.choice(MATRICES)
        words += ["-colorspace", facts["matrix"]]
        words += ["-color_primaries", rng.choice(["bt709", "smpte170m", "bt2020"]), "-color_trc", rng.choice(["bt709", "smpte2084", "linear"])] * (rng.random() < 0.5)
    return words


def sounds(rng, kind, facts, seconds):
    """Words for the inputs, and for the output."""
    inputs, outputs, count = [], [], 0
    if rng.random() < 0.5:
        count = rng.choice([1, 1, 2])
    for i in range(count if kind in SOUNDS else 0):
        offset = rng.choice([0, 0, 0, 0.5, 0.25])
        inputs += [*(["-itsoffset", offset] if offset else []), "-f", "lavfi", "-i", f"sine=f={300 + 200 * i}:d={max(0.3, seconds * rng.choice([1, 0.5, 1.5])):.3f}"]
        codec = rng.choice(SOUNDS[kind])
        outputs += [f"-c:a:{i}", codec, f"-metadata:s:a:{i}", "language=" + rng.choice(["eng", "jpn", "ger"])]
        facts.setdefault("sounds", []).append((codec, offset))
    return inputs, outputs


def container(rng, kind, codec, facts):
    words = []
    if rng.random() < 0.25 and kind not in ("gif", "apng", "y4m", "ivf", "264", "hevc", "m4v", "m2v", "mjpeg"):
        facts["offset"] = rng.choice([0.4, 3, 95443.5, -0.2])
        words += ["-output_ts_offset", facts["offset"], *(["-avoid_negative_ts", "disabled"] if facts["offset"] < 0 else [])]
    if kind in ISO:
        if rng.random() < 0.3:
            facts["rotate"] = rng.choice([90, 180, 270])
            words += ["-metadata:s:v:0", f"rotate={facts['rotate']}"]
        if rng.random() < 0.4:
            facts["movflags"] = rng.choice(["frag_keyframe+empty_moov", "faststart", "frag_every_frame+empty_moov+default_base_moof", "negative_cts_offsets",
                                            "frag_keyframe+delay_moov"])
            words += ["-movflags", facts["movflags"]]
        if rng.random() < 0.2:
            facts["scale"] = rng.choice([600, 1000, 90000, 2997])
            words += ["-video_track_timescale", facts["scale"]]
    if kind in ("mkv", "webm") and rng.random() < 0.2:
        facts["live"] = True
        words += ["-live", "1"]
    if rng.random() < 0.2:
        words += ["-metadata", "title=" + rng.choice(["My film", "ünïcode ✓", "a\tb", "x" * 300])]
    return words


def extras(rng, kind, folder, facts):
    """Chapters, subtitles, a cover: words for the inputs, and their maps and codecs."""
    inputs, outputs, number = [], [], 0

    def add(name, text=None):
        nonlocal number
        if text:
            (folder / name).write_text(text)
        inputs.extend(["-i", folder / name])
        number += 1
        return number - 1

    if kind in ("mkv", "mp4", "mov") and rng.random() < 0.15:
        facts["chapters"] = True
        outputs += ["-map_chapters", ("chapters", add("chapters", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\ntitle=One\n"))]
    if kind in ("mkv", "mp4") and rng.random() < 0.15:
        facts["subtitles"] = True
        outputs += ["-map", ("map", add("words.srt", "1\n00:00:00,000 --> 00:00:00,200\nhello\n")), "-c:s", "srt" if kind == "mkv" else "mov_text"]
    return inputs, outputs


def draw_sequence(rng, folder):
    kind = rng.choice(list(PICTURES))
    facts = {"container": kind, "format": rng.choice(PICTURES[kind]), "sequence": True, "start": rng.choice([0, 1, 7, 98])}
    pattern = rng.choice(["%d", "a b%03d", "frame.%04d", "x%d", "100%% %02d", "日本%05d", "n%dn"]) + "." + rng.choice([kind, kind.upper()])
    words = source(rng, facts)
    made = ffmpeg(*words, "-pix_fmt", facts["format"], "-start_number", facts["start"], "-f", "image2", folder / pattern)
    return Odd(folder / pattern, facts) if made else None


def draw_video(rng, folder):
    codec = rng.choice(list(CODECS))
    formats, kinds = CODECS[codec]
    kind = rng.choice(kinds.split())
    facts = {"codec": codec.split()[0], "format": rng.choice(formats), "container": kind, "even": codec.startswith(("libx26", "flv", "rv", "wmv", "ms", "cinepak"))}
    words = source(rng, facts)
    seconds = facts["frames"] / eval(facts["rate"]) if "jitter" not in facts else 1
    heard, coded = sounds(rng, kind, facts, seconds)
    more, more_out = extras(rng, kind, folder, facts)
    begin = 1 + heard.count("-i")
    maps = ["0:v", *(f"{i}:a" for i in range(1, begin))]
    if rng.random() < 0.15:
        facts["video_last"] = len(maps) > 1
        maps = maps[1:] + maps[:1]
    more_out = [str(begin + word[1]) + (":s" if word[0] == "map" else "") if isinstance(word, tuple) else word for word in more_out]
    name = rng.choice(NAMES) + "." + (kind.upper() if rng.random() < 0.1 else kind)
    path = folder / name
    muxer = {"m2ts": ["-f", "mpegts"], "m4v": ["-f", "m4v"], "mjpeg": ["-f", "mjpeg"], "wmv": ["-f", "asf"]}.get(kind, [])
    # The source's own words end with those of the output.
    inputs, outputs = words[:4], words[4:]
    target = "file:" + str(path)
    if not ffmpeg(*inputs, *heard, *more, *(word for which in maps for word in ("-map", which)), *outputs, "-c:v", *codec.split(), "-pix_fmt", facts["format"],
                  *colours(rng, facts), *coded, *more_out, *container(rng, kind, codec, facts), *muxer, target):
        return None
    if kind in (*ISO, "mkv") and rng.random() < 0.15 and facts["frames"] > 3:
        facts["cut"] = True  # in MP4, an edit list
        cut = folder / ("cut " + name)
        if not ffmpeg("-ss", f"{1.6 * seconds / facts['frames']:.4f}", "-i", target, "-map", "0", "-c", "copy", *muxer, "file:" + str(cut)):
            return None
        path = cut
    return Odd(path, facts, len(facts.get("sounds", [])))


def draw(rng, folder):
    """A new one in a folder of its own; what this FFmpeg cannot make is drawn again."""
    while True:
        odd = (draw_sequence if rng.random() < 0.15 else draw_video)(rng, folder)
        if odd:
            return odd
        for file in folder.iterdir():
            file.unlink()
