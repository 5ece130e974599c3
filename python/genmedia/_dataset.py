# SPDX-License-Identifier: MIT
"""Many clips, on one machine or on a cluster."""
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NamedTuple, Self, Unpack, cast

import numpy

from . import _genmedia, _playlists, _ranges, _video
from ._estimate import Estimator
from ._options import Options, flag, native, number, path_of, refusal, wrong_type
from ._stores import UNREADABLE, Arrays, Source, Store, StoreError, arrays_of, not_known, store_of

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Mapping[str, str | os.PathLike[str]]


@dataclass(frozen=True)
class Clip:
    """What became of a clip.

    state    "done"; "kept": an earlier call had done it; "failed"
    frames   how many have a field; None where this call did not count them
    damaged  how many of the frames the decoder says it made up in part
    error    why it failed
    """
    name: str
    path: str
    state: Literal["done", "kept", "failed"]
    frames: int | None = None
    damaged: int = 0
    error: str | None = None


class _Found(NamedTuple):
    """What a clip has, or why it has nothing."""
    frames: int | None = None
    damaged: int = 0
    error: str | None = None


class _Part(NamedTuple):
    """A range that was searched."""
    facts: _ranges.Facts
    written: str
    source: Source  # before it was read


@dataclass(frozen=True)
class _Job:
    """What is the same for all clips. It goes to the machines of a cluster."""
    store: Store
    options: Options
    refs: int
    cut: int
    ahead: int = 4  # pictures that are decoded while others are searched
    references: bool = False

    @property
    def first(self) -> int:
        """Number of the first frame with a field."""
        return 0 if self.options.get("intra") else 1


def motion_dataset(paths: Paths, out: str | os.PathLike[str], *, client: Any = None, cut: int = 256, refs: int = 1,
                   progress: bool = False, references: bool = False, **options: Unpack[Options]) -> list[Clip]:
    """The motion of many clips, as files: on this machine, or on a cluster through Dask. What became of each clip.

    paths: of the clips, which PyAV reads. Results are called as the clip's file, so two clips of one file name need names:
    a dict of names and paths.
    out: a folder, which gets NAME.npz with the arrays of motion.npz (docs/motion.md), or a Zarr store if it ends in .zarr,
    which gets a group NAME with the same arrays. It is made if missing.
    client: a dask.distributed.Client. Its workers must see `paths` and `out` under the same names. Each range is searched
    by one thread, unless `threads` says otherwise.
    cut: about how many frames a range has. With a client, longer clips are cut into ranges that are searched at the same
    time. The results are the same bytes for every `cut` and any number of workers.
    refs, options: as genmedia.motion has them.
    progress: a bar where tqdm is installed, else a line a clip.
    references: as genmedia.motion has it. A playlist has changed where one of its files has.

    A second call with the same `out` does what is missing: a clip that is there as a whole stays, all others are done
    (again), and so is one whose file has another size or time than it had. Other options are a ValueError then, and so are
    results in `out` that no call made. A clip that cannot be decoded, or is not there, fails alone; failures.json or the
    attribute `failures` of the Zarr store has those of the last call. A store that cannot be written is an OSError, which
    ends the call.
    """
    settled = cast(Options, {name: _plain(value) for name, value in options.items()})
    estimator = Estimator(**settled)  # what is wrong with the options is said before anything is written
    if refs == 2 and estimator._true_field:
        raise refusal("refs", refs, "1 beside field='true'")
    if client is not None and (not hasattr(client, "submit") or getattr(client, "asynchronous", False)):
        raise wrong_type("client", client, "a dask.distributed.Client that is not asynchronous")
    clips = _named(paths)
    store = store_of(_absolute(path_of("out", out)))
    job = _Job(store, settled, number("refs", refs, 1, 2), number("cut", cut, 1, 2**31 - 1),
               references=flag("references", references))
    with _alone(store, _settings(job), clips), _Report(len(clips), flag("progress", progress)) as report:
        try:
            missing = [clip for clip in clips.items() if not _kept(job, *clip, report)]
            if client is None:
                _here(job, missing, report)
            else:
                _on_cluster(client, job, missing, report)
        finally:
            store.note_failures([{"name": name, "path": path, "error": report.clips[name].error or ""}
                                 for name, path in clips.items() if report.has_failure(name)])
    return [report.clips[name] for name in clips]


def _named(paths: Paths) -> dict[str, str]:
    if isinstance(paths, (str, os.PathLike)) and os.path.isdir(paths):
        raise refusal("paths", os.fspath(paths), "files, such as those of pathlib.Path(...).iterdir()")
    if not isinstance(paths, (str, os.PathLike, Iterable)):
        raise wrong_type("paths", paths, "paths, or a dict of names and paths")
    if isinstance(paths, Mapping):
        clips = {name: path_of(f"paths[{name!r}]", path) for name, path in paths.items()}
    else:
        clips = {}
        several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
        for path in [path_of("a path of paths", path) for path in several]:
            name = os.path.basename(path)
            if name in clips:
                raise ValueError(f"two clips are called {name}: {clips[name]} and {path}; "
                                 "expected a dict of names and paths")
            clips[name] = path
    for name in clips:
        if not isinstance(name, str):
            raise wrong_type("a name of paths", name, "a string")
        if not name or name.startswith((".", "__")) or "/" in name or os.sep in name:
            raise ValueError(f"a clip is called {name!r}; expected a name without a slash, and without a dot in front")
    return clips


def _absolute(path: str) -> str:
    """For processes that are somewhere else."""
    return path if "://" in path else os.path.abspath(path)


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if value is None or isinstance(value, (str, int)):
        return value
    return value.item() if isinstance(value, numpy.generic) else list(value)


def _settings(job: _Job) -> dict[str, Any]:
    """What results depend on."""
    options = {name: value for name, value in job.options.items() if name not in ("threads", "device")}
    return {"genmedia": _genmedia.__version__, "refs": job.refs, "options": options}


def _resolved(settings: dict[str, Any]) -> tuple[Any, ...]:
    """Equal where results are, whether or not a default was written out."""
    options = {**(Estimator.__init__.__kwdefaults__ or {}), **settings["options"], "threads": 0}
    for name in ("partitions", "device"):
        options[f"{name}_"] = options.pop(name)
    return settings["refs"], native(**options)


@contextmanager
def _alone(store: Store, settings: dict[str, Any], names: Iterable[str]) -> Iterator[None]:
    """With the store, which no other call on this machine writes meanwhile."""
    found = store.create(settings, names)
    try:
        made_with = _resolved(found)
    except UNREADABLE as error:
        raise not_known(store.out, error) from error
    if made_with != _resolved(settings):
        raise ValueError(f"{store.out} was made with refs={found['refs']} and the options {found['options']}; "
                         f"expected the same, or another place for refs={settings['refs']} and {settings['options']}")
    with _lock(store.out):
        store.take()
        try:
            yield
        finally:
            store.leave()


@contextmanager
def _lock(folder: str) -> Iterator[None]:
    """Ends with the process. Some file systems have none."""
    if not os.path.isdir(folder):
        yield
        return
    import fcntl
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"cannot write {folder}: another call of motion_dataset is writing it") from None
        except OSError:
            pass
        yield
    finally:
        os.close(descriptor)


class _Report:
    """What became of the clips so far, for the caller and for people who wait."""

    def __init__(self, total: int, shown: bool) -> None:
        self.clips: dict[str, Clip] = {}
        self._total, self._shown, self._bar = total, shown, _bar(total) if shown else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def has_failure(self, name: str) -> bool:
        return name in self.clips and self.clips[name].state == "failed"

    def add_found(self, clip: tuple[str, str], found: _Found) -> None:
        self.add(Clip(*clip, "failed" if found.error else "done", found.frames, found.damaged, found.error))

    def add(self, clip: Clip) -> None:
        self.clips[clip.name] = clip
        if self._bar is not None:
            self._bar.set_postfix_str(clip.name, refresh=False)
            self._bar.update()
        elif self._shown:
            what = clip.error or clip.state
            print(f"genmedia: {len(self.clips)} of {self._total} clips: {clip.name}: {what}", file=sys.stderr)


def _bar(total: int) -> Any:
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return None
    return tqdm(total=total, unit="clip")


def _source(path: str, references: bool) -> Source:
    """By which a file that changed is known, with those that it names: sums, as these may be thousands."""
    named = _playlists.files(path) if references and _playlists.is_playlist(path) else []
    facts = [os.stat(file) for file in (path, *named)]
    return [sum(one.st_size for one in facts), sum(one.st_mtime_ns for one in facts)]


def _kept(job: _Job, name: str, path: str, report: _Report) -> bool:
    try:
        source = _source(path, job.references)
    except OSError:  # it cannot have changed
        source = None
    except ValueError:  # a playlist that is not allowed: doing it says so
        return False
    if not job.store.has(name, source):
        return False
    report.add(Clip(name, path, "kept"))
    return True


# One clip

def _here(job: _Job, clips: Iterable[tuple[str, str]], report: _Report) -> None:
    for clip in clips:
        report.add_found(clip, _whole(job, *clip))


def _whole(job: _Job, name: str, path: str) -> _Found:
    """A clip in one piece."""
    job.store.begin(name, None, 0)
    try:
        return _finish(job, name, [_search(job, name, path, _ranges.Range(job.first))])
    except (StoreError, ImportError):
        raise
    except Exception as error:  # whatever is wrong with a clip is its own
        job.store.drop(name)
        return _Found(error=_words(error))


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _search(job: _Job, name: str, path: str, part: _ranges.Range) -> _Part:
    facts, source = _ranges.Facts(), _source(path, job.references)
    fields = _ranges.search(path, part, Estimator(**job.options), job.refs, facts, job.ahead, job.references)
    return _Part(facts, job.store.write(name, part.first - job.first, fields), source)


def _finish(job: _Job, name: str, parts: list[_Part]) -> _Found:
    frames = sum(part.facts.fields for part in parts)
    if frames == 0:
        raise ValueError("it has no frame to report")
    job.store.finish(name, [part.written for part in parts], job.first, frames, parts[0].source)
    return _Found(frames, sum(part.facts.damaged for part in parts))


# On a cluster: each function with a job is a task

_CLIPS_A_THREAD = 2  # that are under way


def _on_cluster(client: Any, job: _Job, clips: list[tuple[str, str]], report: _Report) -> None:
    import distributed
    job = replace(job, options={**job.options, "threads": job.options.get("threads") or 1}, ahead=0)
    waiting: Iterator[tuple[str, str]] = iter(clips)
    of_future: dict[str, tuple[str, str]] = {}
    under_way: Any = distributed.as_completed()  # type: ignore[no-untyped-call, unused-ignore]

    def submit(clip: tuple[str, str], task: Callable[..., Any], *arguments: Any) -> None:
        name, path = clip
        future = client.submit(task, job, name, _absolute(path), *arguments, pure=False)
        of_future[future.key] = clip
        under_way.add(future)

    def begin_more() -> None:
        most = _CLIPS_A_THREAD * max(1, sum(client.nthreads().values()))
        for clip in islice(waiting, max(0, most - len(of_future))):
            submit(clip, _begin)

    begin_more()
    for future in under_way:
        clip = of_future.pop(future.key)
        if future.cancelled():
            raise RuntimeError("the cluster is gone")
        if future.status == "finished" and isinstance(ranges := future.result(), list):
            future.release()  # else Dask begins the clip again where this result is lost
            parts = [client.submit(_try_range, job, clip[0], _absolute(clip[1]), part, pure=False) for part in ranges]
            submit(clip, _merge, parts)
        else:
            report.add_found(clip, _found_by(future))
            begin_more()


def _found_by(future: Any) -> _Found:
    try:
        return cast(_Found, future.result())
    except (StoreError, ImportError):
        raise
    except Exception as error:  # such as a worker that was killed again and again
        return _Found(error=_words(error))


def _begin(job: _Job, name: str, path: str) -> _Found | list[_ranges.Range]:
    """Ranges of a long clip; a short one is done here."""
    job.store.check()
    try:
        ranges = _cut(job, path)
        arrays = _first_arrays(job, path) if len(ranges) > 1 else None
    except Exception:  # what is wrong shows below, as on one machine
        arrays = None
    if arrays is None:
        return _whole(job, name, path)
    job.store.begin(name, arrays, sum(part.frames or 0 for part in ranges))
    return ranges


def _cut(job: _Job, path: str) -> list[_ranges.Range]:
    with _video.opened(path, references=job.references) as (_, stream):
        if 0 < stream.frames <= job.cut:
            return []
    index = _ranges.index(path, job.references)
    return _ranges.cut(index, job.first, job.cut, job.store.step) if index else []


def _first_arrays(job: _Job, path: str) -> Arrays | None:
    """Of any field of the clip."""
    fields = _ranges.search(path, _ranges.Range(job.first), Estimator(**job.options), job.refs, _ranges.Facts(),
                            references=job.references)
    return next((arrays_of(field) for field in fields), None)


def _try_range(job: _Job, name: str, path: str, part: _ranges.Range) -> _Part | None:
    """None where only the whole clip can say what is right."""
    job.store.check()
    try:
        return _search(job, name, path, part)
    except StoreError:
        if job.store.has(name):  # by a merge that Dask gave up when a worker died, and that went on
            return None
        raise
    except Exception:  # what is wrong with a clip shows in _merge(), as on one machine
        return None


def _merge(job: _Job, name: str, path: str, parts: list[_Part | None]) -> _Found:
    sure = [part for part in parts if part is not None]
    of_one_file = all(part.source == sure[0].source for part in sure)
    if len(sure) == len(parts) and of_one_file and _ranges.is_whole(part.facts for part in sure):
        return _finish(job, name, sure)
    return _whole(job, name, path)
