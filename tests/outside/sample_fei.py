# SPDX-License-Identifier: MIT
"""Intel's Media SDK's sample_fei, on genmedia's VA-API driver and Debian's libmfxhw64: macroblocks are decided and coded as
the sample's options say. FFmpeg decodes what comes out; it must be near the source. Coding alone, of the files that deciding
and coding wrote, must write the same stream."""
import os
import re

from suite import FAIL, PASS, NotRun, Outcome

SIZE, WIDTH, HEIGHT, PICTURES = "352x288", "352", "288", 30
NEAR = 38  # dB of luma, at the quantiser 26
# Rows: the sample's arguments. FILES: vectors and codes of macroblocks, which "enc and pak" writes and "pak" reads.
FILES = ["-mvout", "vectors", "-mbcode", "codes"]
ROWS = {
    "enc_pak": ["-encode"],
    "enc and pak": ["-encpak", *FILES],
    "pak": ["-pak", *FILES],
    "enc_pak after pre-enc": ["-preenc", "1", "-encode"],
    "enc_pak after pre-enc of smaller pictures": ["-preenc", "4", "-encode"],
    "enc_pak of three references": ["-x", "3", "-encode"],
    "enc_pak in three slices": ["-l", "3", "-encode"],
    "enc and pak of a small search by half pixels": ["-search_window", "2", "-sub_pel_mode", "1", "-encpak"],
}


def stream_of(suite, name):
    return os.path.join(suite.work, name.replace(" ", "-") + ".264")


def judged(suite, name, program, ffmpeg):
    stream = stream_of(suite, name)
    if os.path.exists(stream):
        os.remove(stream)
    done = suite.run(os.path.join(suite.bin, "genmedia"), "va", "--", program, "-i", "source.yuv", "-o", stream, "-w", WIDTH,
                     "-h", HEIGHT, "-g", str(PICTURES), "-r", "1", "-qp", "26", *ROWS[name],
                     env={"LD_LIBRARY_PATH": os.path.join(suite.work, "lib")})
    if done.status != 0:
        return Outcome(name, FAIL, done.reason())
    decoded = suite.run(ffmpeg, "-nostdin", "-v", "error", "-xerror", "-y", "-f", "h264", "-i", stream, "-f", "rawvideo", "decoded.yuv")
    if decoded.status != 0 or decoded.output:
        return Outcome(name, FAIL, decoded.reason())
    size = os.path.getsize(os.path.join(suite.work, "decoded.yuv"))
    if size != os.path.getsize(os.path.join(suite.work, "source.yuv")):
        return Outcome(name, FAIL, f"{size} bytes of pictures, expected the source's")
    raw = ["-f", "rawvideo", "-s", SIZE, "-i"]
    compared = suite.run(ffmpeg, "-nostdin", *raw, "decoded.yuv", *raw, "source.yuv", "-lavfi", "psnr", "-f", "null", "-")
    found = re.search(r"PSNR y:([0-9.]+)", compared.output)
    if float(found[1]) < NEAR:
        return Outcome(name, FAIL, f"{found[1]} dB from the source, expected {NEAR}")
    if name == "pak":
        with open(stream, "rb") as one, open(stream_of(suite, "enc and pak"), "rb") as other:
            if one.read() != other.read():
                return Outcome(name, FAIL, "another stream than that of enc and pak")
    return Outcome(name, PASS)


def run(suite):
    """Needs the clone of MediaSDK, and Debian's libmfx-dev."""
    cmake, ffmpeg = suite.program("cmake", "cmake"), suite.program("ffmpeg", "ffmpeg")
    library = suite.run("sh", "-c", "ldconfig -p | sed -n 's/.*libmfx.so.1 .*=> //p' | head -1").output.strip()
    if not library:
        raise NotRun("needs libmfx.so.1; Debian's package libmfx1 has it")
    build = os.path.join(suite.work, "build")
    if not os.path.exists(os.path.join(build, "build.ninja")):
        off = [f"-D{name}=OFF" for name in ("BUILD_RUNTIME", "BUILD_TUTORIALS", "BUILD_TOOLS", "BUILD_TESTS", "ENABLE_OPENCL",
                                            "ENABLE_X11", "ENABLE_WAYLAND", "ENABLE_ITT")]
        suite.built([cmake, "-S", suite.folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *off])
    suite.built([cmake, "--build", build, "--target", "sample_fei"])
    # The dispatcher that the clone builds looks for its library in folders of its own.
    os.makedirs(os.path.join(suite.work, "lib"), exist_ok=True)
    own = os.path.join(build, "__bin", "Release")
    for file in os.listdir(own):
        if file.startswith("libmfx.so"):
            os.remove(os.path.join(own, file))
    suite.built(["cp", library, os.path.join(suite.work, "lib", "libmfx.so.1")],
                [ffmpeg, "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={SIZE}:r=25", "-frames:v", str(PICTURES),
                 "-pix_fmt", "yuv420p", "-f", "rawvideo", "source.yuv"])
    for name in suite.wanted(ROWS):  # one behind the other: pak reads what the row before it wrote
        yield judged(suite, name, os.path.join(own, "sample_fei"), ffmpeg)
