"""The API of one deployment."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from .api_version import API_VERSION
from .client import AuthenticatedClient
from .problems import raise_for_error
from .retries import RetryingTransport


class Rapporteur(AuthenticatedClient):
    """The client that operations take: ``list_workspaces.sync(client=api)``.

    A response with an error status raises ``RapporteurError``, no response ``ConnectionFailed``.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 2,
        timeout_seconds: float = 30,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(base_url=base_url.rstrip("/"), token=api_key, prefix="")
        self.set_httpx_client(
            httpx.Client(
                base_url=base_url.rstrip("/"),
                headers={"Authorization": api_key, "Service-Version": API_VERSION},
                timeout=timeout_seconds,
                transport=RetryingTransport(transport or httpx.HTTPTransport(), max_retries),
                event_hooks={"response": [raise_for_error]},
            )
        )

    def items(self, list_operation: Callable[..., Any], **query: Any) -> Iterator[Any]:
        """Every item of a list, page after page: ``api.items(list_meetings.sync, workspace_id=workspace)``."""
        while True:
            page = list_operation(client=self, **query)
            yield from page.data
            following = page.to_dict()["_links"].get("next")
            if not following:
                return
            query["cursor"] = parse_qs(urlsplit(following["url"]).query)["cursor"][0]
