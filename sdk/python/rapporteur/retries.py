"""Repeats requests that may succeed the next time."""

import random
import time
import uuid
from collections.abc import Callable

import httpx

from .problems import ConnectionFailed

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
#: Statuses after which the same request may succeed. A refusal for any other reason would only be repeated.
RETRIED = (429, 500, 502, 503, 504)


class RetryingTransport(httpx.BaseTransport):
    """Repeats requests that were limited, failed in the service, or got no response.

    A ``Retry-After`` header is honoured up to a minute; without one the pause doubles from half a second, with jitter.
    Each POST gets an ``Idempotency-Key``, so that it runs once however often it is sent.
    """

    def __init__(
        self, transport: httpx.BaseTransport, max_retries: int, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._transport = transport
        self._max_retries = max_retries
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        request.read()
        for attempt in range(self._max_retries + 1):
            is_last = attempt == self._max_retries
            try:
                response = self._transport.handle_request(request)
            except httpx.TransportError as error:
                if is_last:
                    raise ConnectionFailed(f"No response: {error}") from error
                self._sleep(_pause(attempt, None))
                continue
            if is_last or response.status_code not in RETRIED:
                return response
            response.close()
            self._sleep(_pause(attempt, response.headers.get("retry-after")))
        raise AssertionError("The last attempt returns or raises.")

    def close(self) -> None:
        self._transport.close()


def _pause(attempt: int, retry_after: str | None) -> float:
    asked = float(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    own = FIRST_PAUSE_SECONDS * 2**attempt * random.uniform(0.5, 1)
    return min(LONGEST_PAUSE_SECONDS, own if asked is None else asked)
