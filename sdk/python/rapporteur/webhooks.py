"""Verifies webhooks and reads their events."""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any


class WebhookVerificationError(Exception):
    """The request is not of the service, was changed, or is too old: answer 401."""


def verify_webhook(
    raw_body: bytes | bytearray | memoryview | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """Verifies ``X-Service-Signature`` and returns the event.

    ``raw_body`` is the body as it was received, byte by byte. During a rotation give both secrets. ``now`` is in Unix
    seconds. Raises ``WebhookVerificationError``.
    """
    body = _bytes_of(raw_body)
    found = {name.lower(): value for name, value in headers.items()}
    header = found.get("x-service-signature")
    if header is None:
        raise WebhookVerificationError("The header X-Service-Signature is missing.")
    sent_at = re.search(r"(?:^|,)t=([0-9]+)(?=,|$)", header)
    if sent_at is None:
        raise WebhookVerificationError("The header X-Service-Signature has no time.")
    if abs((time.time() if now is None else now) - int(sent_at[1])) > tolerance_seconds:
        raise WebhookVerificationError(f"The signature is more than {tolerance_seconds} seconds from now.")
    sent = re.findall(r"(?:^|,)v1=([0-9a-f]{64})(?=,|$)", header)
    known = [
        hmac.new(secret.encode(), sent_at[1].encode() + b"." + body, hashlib.sha256).hexdigest()
        for secret in ([secrets] if isinstance(secrets, str) else secrets)
    ]
    if not any(hmac.compare_digest(one, expected) for one in sent for expected in known):
        raise WebhookVerificationError(
            "No signature is by one of the secrets: another secret, or not the raw body as it was received."
        )
    event = json.loads(body)
    if event.get("type") != found.get("x-service-event"):
        raise WebhookVerificationError("The header X-Service-Event is of another event.")
    return event


def _bytes_of(raw_body: Any) -> bytes:
    """A framework may have parsed the body, which has lost the bytes that are signed."""
    if isinstance(raw_body, str):
        return raw_body.encode()
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    given = "None" if raw_body is None else "a parsed body"
    raise WebhookVerificationError(
        f"The signature is that of the raw body, and {given} was given. Give the bytes or the text as received, before any "
        "parser: request.body() of FastAPI, request.get_data() of Flask, request.body of Django."
    )
