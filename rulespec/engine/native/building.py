"""Builds the extension while the project is installed, where there is a C compiler; without one the rest is installed.

`hatchling` calls this. The extension is for the stable interface of Python 3.11, so that one wheel serves all later
versions on a platform.
"""

import os
import runpy
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension

MODULE = "rulespec._native"
BESIDE = "rulespec/_native.*"  # where an editable install has it: what an earlier one left there is another machine


class Building(BuildHookInterface[Any]):
    """What `hatchling` asks for when it builds a wheel, or an editable one."""

    _folder: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root, editable = Path(self.root), version == "editable"
        if editable:
            for earlier in root.glob(BESIDE):
                earlier.unlink()
        else:
            self._folder = tempfile.mkdtemp()
        try:
            built = compiled(root / "rulespec" / "engine" / "native", Path(self._folder or root))
        except (Exception, SystemExit) as error:  # whatever a compiler, or the lack of one, can lead to
            self.app.display_warning(
                f"The native engine was not built, so games will be played in Python, many times slower: {error}\n"
                "To get it, install a C compiler and Python's headers (on Debian: gcc, python3-dev), then reinstall "
                "this package."
            )
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        if not editable:
            build_data["force_include"][str(built)] = f"rulespec/{built.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder)


def compiled(sources: Path, target: Path) -> Path:
    """The extension, built into `target` from the C files in the rooms of `sources`; `CC` and `CFLAGS` are heeded."""
    files = [str(path) for path in sorted(sources.glob("*/*.c"))]
    flags = [] if os.name == "nt" else ["-std=c11", "-fvisibility=hidden", "-Werror=switch", "-Werror=switch-enum"]
    if os.name != "nt" and not any(flag in os.environ.get("CFLAGS", "") for flag in ("-O", "-g")):
        flags += ["-O3", "-g0"]  # what is wanted otherwise would not be heeded
        flags += ["-fno-tree-vectorize"]  # its loops are short: a game takes a fourteenth less without
    with tempfile.TemporaryDirectory() as folder:
        runpy.run_path(str(sources / "headers.py"))["written"](Path(folder) / "generated")
        folders = [str(sources), folder]
        libraries = [] if os.name == "nt" else ["m"]
        built = {"include_dirs": folders, "libraries": libraries, "extra_compile_args": flags, "py_limited_api": True}
        extension = Extension(MODULE, files, **built)
        build = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(target), folder
        build.ensure_finalized()
        build.run()
        return Path(build.get_ext_fullpath(MODULE))
