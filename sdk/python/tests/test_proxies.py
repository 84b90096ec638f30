import asyncio
import http.server
import json
import os
import threading
import unittest
from unittest import mock

from rapporteur import ConnectionFailed, Rapporteur
from rapporteur.api.workspaces import list_workspaces

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
PAGE = json.dumps({"object": "list", "data": [], "has_more": False, "_links": {}}).encode()


class Proxy(http.server.BaseHTTPRequestHandler):
    """Answers every request itself, and notes what it was asked for."""

    def do_GET(self):
        self.server.asked.append(self.path.split("?")[0])
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def do_CONNECT(self):
        self.server.asked.append(f"CONNECT {self.path}")
        self.send_error(403)

    def log_message(self, *_):
        pass


class Environment(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        self.server.asked = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def environment(self, **variables):
        others = {name: value for name, value in os.environ.items() if name.upper() not in PROXIES}
        return mock.patch.dict(os.environ, {**others, **variables}, clear=True)

    def both(self, base):
        """Lists workspaces with both kinds of functions. Returns what the proxy was asked for."""
        for call in (
            lambda api: list_workspaces.sync(client=api),
            lambda api: asyncio.run(list_workspaces.asyncio(client=api)),
        ):
            try:
                call(Rapporteur(base, "rk_1", max_retries=0, timeout_seconds=5))
            except ConnectionFailed:
                self.server.asked.append("refused")
        return self.server.asked

    def test_http_proxy_is_used(self):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            with self.subTest(name), self.environment(**{name: self.url}):
                self.server.asked.clear()
                asked = self.both("http://api.partner.test/api/v1")
                self.assertEqual(asked, ["http://api.partner.test/api/v1/workspaces"] * 2)

    def test_https_proxy_is_used_by_connect(self):
        with self.environment(HTTPS_PROXY=self.url, HTTP_PROXY="http://127.0.0.1:9"):
            asked = self.both("https://api.partner.test/api/v1")
            self.assertEqual(asked, ["CONNECT api.partner.test:443", "refused"] * 2)

    def test_no_proxy_is_left_out(self):
        direct = f"{self.url}/api/v1"
        for hosts in ("127.0.0.1", "*"):
            with self.subTest(hosts), self.environment(HTTP_PROXY="http://127.0.0.1:9", NO_PROXY=hosts):
                self.server.asked.clear()
                self.assertEqual(self.both(direct), ["/api/v1/workspaces"] * 2)


if __name__ == "__main__":
    unittest.main()
