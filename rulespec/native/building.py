"""Builds the extension while the project is installed, where there is a C compiler; without one the rest is installed.

`hatchling` calls this. The extension is for the stable interface of Python 3.11, so that one wheel serves all later
versions on a platform.
"""

import os
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension

MODULE = "rulespec._native"


class Building(BuildHookInterface[Any]):
    """What `hatchling` asks for when it builds a wheel, or an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sources = Path(self.root, "rulespec", "native")
        target = Path(self.root) if version == "editable" else Path(tempfile.mkdtemp())
        try:
            built = compiled(sources, target)
        except Exception as error:  # whatever a compiler, or the lack of one, can lead to
            self.app.display_warning(f"without its native machine, games are played in Python: {error}")
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        if version != "editable":
            build_data["force_include"][str(built)] = f"rulespec/{built.name}"


def compiled(sources: Path, target: Path) -> Path:
    """The extension, built from the C files of a folder below another; `CC` and `CFLAGS` are heeded."""
    files = [str(path) for path in sorted(sources.glob("*.c"))]
    flags = [] if os.name == "nt" else ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"]
    extension = Extension(MODULE, files, include_dirs=[str(sources)], extra_compile_args=flags, py_limited_api=True)
    with tempfile.TemporaryDirectory() as folder:
        build = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(target), folder
        build.ensure_finalized()
        build.run()
        return Path(build.get_ext_fullpath(MODULE))
