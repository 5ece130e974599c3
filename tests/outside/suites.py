# SPDX-License-Identifier: MIT
"""The suites of others, each with the name of its clone in the folder that GENMEDIA_OUTSIDE names."""
from collections.abc import Callable
from typing import NamedTuple

import beignet
import cilk_plus
import cm_emulation
import compute_samples
import gfx_samples
import intercept_layer
import kernel_libraries
import khronos_cts
import libva_utils
import media_kernels
import ocl_vme
import sample_fei
import video_programs


class Entry(NamedTuple):
    clone: str
    run: Callable


SUITES = {
    "beignet": Entry("beignet", beignet.run),
    "cts": Entry("OpenCL-CTS", khronos_cts.run),
    "intercept-layer": Entry("opencl-intercept-layer", intercept_layer.run),
    "media-driver": Entry("media-driver", media_kernels.media_driver),
    "cilk-plus": Entry("cilk-plus", cilk_plus.run),
    "clgpu": Entry("clGPU", kernel_libraries.clgpu),
    "clblast": Entry("CLBlast", kernel_libraries.clblast),
    "cm-emulation": Entry("cm-cpu-emulation", cm_emulation.run),
    "compute-samples": Entry("compute-samples", compute_samples.run),
    "ffmpeg-filters": Entry("clips", video_programs.ffmpeg_filters),
    "gfx-samples": Entry("gfx-samples", gfx_samples.run),
    "libva-utils": Entry("libva-utils", libva_utils.run),
    "ocl-vme": Entry("ocl-vme", ocl_vme.run),
    "sample-fei": Entry("MediaSDK", sample_fei.run),
    "viennacl": Entry("viennacl-dev", kernel_libraries.viennacl),
    "x264": Entry("clips", video_programs.x264),
    "media-sdk": Entry("MediaSDK", media_kernels.media_sdk),
}
