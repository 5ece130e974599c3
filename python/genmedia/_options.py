# SPDX-License-Identifier: MIT
"""Options as people write them, to what the library takes."""
import operator
import os
from collections.abc import Iterable
from typing import Any, TypedDict

import numpy

from . import _genmedia

CHOICES = _genmedia.choices()
PRESETS = _genmedia.presets()


class Options(TypedDict, total=False):
    """The keyword arguments of Estimator."""
    preset: str
    window: str | None
    partitions: str | Iterable[str] | None
    distortion: str | None
    subpel: str | None
    cost: str
    qp: int
    slice: str
    predictor: str
    field: str
    smoothness: float
    dense: bool
    intra: bool
    threads: int
    device: str | int


def refusal(option: str, value: object, expected: str) -> ValueError:
    return ValueError(f"{option}={value!r}; expected {expected}")


def wrong_type(option: str, value: object, expected: str) -> TypeError:
    return TypeError(f"{option}={value!r}; expected {expected}")


def chosen(option: str, value: object, choices: dict[str, Any]) -> Any:
    expected = "one of " + ", ".join(map(repr, choices))
    if not isinstance(value, str):
        raise wrong_type(option, value, expected)
    if value not in choices:
        raise refusal(option, value, expected)
    return choices[value]


def number(option: str, value: object, low: int, high: int) -> int:
    expected = f"a number in {low}..{high}"
    try:
        found = operator.index(value)  # type: ignore[arg-type]
    except TypeError:  # also numpy.bool_
        raise wrong_type(option, value, expected) from None
    if isinstance(value, bool):
        raise wrong_type(option, value, expected)
    if not low <= found <= high:
        raise refusal(option, value, expected)
    return found


def real(option: str, value: object, low: float, high: float) -> float:
    expected = f"a number in {low:g}..{high:g}"
    if isinstance(value, (bool, numpy.bool_, str, bytes)):
        raise wrong_type(option, value, expected)
    try:
        found = float(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(option, value, expected) from None
    if not low <= found <= high:
        raise refusal(option, value, expected)
    return found


def flag(option: str, value: object) -> bool:
    if not isinstance(value, (bool, numpy.bool_)):
        raise wrong_type(option, value, "True or False")
    return bool(value)


def path_of(option: str, value: object) -> str:
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise wrong_type(option, value, "a path")
    return os.fsdecode(value)


def partitions(value: object) -> int:
    expected = "one or more of " + ", ".join(map(repr, CHOICES["partitions"])) + ", as a comma list or a sequence"
    if not isinstance(value, Iterable):
        raise wrong_type("partitions", value, expected)
    bits = 0
    for name in value.split(",") if isinstance(value, str) else value:
        if not isinstance(name, str):
            raise wrong_type("partitions", value, expected)
        if name not in CHOICES["partitions"]:
            raise refusal("partitions", value, expected)
        bits |= CHOICES["partitions"][name]
    if not bits:
        raise refusal("partitions", value, expected)
    return bits


def device(value: object) -> int:
    expected = "'cpu', 'gpu', 'auto' or the number of a device"
    if isinstance(value, str):
        if value not in CHOICES["device"]:
            raise refusal("device", value, expected)
        return CHOICES["device"][value]
    try:
        return number("device", value, 0, 2**31 - 1)
    except TypeError:
        raise wrong_type("device", value, expected) from None
    except ValueError:
        raise refusal("device", value, expected) from None


def native(*, preset: object, window: object, partitions_: object, distortion: object, subpel: object, cost: object,
           qp: object, slice: object, predictor: object, field: object, smoothness: object, dense: object, intra: object,
           threads: object, device_: object) -> dict[str, Any]:
    """The arguments of _genmedia.Estimator. What is None is the preset's."""
    settings = dict(chosen("preset", preset, PRESETS))
    for option, value in (("window", window), ("distortion", distortion), ("subpel", subpel)):
        if value is not None:
            settings[option] = chosen(option, value, CHOICES[option])
    if partitions_ is not None:
        settings["partitions"] = partitions(partitions_)
    for option, value in (("cost", cost), ("slice", slice), ("predictor", predictor), ("field", field)):
        settings[option] = chosen(option, value, CHOICES[option])
    settings["smoothness"] = real("smoothness", smoothness, 0, 100)
    if field != "true" and settings["smoothness"] != 1:
        raise refusal("smoothness", smoothness, "1 beside field='codec'")
    settings |= {"qp": number("qp", qp, 0, 51), "per_pixel": flag("dense", dense) and field == "true",
                 "intra": flag("intra", intra), "threads": number("threads", threads, 0, 1024), "device": device(device_)}
    if field == "true" and settings["refined"] and settings["device"] not in (CHOICES["device"]["cpu"],
                                                                               CHOICES["device"]["auto"]):
        raise refusal("device", device_, "'cpu' or 'auto' beside field='true' and preset='best'")
    return settings
