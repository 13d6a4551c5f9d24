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

CYCLES = """
import gc, weakref
from monitor.daemon.memory import freeze_anew, freeze_loaded

class Node:
    pass

freeze_loaded()
node = Node()
node.self = node
seen = weakref.ref(node)
freeze_anew()
kept = gc.get_freeze_count()
del node
gc.collect()
passed_over = seen() is not None
freeze_anew()
print(kept > 0, passed_over, seen() is None)
"""


def test_what_is_passed_over_by_collections_is_collected_at_the_next_tidying():
    ran = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True"] * 3
