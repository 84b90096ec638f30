"""The API of one deployment."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from .api_version import API_VERSION
from .client import AuthenticatedClient
from .retries import RetryingAsyncClient, RetryingClient


class Rapporteur(AuthenticatedClient):
    """The client that operations take: ``list_workspaces.sync(client=api)``, ``await list_workspaces.asyncio(client=api)``.

    What is not a response with success raises ``RapporteurError``, no response ``ConnectionFailed``. Requests go through
    the proxies of the environment: ``HTTP_PROXY``, ``HTTPS_PROXY``, ``ALL_PROXY``, and past them for ``NO_PROXY``.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 2,
        timeout_seconds: float = 30,
        transport: httpx.BaseTransport | None = None,
        async_transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        base = base_url.rstrip("/")
        super().__init__(base_url=base, token=api_key, prefix="")
        self._options: dict[str, Any] = {
            "base_url": base,
            "headers": {"Authorization": api_key, "Service-Version": API_VERSION},
            "timeout": timeout_seconds,
            "max_retries": max_retries,
        }
        self._transports = (transport, async_transport)

    def get_httpx_client(self) -> httpx.Client:
        """The client of the ``sync`` functions."""
        if self._client is None:
            self._client = RetryingClient(transport=self._transports[0], **self._options)
        return self._client

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        """The client of the ``asyncio`` functions."""
        if self._async_client is None:
            self._async_client = RetryingAsyncClient(transport=self._transports[1], **self._options)
        return self._async_client

    def items(self, list_operation: Callable[..., Any], **query: Any) -> Iterator[Any]:
        """Every item of a list, page after page: ``api.items(list_meetings.sync, workspace_id=workspace)``."""
        while True:
            page = list_operation(client=self, **query)
            yield from page.data
            cursor = _next_cursor(page)
            if cursor is None:
                return
            query["cursor"] = cursor

    async def async_items(self, list_operation: Callable[..., Awaitable[Any]], **query: Any) -> AsyncIterator[Any]:
        """``items`` for ``asyncio``: ``async for meeting in api.async_items(list_meetings.asyncio, …)``."""
        while True:
            page = await list_operation(client=self, **query)
            for item in page.data:
                yield item
            cursor = _next_cursor(page)
            if cursor is None:
                return
            query["cursor"] = cursor


def _next_cursor(page: Any) -> str | None:
    following = page.to_dict()["_links"].get("next")
    return parse_qs(urlsplit(following["url"]).query)["cursor"][0] if following else None
