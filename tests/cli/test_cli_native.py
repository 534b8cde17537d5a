import ctypes

from hyperdigest.cli.commands import standard_output_kept_clean


def test_what_native_code_prints_stays_off_standard_output(capfd):
    libc = ctypes.CDLL(None)
    libc.printf(b"before\n")
    with standard_output_kept_clean():
        libc.printf(b"noise\n")
    libc.printf(b"after\n")
    libc.fflush(None)
    printed = capfd.readouterr()
    assert printed.out == "before\nafter\n"
    assert printed.err == "noise\n"
