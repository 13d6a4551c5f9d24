"""What was freed goes back to the host."""

import platform
import subprocess
import sys

import pytest

HOLES = """
import ctypes, os, resource
from monitor.daemon.memory import give_back

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

kept, libc = [], ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
blocks = []
for n in range(4000):
    block = libc.malloc(20_000)
    ctypes.memset(block, 1, 20_000)
    blocks.append(block)
    kept.append(libc.malloc(64))  # small ones between, so that the top of the heap cannot simply sink
for block in blocks:
    libc.free(block)
before = resident()
print(give_back(), before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the call is glibc's")
def test_holes_in_the_heap_are_given_back():
    ran = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    done, returned = ran.stdout.split()
    assert done == "True"
    assert int(returned) > 40_000_000
