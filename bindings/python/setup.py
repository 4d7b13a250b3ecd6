"""Builds the module `aude._aude`: the C library of the checkout this folder lies in, and its binding.

Run by pip from a checkout (`pip install --no-build-isolation ./bindings/python`); needs a C compiler and cffi, no network.
The tables of the tile sets are written on the way by tools/tilegen.c, as CMake does it.
"""

import glob
import os
import re

from setuptools import setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))


def text_of(*path):
    with open(os.path.join(TOP, *path), encoding="utf-8") as f:
        return f.read()


def library_sources():
    """The C files of the layers that tools/checks/layers counts to the library."""
    found = []
    for line in text_of("tools", "checks", "layers").splitlines():
        words = line.split("#")[0].split()
        if words[:1] and words[0].isdigit() and "library" in words[2:]:
            found += sorted(glob.glob(os.path.join(glob.escape(TOP), "src", words[1], "*.c")))
    return found


class BuildLibrary(build_ext):
    """Compiles the library into the extension; its sources lie outside this folder, its objects do not."""

    def build_extension(self, ext):
        include = [os.path.join(TOP, "include"), os.path.join(TOP, "src")]
        flags = ["-std=c17", "-O2", "-DNDEBUG", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno"]
        os.makedirs(self.build_temp, exist_ok=True)

        def objects(sources, extra=()):
            return self.compiler.compile(
                sources, output_dir=self.build_temp, include_dirs=include, extra_postargs=flags + list(extra)
            )

        source = [os.path.join(TOP, "tools", "tilegen.c")]
        source += [os.path.join(TOP, "src", "data", name) for name in ("tileset.c", "chip.c")]
        source += sorted(glob.glob(os.path.join(glob.escape(TOP), "src", "base", "*.c")))
        tilegen = os.path.join(self.build_temp, "tilegen")
        self.compiler.link_executable(objects(source), tilegen)
        tables = os.path.join(self.build_temp, "tilesets.c")
        data = [sorted(glob.glob(os.path.join(glob.escape(TOP), "data", *sub, "*.tiles"))) for sub in ([], ["old"])]
        self.spawn([tilegen, tables, *data[0], *data[1]])

        ext.include_dirs += include
        ext.extra_compile_args += ["-O2", "-flto"]
        ext.extra_link_args += ["-O2", "-flto=auto"]
        ext.extra_objects = objects(library_sources() + [tables], ["-flto"])
        super().build_extension(ext)


setup(
    version=re.search(r'#define AUDE_VERSION +"([0-9.]+)"', text_of("include", "aude.h")).group(1),
    packages=["aude"],
    package_data={"aude": ["py.typed"]},
    cffi_modules=["build_aude.py:ffi"],
    cmdclass={"build_ext": BuildLibrary},
)
