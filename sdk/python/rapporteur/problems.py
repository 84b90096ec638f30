"""What failed requests raise."""

from typing import Any

import httpx


class RapporteurError(Exception):
    """A response that is not what was asked for. Branch on ``code``; an unknown code is handled by ``status``."""

    def __init__(self, status: int, errors: list[dict[str, Any]], request_id: str | None, text: str = "") -> None:
        super().__init__(" ".join(error["message"] for error in errors) or text or f"The response has the status {status}.")
        #: The HTTP status.
        self.status = status
        #: All reasons; empty where the response is not of the API, such as the plain text of a flood limit.
        self.errors = errors
        #: Names the request in the logs of the service.
        self.request_id = request_id

    @property
    def code(self) -> str | None:
        """The code of the first reason; None where the response has none."""
        return self.errors[0]["code"] if self.errors else None


class ConnectionFailed(Exception):
    """No whole response: the connection was refused, broke off, or took too long. ``__cause__`` says why."""


def raise_for_error(response: httpx.Response) -> None:
    """Raises what a response without success says, once it is read."""
    if response.is_success:
        return
    try:
        said = response.json()
    except ValueError:
        said = None
    errors = said.get("errors", []) if isinstance(said, dict) else []
    raise RapporteurError(response.status_code, errors, response.headers.get("x-request-id"), response.text)


def media_type_of(response: httpx.Response) -> str:
    """Without its parameters, in lower case; empty where the response names none."""
    return response.headers.get("content-type", "").split(";")[0].strip().lower()


def raise_for_media_type(response: httpx.Response) -> None:
    """Raises for a response whose media type is none of its operation: something in between made it, not the API."""
    accepted = response.request.extensions.get("media_types")
    found = media_type_of(response)
    if accepted is None or found in accepted:
        return
    sentence = (
        f"The response is {found or 'without a media type'} in place of {' or '.join(accepted)}. "
        "It is not of the API: does a proxy or a sign-in page answer?"
    )
    raise RapporteurError(response.status_code, [], response.headers.get("x-request-id"), sentence)
