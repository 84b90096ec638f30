"""Runs MiniStack until the process that started it ends: standard input is a pipe from that process."""

import os
import runpy
import signal
import sys
import threading
import time

import concurrent_mappings
import conditional_ranges
import fair_queues
import options_requests
import payload_limits
import pinned_release
import stopped_functions
import recursion_detection
import websocket_connections


def end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(5)
    os.killpg(0, signal.SIGKILL)


threading.Thread(target=end_with_parent, daemon=True).start()
pinned_release.check()
concurrent_mappings.install()
conditional_ranges.install()
fair_queues.install()
stopped_functions.install()
payload_limits.install()
options_requests.install()
recursion_detection.install()
websocket_connections.install()
sys.argv = ["ministack"]
runpy.run_module("ministack", run_name="__main__")
