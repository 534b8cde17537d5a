import ctypes

from hyperdigest.cli.commands import redirect_native_stdout


def test_what_native_code_prints_stays_off_standard_output(capfd):
    libc = ctypes.CDLL(None)
    libc.printf(b"before\n")
    with redirect_native_stdout():
        libc.printf(b"noise\n")
    libc.printf(b"after\n")
    libc.fflush(None)
    printed = capfd.readouterr()
    assert printed.out == "before\nafter\n"
    assert printed.err == "noise\n"
