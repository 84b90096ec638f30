"""Makes MiniStack's WebSocket APIs serve connections as API Gateway does.

- What is posted to a connection is sent as text. The pinned release puts the bytes of the request into the queue of the
  connection, and sends bytes as a binary frame, which a browser gets as a Blob.
- DELETE ends the connection. The pinned release only stops to send: the client keeps an open connection without a word.
- A frame that no route takes is answered with an error frame. The pinned release answers nothing.

This module replaces three names of the pinned release: the handler of @connections, that of a connection, and the
registry of connections.
"""

import asyncio
import contextvars
import json

from ministack.services import apigateway

serve_connections = apigateway.handle_connections_api
serve_websocket = apigateway.handle_websocket

# The connection that this task serves.
served = contextvars.ContextVar("served")


class Connection:
    """What is known of a connection: its API from the start, its id and the queue of its frames once it is open."""

    def __init__(self, api_id):
        self.api_id = api_id
        self.id = None
        self.outbox = None
        self.deleted = asyncio.Event()

    def opened(self, connection_id, outbox):
        self.id = connection_id
        self.outbox = outbox

    async def refuse(self, message):
        """Answers a frame that no route takes."""
        if message.get("type") != "websocket.receive" or has_route(self.api_id, message):
            return
        error = {"message": "Forbidden", "connectionId": self.id, "requestId": apigateway.new_uuid()}
        await self.outbox.put(json.dumps(error))


def has_route(api_id, message):
    """Whether a route of the API takes a frame: that of its route key, or $default."""
    expression = apigateway._apis.get(api_id, {}).get("routeSelectionExpression", "$request.body.action")
    frame = message.get("text") or (message.get("bytes") or b"").decode("utf-8", errors="replace")
    route_key = apigateway._evaluate_route_selection(expression, frame)
    return apigateway._match_ws_route(api_id, route_key) is not None


class Connections(dict):
    """The registry, where each record has its connection."""

    def __setitem__(self, connection_id, record):
        connection = served.get()
        connection.opened(connection_id, record["outbox"])
        record["connection"] = connection
        super().__setitem__(connection_id, record)


async def handle_websocket(scope, receive, send, api_id, *args, **options):
    connection = Connection(api_id)
    token = served.set(connection)
    try:
        await serve_websocket(scope, received_by(connection, receive), send, api_id, *args, **options)
    finally:
        served.reset(token)


def received_by(connection, receive):
    """Answers what is received, and that the client has left once the connection is deleted."""

    async def receive_or_end():
        received, ended = asyncio.ensure_future(receive()), asyncio.ensure_future(connection.deleted.wait())
        try:
            await asyncio.wait((received, ended), return_when=asyncio.FIRST_COMPLETED)
            if not received.done():
                return {"type": "websocket.disconnect", "code": 1000}
            await connection.refuse(received.result())
            return received.result()
        finally:
            received.cancel()
            ended.cancel()

    return receive_or_end


async def handle_connections_api(method, api_id, stage, connection_id, body, headers):
    frame = body.decode("utf-8") if method == "POST" else body
    record = apigateway._ws_connections.get(connection_id)
    answer = await serve_connections(method, api_id, stage, connection_id, frame, headers)
    if method == "DELETE" and answer[0] == 204:
        record["connection"].deleted.set()
    return answer


def install():
    apigateway._ws_connections = Connections()
    apigateway.handle_websocket = handle_websocket
    apigateway.handle_connections_api = handle_connections_api
