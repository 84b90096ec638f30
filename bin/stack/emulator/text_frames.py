"""Makes MiniStack's WebSocket APIs send what is posted to a connection as text, as API Gateway does.

The pinned release puts the bytes of the request into the queue of the connection, and sends bytes as a binary frame,
which a browser gets as a Blob. This module replaces one name of the pinned release.
"""

from ministack.services import apigateway

serve_connections = apigateway.handle_connections_api


async def handle_connections_api(method, api_id, stage, connection_id, body, headers):
    frame = body.decode("utf-8") if method == "POST" else body
    return await serve_connections(method, api_id, stage, connection_id, frame, headers)


def install():
    apigateway.handle_connections_api = handle_connections_api
