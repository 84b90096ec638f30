"""Makes MiniStack's WebSocket APIs serve @connections as API Gateway does.

- What is posted to a connection is sent as text. The pinned release puts the bytes of the request into the queue of the
  connection, and sends bytes as a binary frame, which a browser gets as a Blob.
- DELETE ends the connection. The pinned release only stops to send: the client keeps an open connection without a word.

This module replaces three names of the pinned release: the handler of @connections, that of a connection, and the
registry of connections.
"""

import asyncio
import contextvars

from ministack.services import apigateway

serve_connections = apigateway.handle_connections_api
serve_websocket = apigateway.handle_websocket

# Set once the connection that this task serves is deleted.
deleted = contextvars.ContextVar("deleted")


class Connections(dict):
    """The registry, where each record has the event of its connection."""

    def __setitem__(self, connection_id, record):
        record["deleted"] = deleted.get()
        super().__setitem__(connection_id, record)


async def handle_websocket(scope, receive, send, *args, **options):
    is_deleted = asyncio.Event()
    token = deleted.set(is_deleted)
    try:
        await serve_websocket(scope, received_until(is_deleted, receive), send, *args, **options)
    finally:
        deleted.reset(token)


def received_until(is_deleted, receive):
    """Answers what is received, and that the client has left once the connection is deleted."""

    async def receive_or_end():
        received, ended = asyncio.ensure_future(receive()), asyncio.ensure_future(is_deleted.wait())
        try:
            await asyncio.wait((received, ended), return_when=asyncio.FIRST_COMPLETED)
            return received.result() if received.done() else {"type": "websocket.disconnect", "code": 1000}
        finally:
            received.cancel()
            ended.cancel()

    return receive_or_end


async def handle_connections_api(method, api_id, stage, connection_id, body, headers):
    frame = body.decode("utf-8") if method == "POST" else body
    record = apigateway._ws_connections.get(connection_id)
    answer = await serve_connections(method, api_id, stage, connection_id, frame, headers)
    if method == "DELETE" and answer[0] == 204:
        record["deleted"].set()
    return answer


def install():
    apigateway._ws_connections = Connections()
    apigateway.handle_websocket = handle_websocket
    apigateway.handle_connections_api = handle_connections_api
