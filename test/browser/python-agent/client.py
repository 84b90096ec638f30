"""An agent on the Python SDK of MCP. Prints the address to which it sends its user, reads from standard input the address
at which it was called back, and prints what it was answered as JSON: the names of the tools, and the workspaces."""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlsplit

from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def send_user(url):
    print(url, flush=True)


async def called_back():
    line = await asyncio.to_thread(sys.stdin.readline)
    query = parse_qs(urlsplit(line.strip()).query)
    return AuthorizationCodeResult(
        code=query["code"][0], state=query["state"][0], iss=query["iss"][0]
    )


async def main(connector, redirect):
    metadata = OAuthClientMetadata(
        client_name="Python notes", redirect_uris=[redirect]
    )
    auth = OAuthClientProvider(connector, metadata, Memory(), send_user, called_back)
    async with create_mcp_http_client(auth=auth) as http_client:
        async with streamable_http_client(connector, http_client=http_client) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                tools = await session.list_tools()
                called = await session.call_tool("list_workspaces", {})
                answer = called.model_dump(mode="json", by_alias=True)
                names = [tool.name for tool in tools.tools]
                print(json.dumps({"tools": names, "answer": answer["structuredContent"]}))


asyncio.run(main(sys.argv[1], sys.argv[2]))
