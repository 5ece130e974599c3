# SPDX-License-Identifier: MIT
"""processing_test.py GENMEDIA FFMPEG: FFmpeg's filters of VA-API on the driver, beside its own of the same meaning."""
import os
import re
import subprocess
import sys
import unittest

GENMEDIA, FFMPEG = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)

HQ = "flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
GIVEN = ("-f", "lavfi", "-i", "testsrc2=s=180x102:r=25:d=0.2")
FAST = ("-f", "lavfi", "-i", "testsrc2=s=180x102:r=50:d=0.4")
LACED = "tinterlace=interleave_top,format=yuv420p"
ALL_FORMATS = "nv12", "yuv420p", "p010le", "yuyv422", "uyvy422", "yuv422p", "yuv444p", "gray", "bgra", "rgba", "bgr0", "rgb0"


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def md5s(done):
    return [line.split(",")[-1].strip() for line in done.stdout.splitlines() if not line.startswith("#")]


class Processing(unittest.TestCase):
    def driver(self, source, filters, device=("-init_hw_device", "vaapi=a")):
        done = run(GENMEDIA, "va", "--", FFMPEG, "-nostdin", "-v", "error", *device, "-filter_hw_device", "a", *source,
                   "-filter_complex", filters, "-f", "framemd5", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""), filters)
        return md5s(done)

    def software(self, source, filters):
        done = run(FFMPEG, "-nostdin", "-v", "error", *source, "-filter_complex", filters, "-f", "framemd5", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""), filters)
        return md5s(done)

    def assert_same(self, on_driver, in_software, pixels="yuv420p", source=GIVEN, result=None, part=slice(None)):
        result = result or pixels
        packed = "nv12" if result == "yuv420p" else result
        there = self.driver(source, f"format={pixels},hwupload,{on_driver},hwdownload,format={packed},format={result}")
        here = self.software(source, f"format={pixels},{in_software},format={result}")
        self.assertGreaterEqual(len(there), 4)
        self.assertEqual(there[part], here[part], on_driver)

    def psnr(self, source, on_driver, in_software, pixels="yuv420p"):
        """The least of both pictures' agreements, in dB."""
        done = run(GENMEDIA, "va", "--", FFMPEG, "-nostdin", "-v", "info", "-init_hw_device", "vaapi=a", "-filter_hw_device", "a", *source,
                   "-filter_complex", f"{on_driver},hwdownload,format=nv12,format={pixels}[there];{in_software},format={pixels}[here];[there][here]psnr",
                   "-f", "null", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        return float(re.search(r"PSNR.* min:(\S+)", done.stderr).group(1))

    def test_scaling(self):
        for mode, flags in ("hq", "bicubic"), ("default", "bicubic"), ("fast", "bilinear"):
            for size in "90:51", "301:77":
                self.assert_same(f"scale_vaapi={size}:mode={mode}", f"scale={size}:{HQ.replace('bicubic', flags)}", "nv12")

    def test_formats(self):
        # Each with NV12 and BGRA, and with the next one.
        pairs = {pair for one in ALL_FORMATS for other in ("nv12", "bgra") for pair in ((one, other), (other, one))}
        for pixels, result in sorted(pairs | set(zip(ALL_FORMATS, ALL_FORMATS[1:]))):
            if pixels != result:
                with self.subTest(pixels=pixels, result=result):
                    # To RGB and back ranges differ: without a word, FFmpeg asks for the source's.
                    to = "pc" if result == "gray" else "tv"
                    self.assert_same(f"scale_vaapi=format={result}:out_range={to}", f"scale={HQ},format={result}", pixels, result=result)

    def test_colours(self):
        for matrix, their in ("bt709", "bt709"), ("bt2020nc", "bt2020"), ("smpte240m", "smpte240m"), ("fcc", "fcc"):
            for there, here in (("tv", "mpeg"), ("pc", "jpeg")):
                with self.subTest(matrix=matrix, range=there):
                    self.assert_same(f"scale_vaapi=format=bgra,scale_vaapi=format=yuv444p:out_color_matrix={matrix}:out_range={there}",
                                     f"scale={HQ},format=bgra,scale=out_color_matrix={their}:out_range={here}:{HQ}", "yuv444p")

    def test_gray_in_full_range(self):
        """Not libswscale's own way, which makes chroma of NV12 zero."""
        for plane, samples in ("y", "null"), ("u", "geq=128"), ("v", "geq=128"):
            there = self.driver(GIVEN, f"format=gray,hwupload,scale_vaapi=format=nv12,hwdownload,format=nv12,setparams=range=tv,format=yuv420p,extractplanes={plane}")
            size = "null" if plane == "y" else "scale=90:51"
            self.assertEqual(there, self.software(GIVEN, f"format=gray,{size},{samples},format=gray"))

    def test_memory_of_others(self):
        """Surfaces become DRM objects, which FFmpeg maps; and these become surfaces again."""
        if os.path.exists("/dev/dri/renderD128"):
            self.skipTest("this machine has a render node, which is another driver's")
        device = "-init_hw_device", "drm=d:/dev/dri/renderD128", "-init_hw_device", "vaapi=a@d"
        for pixels in "nv12", "p010le", "bgra":
            out = f"format={pixels},hwupload,hwmap=derive_device=drm,format=drm_prime,"
            there = self.driver(GIVEN, f"{out}hwdownload,format={pixels}", device)
            self.assertEqual(there, self.software(GIVEN, f"format={pixels}"))
            if pixels == "p010le":  # FFmpeg 5.1 knows no way back
                continue
            there = self.driver(GIVEN, f"{out}hwmap=derive_device=vaapi,format=vaapi,scale_vaapi=90:50,hwdownload,format={pixels}", device)
            self.assertEqual(there, self.software(GIVEN, f"format={pixels},scale=90:50:{HQ}"))

    def test_tone_mapping_is_refused(self):
        done = run(GENMEDIA, "va", "--", FFMPEG, "-nostdin", "-v", "error", "-init_hw_device", "vaapi=a", "-filter_hw_device", "a", *GIVEN,
                   "-vf", "format=p010le,hwupload,tonemap_vaapi=format=nv12", "-f", "null", "-")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("the requested filter is not supported", done.stderr)

    def test_turning(self):
        for pixels in "nv12", "p010le", "bgra":
            for way, filters in (("clock", "transpose=clock"), ("cclock", "transpose=cclock"), ("reversal", "hflip,vflip"), ("hflip", "hflip"),
                                 ("vflip", "vflip"), ("clock_flip", "transpose=clock_flip"), ("cclock_flip", "transpose=cclock_flip")):
                with self.subTest(pixels=pixels, way=way):
                    self.assert_same(f"transpose_vaapi=dir={way}", filters, pixels)

    def test_deinterlacing(self):
        # FFmpeg makes nothing of the first picture and the last one.
        for mode, name in ("motion_adaptive", "yadif"), ("motion_compensated", "bwdif"):
            for order in "tff", "bff":
                with self.subTest(mode=mode, order=order):
                    laced = f"{LACED},setfield={order}"
                    there = self.driver(FAST, f"{laced},hwupload,deinterlace_vaapi=mode={mode}:rate=field,hwdownload,format=nv12,format=yuv420p")
                    here = self.software(FAST, f"{laced},{name}=mode=send_field:parity={order}")
                    self.assertEqual(len(there), 16)
                    self.assertEqual(there, here[2:-2])
        for order in "tff", "bff":
            bob = f"{LACED},setfield={order},hwupload,deinterlace_vaapi=mode=bob:rate=field,hwdownload,format=nv12,format=yuv420p"
            self.assertEqual(self.driver(FAST, bob), self.software(FAST, f"{LACED},estdif=mode=field:parity={order}"))
        there = self.driver(FAST, f"{LACED},hwupload,deinterlace_vaapi=mode=weave,hwdownload,format=nv12,format=yuv420p")
        self.assertEqual(there, self.software(FAST, LACED))

    def test_enhancing(self):
        self.assert_same("sharpness_vaapi=sharpness=64", "unsharp=luma_amount=5")
        self.assert_same("sharpness_vaapi=sharpness=0", "null")
        self.assert_same("sharpness_vaapi=sharpness=32", "format=yuv420p10le,unsharp=luma_amount=2.5", "p010le")
        for level in 4, 16:
            self.assert_same(f"denoise_vaapi=denoise={level}", f"hqdn3d=luma_spatial={level}:luma_tmp=0.001:chroma_tmp=0.001", part=slice(0, 1))
        self.assert_same("denoise_vaapi=denoise=0", "null")
        for pixels in "yuv420p", "yuv422p":
            self.assert_same("procamp_vaapi=h=30:s=2", "hue=h=30:s=2", pixels)
        self.assert_same("procamp_vaapi=c=1.5:b=10",
                         "lutyuv=y='(val-16)*1.5+16+10+0.5':u='(val-128)*1.5+128+0.5':v='(val-128)*1.5+128+0.5'")

    def test_overlay(self):
        two = (*GIVEN, "-f", "lavfi", "-i", "testsrc=s=64x50:r=25:d=0.2")
        there, here = "[0]format=nv12,hwupload[m];[1]format={}{},hwupload[o];[m][o]overlay_vaapi={}", "[0]format=nv12,format=yuv420p[m];[1]format={}{}[o];[m][o]overlay={}"
        # Opaque: the same samples, where FFmpeg's does not round the place down to a sample of chroma.
        for x, y in ((0, 0), (30, 18), (150, 80)):
            with self.subTest(x=x, y=y):
                place = f"x={x}:y={y}"
                self.assertEqual(self.driver(two, there.format("nv12", "", place + ":alpha=1") + ",hwdownload,format=nv12,format=yuv420p"),
                                 self.software(two, here.format("nv12", ",format=yuv420p", place)))
        half = there.format("nv12", "", "x=30:y=18:alpha=0.5"), here.format("yuva420p", ",lutyuv=a=128", "x=30:y=18")
        self.assertGreater(self.psnr(two, *half), 40)
        # FFmpeg 5.1 does not say that colours were multiplied.
        alpha = ",format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*4'"
        drawn = there.format("rgba", alpha, "x=30:y=18:alpha=1"), here.format("rgba", alpha, "x=30:y=18")
        self.assertGreater(self.psnr(two, *drawn), 40)


if __name__ == "__main__":
    unittest.main(verbosity=2)
