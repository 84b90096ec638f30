"""Runs MiniStack for as long as whoever started it lives: our standard input ends when that process does."""

import os
import runpy
import signal
import sys
import threading
import time


def end_with_the_runner() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(5)
    os.killpg(0, signal.SIGKILL)


threading.Thread(target=end_with_the_runner, daemon=True).start()
sys.argv = ["ministack"]
runpy.run_module("ministack", run_name="__main__")
