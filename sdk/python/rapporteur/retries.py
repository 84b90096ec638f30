"""Repeats requests that may succeed the next time."""

import asyncio
import datetime
import random
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from .bodies import plain
from .problems import ConnectionFailed, media_type_of, raise_for_error, raise_for_media_type

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
#: Statuses after which the same request may succeed. A refusal for any other reason would only be repeated.
RETRIED = (429, 500, 502, 503, 504)


class RetryingClient(httpx.Client):
    """Repeats requests that were limited, failed in the service, or got no whole response.

    A ``Retry-After`` header, of seconds or a date, is honoured up to a minute; without one the pause doubles from half a
    second, with jitter. Each POST gets an ``Idempotency-Key``, so that it runs once however often it is sent. What is not
    a response of the API with success raises ``RapporteurError`` or ``ConnectionFailed``.
    """

    def __init__(self, *, max_retries: int, sleep: Callable[[float], None] = time.sleep, **options: Any) -> None:
        super().__init__(**options)
        self._max_retries = max_retries
        self._sleep = sleep

    def build_request(self, *args: Any, **options: Any) -> httpx.Request:
        return _keyed(super().build_request(*args, **_with_plain_body(options)))

    def send(self, request: httpx.Request, *, stream: bool = False, **options: Any) -> httpx.Response:
        request.read()
        for attempt in range(self._max_retries + 1):
            try:
                response = super().send(request, stream=stream, **options)
                if not response.is_success:
                    response.read()
                _require_whole(response, stream)
            except httpx.RequestError as error:
                if attempt == self._max_retries:
                    raise _failed(error) from error
                self._sleep(_pause(attempt))
                continue
            if attempt == self._max_retries or response.status_code not in RETRIED:
                return _accepted(response)
            self._sleep(_pause(attempt, response))
        raise AssertionError("The last attempt returns or raises.")


class RetryingAsyncClient(httpx.AsyncClient):
    """``RetryingClient`` for ``asyncio``."""

    def __init__(
        self, *, max_retries: int, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, **options: Any
    ) -> None:
        super().__init__(**options)
        self._max_retries = max_retries
        self._sleep = sleep

    def build_request(self, *args: Any, **options: Any) -> httpx.Request:
        return _keyed(super().build_request(*args, **_with_plain_body(options)))

    async def send(self, request: httpx.Request, *, stream: bool = False, **options: Any) -> httpx.Response:
        await request.aread()
        for attempt in range(self._max_retries + 1):
            try:
                response = await super().send(request, stream=stream, **options)
                if not response.is_success:
                    await response.aread()
                _require_whole(response, stream)
            except httpx.RequestError as error:
                if attempt == self._max_retries:
                    raise _failed(error) from error
                await self._sleep(_pause(attempt))
                continue
            if attempt == self._max_retries or response.status_code not in RETRIED:
                return _accepted(response)
            await self._sleep(_pause(attempt, response))
        raise AssertionError("The last attempt returns or raises.")


def retry_after_seconds(headers: httpx.Headers, now: float) -> float | None:
    """The seconds that ``Retry-After`` asks to wait, as a number or as an HTTP date; None where it is neither.

    A date counts from the ``Date`` of the response: the clock of this machine may differ. ``now`` is in Unix seconds.
    """
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", value):
        return float(value)
    at = _http_date(value)
    if at is None:
        return None
    sent_at = _http_date(headers.get("date", ""))
    return max(at - (now if sent_at is None else sent_at), 0)


def _http_date(text: str) -> float | None:
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    # An HTTP date is in UTC, also in the form that names no zone.
    return (found if found.tzinfo else found.replace(tzinfo=datetime.UTC)).timestamp()


def _pause(attempt: int, response: httpx.Response | None = None) -> float:
    asked = None if response is None else retry_after_seconds(response.headers, time.time())
    own = FIRST_PAUSE_SECONDS * 2**attempt * random.uniform(0.5, 1)
    return min(LONGEST_PAUSE_SECONDS, own if asked is None else asked)


def _keyed(request: httpx.Request) -> httpx.Request:
    if request.method == "POST":
        request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    return request


def _with_plain_body(options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "json": plain(options["json"])} if options.get("json") is not None else options


def _require_whole(response: httpx.Response, is_streamed: bool) -> None:
    """Raises for JSON that ends too early: not every server says how long its response is."""
    if is_streamed or not response.is_success or media_type_of(response) != "application/json":
        return
    try:
        response.json()
    except ValueError as error:
        raise httpx.RemoteProtocolError("it is not whole JSON.", request=response.request) from error


def _failed(error: httpx.RequestError) -> ConnectionFailed:
    return ConnectionFailed(f"No response: {str(error) or type(error).__name__}")


def _accepted(response: httpx.Response) -> httpx.Response:
    raise_for_error(response)
    raise_for_media_type(response)
    return response
