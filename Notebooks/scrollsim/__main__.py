"""`python -m scrollsim` is the program `scrollsim`."""

import os
import sys

from ._program import program

path = program()
os.execv(path, [path, *sys.argv[1:]])
