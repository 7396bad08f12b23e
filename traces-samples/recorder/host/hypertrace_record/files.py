# SPDX-License-Identifier: EPL-2.0
"""Files that nobody else can read, replace or lead elsewhere by a link."""
import contextlib
import os
import re
import shutil
import stat
import tempfile

from .words import Failure

DEEPEST = 16  # a trace of LTTng has three folders within each other


def require_own(path, uids):
    """Refuses a path that others than these users could replace. @return the path without links"""
    real = at = os.path.realpath(path)
    while True:
        info = os.lstat(at)
        writable = info.st_mode & stat.S_IWOTH or info.st_mode & stat.S_IWGRP and info.st_gid
        shared = stat.S_ISDIR(info.st_mode) and writable and not info.st_mode & stat.S_ISVTX  # not so in a sticky folder
        if stat.S_ISLNK(info.st_mode) or info.st_uid not in uids or shared:
            raise Failure("others than you may replace what is in '%s' (user %d, mode %o)"
                          % (at, info.st_uid, stat.S_IMODE(info.st_mode)))
        if at == "/":
            return real
        at = os.path.dirname(at)


def new_folder(path, uids):
    """Makes a private folder, and no other: one that is there already may be somebody's. @return its path without links"""
    parent, name = os.path.split(os.path.abspath(path))
    try:
        real = os.path.join(require_own(parent, uids), name)
        os.mkdir(real, 0o700)
        return real
    except FileExistsError:
        raise Failure("'%s' is there already; next: choose a new folder with -o" % path)
    except Failure as failure:
        raise Failure("%s; next: choose another folder with -o, for instance below /root or in /var/tmp" % failure)
    except OSError as error:
        raise Failure("cannot make the folder '%s' (%s); next: choose another with -o" % (path, error.strerror))


def sanitised(name):
    """@return a name for a file that leads nowhere else; different names may become the same"""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", os.path.basename(name)).lstrip(".-")[:100] or "unnamed"


@contextlib.contextmanager
def of_its_own(folder, name, make):
    """@return path and result of make(path), which makes what was not there before; removed again if it is not filled"""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path, made = make_free(folder, name, make)
    try:
        yield path, made
    except BaseException:
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        raise


def make_free(folder, name, make):
    stem, dot, suffix = sanitised(name).partition(".")
    number = 1
    while True:
        path = os.path.join(folder, stem + ("-%d" % number if number > 1 else "") + dot + suffix)
        try:
            return path, make(path)
        except FileExistsError:
            number += 1


def create(path):
    """A new private file, open for bytes."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), "wb")


def open_regular(path):
    """Opens a file for reading, no link, no pipe and no device. @return it, open for bytes"""
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    except OSError as error:
        raise Failure("cannot read '%s' (%s)" % (path, "it is a link" if os.path.islink(path) else error.strerror))
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Failure("'%s' is no regular file" % path)
    return file


def copy(source, target):
    """@param target open for bytes"""
    with open_regular(source) as file:
        shutil.copyfileobj(file, target, 1 << 20)


def copy_into(source, folder, deepest=DEEPEST):
    """Copies folders and regular files. Links and the rest are refused: a guest may have chosen them."""
    if not deepest:
        raise Failure("there are more than %d folders within each other" % DEEPEST)
    with os.scandir(source) as entries:
        for entry in entries:
            target = os.path.join(folder, entry.name)
            if entry.is_dir(follow_symlinks=False):
                os.mkdir(target, 0o700)
                copy_into(entry.path, target, deepest - 1)
            else:
                with create(target) as file:
                    copy(entry.path, file)


def replace(path, text):
    """Writes the file as a whole or not at all; a link is replaced, not followed."""
    handle, new = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path))  # private
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(new)
        raise


def size(folder):
    """Bytes in the files below the folder."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # it has been renamed or removed meanwhile
                total += os.lstat(os.path.join(path, name)).st_size
    return total
