"""The release of MiniStack that the modules beside this one are written for."""

import importlib.metadata

RELEASE = "1.4.21"


def check():
    """Exits with a message when another release is installed: the replaced names may mean something else there."""
    installed = importlib.metadata.version("ministack")
    if installed != RELEASE:
        raise SystemExit(f"{__file__} is written for MiniStack {RELEASE}, and {installed} is installed: check it again.")
