"""Read the old, binary files of Word and PowerPoint, by a program that is on the machine.

LibreOffice converts them to the formats of today, which keep headings, lists and tables; without
it, others give their text. The program runs in the isolated process that reads the file, within its
limits, with settings of its own that are deleted afterwards: it runs no macros, and asks no server.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import which

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import COMPOUND
from hyperdigest.read.content import Content
from hyperdigest.read.formats import reader, sniff
from hyperdigest.read.office.compound import open_compound
from hyperdigest.read.programs import file_in_folder, has_written, run, written

FAILED = "could not be read by {}: {}save it in a format of today"
_PARTS = {"doc": "LibreOffice Writer", "ppt": "LibreOffice Impress"}

_BINARY = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\xdb\xa5-\0", b"1\xbe\0\0", b"\xfe7\0")
"""The first bytes of Word and PowerPoint files from 1997 on, and of older ones of Word."""

_WORD_STREAM = "WordDocument".encode("utf-16-le")
"""The name of the text in a compound file of Word. LibreOffice reads a file without it as if its
bytes were characters."""

_ENCRYPTED_SLIDES = b"\xdf\xc4\xd1\xf3"
"""What stands at byte 12 of the stream of the current user, if slides are protected."""

_AS_WHAT_IT_IS = frozenset({"rtf", "html", "mhtml", "docx", "odt", "pptx", "odp", "pdf", "text"})

_RESTART = 81
"""What LibreOffice returns if it has made its settings, and is to be started again."""

_WITHOUT_WINDOWS = {"SAL_USE_VCLPLUGIN": "svp"}
"""The variable by which LibreOffice opens no window, and needs no program that would show it."""

_SETTINGS = {
    ("Common/Security/Scripting", "DisableMacrosExecution"): "true",
    ("Common/Security/Scripting", "MacroSecurityLevel"): "3",
    ("Common/Security/Scripting", "BlockUntrustedRefererLinks"): "true",
    ("Common/Security/Scripting", "DisableActiveContent"): "true",
    ("Writer/Content/Update", "Link"): "2",
    ("Inet/Settings", "ooInetProxyType"): "2",
    ("Inet/Settings", "ooInetHTTPProxyName"): "127.0.0.1",
    ("Inet/Settings", "ooInetHTTPProxyPort"): "9",
    ("Inet/Settings", "ooInetHTTPSProxyName"): "127.0.0.1",
    ("Inet/Settings", "ooInetHTTPSProxyPort"): "9",
}
"""Settings of LibreOffice: no macros, no links updated, and a proxy server that does not exist."""


def read_doc(data: bytes) -> Content:
    """The text of a Word file of the old format, or of what is named as one, such as RTF.

    Raises ReadError if no program is there that reads it, or it cannot.
    """
    if data.startswith(COMPOUND) and _WORD_STREAM not in data:
        raise ReadError("is no Word document, or is broken: get it again, or leave it out")
    commands = (["antiword", "-w", "0", "-m", "UTF-8.txt"], ["catdoc", "-w", "-d", "utf-8"])
    return _read(data, "doc", "docx", commands)


def read_ppt(data: bytes) -> Content:
    """The text of a PowerPoint file of the old format. Raises as `read_doc` does."""
    return _read(data, "ppt", "pptx", [["catppt", "-d", "utf-8"]])


def _read(data: bytes, suffix: str, wanted: str, commands: Sequence[Sequence[str]]) -> Content:
    """A file of an old format, as it is converted to the format of the suffix `wanted`, or else the
    text that one of the commands finds."""
    if not data.startswith(_BINARY):
        return _as_what_it_is(data)
    if _is_protected(data):
        raise ReadError("is protected by a password: save a copy without one")
    there = [command for command in commands if which(command[0])]
    if which("soffice"):
        try:
            return reader(wanted)(_converted(data, suffix, wanted))
        except ReadError:
            if not there:
                raise
    if not there:
        others = " or ".join(command[0] for command in commands)
        raise ReadError(
            f"is of an old format: install LibreOffice or {others}, or save it as .{wanted}"
        )
    with file_in_folder(data, suffix) as path:
        output = path.parent / "text"
        for command in there:
            run([*command, str(path)], path, output)
            if has_written(output):
                break
        names = " and ".join(command[0] for command in there)
        advice = "" if which("soffice") else "install LibreOffice, or "
        return reader("text")(written(output, FAILED.format(names, advice)))


def _is_protected(data: bytes) -> bool:
    """Whether a file of Word or PowerPoint is protected by a password."""
    try:
        root = open_compound(data)
        slides, text = root.stream("Current User"), root.stream("WordDocument")
    except ReadError:
        return False
    return slides[12:16] == _ENCRYPTED_SLIDES or (len(text) > 11 and text[11] & 1 == 1)


def _as_what_it_is(data: bytes) -> Content:
    kind = sniff(data)
    return reader(kind if kind in _AS_WHAT_IT_IS else "text")(data)


def _converted(data: bytes, suffix: str, wanted: str) -> bytes:
    """A file as LibreOffice converts it to the format of the suffix `wanted`."""
    program = Path(which("soffice") or "soffice")
    inner = program.resolve().parent / "soffice.bin"
    with file_in_folder(data, suffix) as path:
        folder = path.parent
        _write_settings(folder / "profile" / "user")
        command = [
            str(inner if inner.is_file() else program),
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            f"-env:OSL_SOCKET_PATH={folder}",  # otherwise left behind by one that is ended
            *("--headless", "--norestore", "--nolockcheck", "--nodefault"),
            *("--convert-to", wanted, "--outdir", str(folder / "made"), str(path)),
        ]
        if run(command, path, variables=_WITHOUT_WINDOWS) == _RESTART:
            run(command, path, variables=_WITHOUT_WINDOWS)
        reason = FAILED.format(_PARTS[suffix], "check that this is installed, or ")
        return written(folder / "made" / f"{path.stem}.{wanted}", reason)


def _write_settings(folder: Path) -> None:
    folder.mkdir(parents=True)
    items = "".join(
        f'<item oor:path="/org.openoffice.{"" if place.startswith("Inet") else "Office."}{place}">'
        f'<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
        for (place, name), value in _SETTINGS.items()
    )
    (folder / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n{items}</oor:items>\n',
        encoding="utf-8",
    )
