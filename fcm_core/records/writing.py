"""A save's file as it is written: held by one writer, never left half written.

Whoever writes a save holds a lock beside it, `NAME.lock`. The system lets go of the lock when the process ends, however it
ends, so a lock file that a killed process left behind holds nobody up. A symbolic link stays one: what it leads to is
locked, written and replaced.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import mkstemp
from typing import IO

import portalocker

from fcm_core.basics.errors import SaveError

APPEND = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
LOCKED_ALONE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


def reason(error: OSError) -> str:
    """What the system says, without the number and the path."""
    return error.strerror or str(error)


class _Lock:
    """The lock of one file, from now on until `release`. SaveError where somebody else has it."""

    def __init__(self, path: Path, real: Path) -> None:
        self._path = real.with_name(f"{real.name}.lock")
        while True:
            self._file: IO[str] = self._locked(path)
            # Whoever had the lock before takes the lock file away, perhaps after it was opened here.
            with contextlib.suppress(OSError):
                if os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._path)):
                    return
            self._file.close()

    def _locked(self, path: Path) -> IO[str]:
        try:
            file = open(self._path, "a", encoding="utf-8")  # noqa: SIM115 - it stays open for as long as it is locked
        except OSError as error:
            raise SaveError(f"{path}: cannot be written: {self._path}: {reason(error)}") from error
        try:
            portalocker.lock(file, LOCKED_ALONE)
        except portalocker.AlreadyLocked as error:
            file.close()
            raise SaveError(
                f"{path}: this game is being played already, here or in another process, and only one may write its save"
            ) from error
        except portalocker.LockException as error:
            file.close()
            raise SaveError(f"{path}: cannot be locked: {error}") from error
        return file

    def release(self) -> None:
        """Lets go of the lock and takes the lock file away."""
        if os.name != "nt":  # Windows takes no open file away
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._file.close()
        if os.name == "nt":
            with contextlib.suppress(OSError):
                self._path.unlink()


class Writer:
    """Appends lines to a save. Whatever fails, the file ends with its last whole line.

    The file is opened anew for every move. A file that is gone, was replaced or was written to by somebody who knows
    nothing of locks is left as it is: from then on every move raises SaveError.
    """

    def __init__(self, path: Path, lock: _Lock) -> None:
        self.path = path
        self._real = Path(os.path.realpath(path))
        self._lock: _Lock | None = lock
        found = os.stat(self._real)
        self._file = (found.st_dev, found.st_ino)
        self._size = found.st_size

    @classmethod
    def create(cls, path: str | Path, header: str) -> Writer:
        """A new save with its first line. SaveError where a file already is, or where none can be written."""
        path = Path(path)
        taken = f"{path}: a file is there already; resume it or choose another name"
        if os.path.lexists(path):
            raise SaveError(taken)
        lock = _Lock(path, Path(os.path.realpath(path)))
        try:
            try:
                os.close(os.open(path, APPEND | os.O_CREAT | os.O_EXCL, 0o666))
            except FileExistsError as error:
                raise SaveError(taken) from error
            except OSError as error:
                raise SaveError(f"{path}: cannot be written: {reason(error)}") from error
            try:
                writer = cls(path, lock)
                writer.append(header, sync=True)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except BaseException:
            lock.release()
            raise
        return writer

    @classmethod
    def open(cls, path: str | Path) -> Writer:
        """An existing save, to go on with. Nothing is written yet."""
        path = Path(path)
        try:
            os.close(os.open(path, APPEND))
        except OSError as error:
            raise SaveError(f"{path}: cannot be written: {reason(error)}") from error
        lock = _Lock(path, Path(os.path.realpath(path)))
        try:
            return cls(path, lock)
        except OSError as error:
            lock.release()
            raise SaveError(f"{path}: cannot be written: {reason(error)}") from error

    def _opened(self) -> int:
        """A descriptor of the file, which must be what this writer made of it."""
        if self._lock is None:
            raise SaveError(f"{self.path}: the save is closed")
        try:
            descriptor = os.open(self._real, APPEND)
        except FileNotFoundError as error:
            raise SaveError(f"{self.path}: the file is gone; this move is not saved") from error
        except OSError as error:
            raise SaveError(f"{self.path}: the last action could not be saved: {reason(error)}") from error
        found = os.fstat(descriptor)
        if (found.st_dev, found.st_ino) != self._file:
            os.close(descriptor)
            raise SaveError(f"{self.path}: another file is in this place now; it is left as it is")
        if found.st_size != self._size:
            os.close(descriptor)
            raise SaveError(f"{self.path}: something else has written to this file; it is left as it is")
        return descriptor

    def append(self, text: str, *, sync: bool) -> None:
        """Adds whole lines and hands them to the system; with `sync` they are on the disk when this returns."""
        data = text.encode("utf-8")
        descriptor = self._opened()
        try:
            written = 0
            while written < len(data):
                written += os.write(descriptor, data[written:])
            if sync:
                os.fsync(descriptor)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, self._size)
            self._size = os.fstat(descriptor).st_size
            if isinstance(error, OSError):
                raise SaveError(f"{self.path}: the last action could not be saved: {reason(error)}") from error
            raise
        else:
            self._size += len(data)
        finally:
            os.close(descriptor)

    def rewrite(self, rows: Iterable[str]) -> None:
        """Replaces the whole file in one step; if that fails the file is what it was."""
        os.close(self._opened())
        temporary = None
        try:
            descriptor, temporary = mkstemp(prefix=f".{self._real.name}.", suffix=".new", dir=self._real.parent)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as out:
                out.writelines(rows)
                out.flush()
                os.fsync(out.fileno())
                found = os.fstat(out.fileno())
            os.chmod(temporary, os.stat(self._real).st_mode & 0o777)
            os.replace(temporary, self._real)
            temporary = None
        except OSError as error:
            raise SaveError(f"{self.path}: cannot be rewritten: {reason(error)}") from error
        finally:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)
        self._file = (found.st_dev, found.st_ino)
        self._size = found.st_size

    def close(self) -> None:
        """Ends writing; the writer cannot be used any more."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
