# SPDX-License-Identifier: MIT
"""What is left out where the tool has a sanitizer."""
import os
import unittest

REASON = "about what outputs say, through code that the others run, too; runs without sanitizers"


def values(test):
    """A test of values and times, which starts many programs."""
    if "GENMEDIA_SANITIZED" not in os.environ:
        return test
    print(f"SKIPPED {test.__name__}: {REASON}", flush=True)
    return unittest.skip(REASON)(test)
