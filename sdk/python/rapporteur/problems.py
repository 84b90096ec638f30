"""What failed requests raise."""

from typing import Any

import httpx


class RapporteurError(Exception):
    """A response with an error status. Branch on ``code``; an unknown code is handled by ``status``."""

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
    """No response: the connection was refused, broke off, or took too long. ``__cause__`` says why."""


def raise_for_error(response: httpx.Response) -> None:
    """Raises what a response with an error status says."""
    if response.status_code < 400:
        return
    response.read()
    try:
        said = response.json()
    except ValueError:
        said = None
    errors = said.get("errors", []) if isinstance(said, dict) else []
    raise RapporteurError(response.status_code, errors, response.headers.get("x-request-id"), response.text)
