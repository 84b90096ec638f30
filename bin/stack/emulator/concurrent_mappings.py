"""Gives each event source mapping of MiniStack threads of its own, up to its MaximumConcurrency.

MiniStack polls all queues and streams in one thread and has one worker for each function, so one slow invocation
delays every event. AWS polls each mapping by itself and runs a function concurrently. This module replaces three names
of the pinned release: the poll loop, the iteration over the mappings within it, and the worker of a function.
"""

import threading
import time

from ministack.core import lambda_runtime
from ministack.services import lambda_svc

# How long an idle thread waits before it polls again. MiniStack's own thread waits one second.
IDLE_SECONDS = 0.2
# A thread starts to poll when the one before it has been busy for this long: quick functions keep one worker, whose
# process takes 60 MB and half a second to start. One that has had a batch before polls at once: its worker has started.
BUSY_SECONDS = 0.5
# Lambda's number of concurrent batches of a queue whose mapping has no MaximumConcurrency, at first.
DEFAULT_CONCURRENCY = 5

this_thread = threading.local()
every_mapping = lambda_svc._iter_all_esms
Worker = lambda_runtime.Worker


class Workers:
    """The workers of one function: one for each concurrent invocation by mappings, and one for all other callers."""

    def __init__(self, *given):
        self.given = given
        self.all = [Worker(*given)]
        self.idle = list(self.all)
        self.lock = threading.Lock()

    def invoke(self, event, request_id):
        if not is_mapping_thread():
            return self.all[0].invoke(event, request_id)
        worker = self.acquire()
        try:
            return worker.invoke(event, request_id)
        finally:
            with self.lock:
                self.idle.append(worker)

    def acquire(self):
        with self.lock:
            if self.idle:
                return self.idle.pop()
            worker = Worker(*self.given)
            self.all.append(worker)
            return worker

    def kill(self):
        with self.lock:
            for worker in self.all:
                worker.kill()


class MappingThreads:
    """The threads of one mapping. They end when the mapping is deleted."""

    def __init__(self, found):
        self.key = key_of(found)
        mapping = found[2]
        is_queue = ":sqs:" in mapping.get("EventSourceArn", "")
        limit = (mapping.get("ScalingConfig") or {}).get("MaximumConcurrency", DEFAULT_CONCURRENCY)
        # A stream's records are processed in order.
        self.poll = lambda_svc._poll_sqs if is_queue else poll_streams
        self.busy_since = [None] * (limit if is_queue else 1)
        self.has_worker = [False] * len(self.busy_since)
        for number in range(len(self.busy_since)):
            threading.Thread(target=self.run, args=(number,), daemon=True).start()

    def mapping(self):
        """Account, region and record, or None when the mapping is deleted."""
        return next((found for found in every_mapping() if key_of(found) == self.key), None)

    def run(self, number):
        while found := self.mapping():
            this_thread.mapping = found
            if not (self.is_needed(number) and self.poll_once(number)):
                time.sleep(IDLE_SECONDS)

    def is_needed(self, number):
        if number == 0:
            return True
        since = self.busy_since[number - 1]
        return since is not None and (self.has_worker[number] or time.monotonic() - since >= BUSY_SECONDS)

    def poll_once(self, number):
        self.busy_since[number] = time.monotonic()
        try:
            has_batch = self.poll()
            self.has_worker[number] |= bool(has_batch)
            return has_batch
        except Exception as error:
            lambda_svc.logger.error("Poller of the event source mapping %s: %s", self.key, error)
            return False
        finally:
            self.busy_since[number] = None


def is_mapping_thread():
    return getattr(this_thread, "mapping", None) is not None


def key_of(found):
    account, region, mapping = found
    return account, region, mapping["UUID"]


def own_mapping():
    return [this_thread.mapping]


def poll_streams():
    # Both, as in MiniStack's own loop.
    kinesis = lambda_svc._poll_kinesis()
    return lambda_svc._poll_dynamodb_streams() or kinesis


def poll_loop():
    """Starts the threads of new mappings."""
    started = set()
    while True:
        for found in every_mapping():
            if key_of(found) not in started:
                started.add(key_of(found))
                MappingThreads(found)
        time.sleep(IDLE_SECONDS)


def install():
    lambda_svc._poll_loop = poll_loop
    lambda_svc._iter_all_esms = own_mapping
    lambda_runtime.Worker = Workers
