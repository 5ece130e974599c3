# SPDX-License-Identifier: MIT
"""Motion vectors of pictures and videos, by Intel's motion estimation unit in software.

    import genmedia

    field = genmedia.estimate(current, previous)     # two uint8 arrays (H, W)
    field.vectors                                    # int16 (rows, columns, 2): quarter pixels, one for every 4x4 block
    field.flow()                                     # float32 (H, W, 2): pixels
    field.draw(current)                              # uint8 (H', W', 3): arrows over the picture; also genmedia.arrows

    for field in genmedia.motion("clip.mp4"):        # or an iterable of arrays
        print(field.frame, field.time, field.distortion.mean())

A vector leads from a block to its match in the previous picture: x to the right, y down. Content that moves 5 pixels to
the right has the vector (-20, 0). With field="true" vectors follow objects, with a confidence of each.

genmedia.unit        the unit itself, a macroblock a call
genmedia.mvextractor reads videos as mv-extractor does
"""
from . import unit
from ._dataset import motion_dataset
from ._drawing import arrows
from ._estimate import Estimator, PreparedPicture, estimate, motion
from ._field import Field, stack
from ._genmedia import __version__
from ._optical_flow import OpticalFlow

__all__ = ["Estimator", "Field", "OpticalFlow", "PreparedPicture", "__version__", "arrows", "estimate", "motion",
           "motion_dataset", "stack", "unit"]
