import asyncio
import unittest

import httpx
from rapporteur import API_VERSION, ConnectionFailed, Rapporteur, RapporteurError
from rapporteur.api.conversations import read_transcript
from rapporteur.api.folders import create_folder
from rapporteur.api.workspaces import list_workspaces
from rapporteur.models import CreateFolderBody

BASE = "https://api.partner.test/api/v1"
NOW = {"retry-after": "0"}


def a_client(*answers, **options):
    """A client whose requests get these answers in turn: a response, or an error to raise."""
    requests = []

    def answer(request):
        requests.append(request)
        given = answers[min(len(requests), len(answers)) - 1]
        if isinstance(given, Exception):
            raise given
        status, body, headers = given
        return httpx.Response(status, headers=headers, **({"json": body} if isinstance(body, dict) else {"text": body}))

    transport = httpx.MockTransport(answer)
    return Rapporteur(f"{BASE}/", "rk_1", transport=transport, async_transport=transport, **options), requests


def called(operation, **arguments):
    """The functions of an operation as plain ones: each test runs with both."""
    return (
        ("sync", lambda client: operation.sync(client=client, **arguments)),
        ("asyncio", lambda client: asyncio.run(operation.asyncio(client=client, **arguments))),
    )


def refused(status, code, headers=NOW):
    errors = [{"code": code, "message": f"Refused: {code}.", "field": "name"}]
    return status, {"errors": errors}, {"x-request-id": "req_1", **headers}


def page(cursor=None):
    following = {"next": {"url": f"{BASE}/workspaces?limit=1&cursor={cursor}"}} if cursor else {}
    return 200, {"object": "list", "data": [], "has_more": cursor is not None, "_links": following}, {}


class Requests(unittest.TestCase):
    def test_have_the_key_and_the_version(self):
        for name, call in called(list_workspaces):
            with self.subTest(name):
                api, requests = a_client(page())
                self.assertEqual(call(api).data, [])
                self.assertEqual(str(requests[0].url).split("?")[0], f"{BASE}/workspaces")
                self.assertEqual(requests[0].headers["authorization"], "rk_1")
                self.assertEqual(requests[0].headers["service-version"], API_VERSION)

    def test_raise_what_a_refusal_says_without_a_retry(self):
        for status, code in ((400, "bad_request"), (401, "unauthorized"), (404, "not_found"), (409, "conflict"), (422, "blank")):
            for name, call in called(create_folder, body=CreateFolderBody(workspace_id="wks_1", name="")):
                with self.subTest(f"{name} {status}"):
                    api, requests = a_client(refused(status, code))
                    with self.assertRaises(RapporteurError) as caught:
                        call(api)
                    error = caught.exception
                    self.assertEqual((error.status, error.code, error.request_id), (status, code, "req_1"))
                    self.assertEqual((str(error), error.errors[0]["field"]), (f"Refused: {code}.", "name"))
                    self.assertEqual(len(requests), 1)

    def test_raise_for_a_redirect_and_a_status_that_the_api_does_not_have(self):
        for status in (302, 304, 402, 418, 511):
            for name, call in called(list_workspaces):
                with self.subTest(f"{name} {status}"):
                    api, _ = a_client((status, "", {"location": "https://elsewhere.test"}))
                    with self.assertRaises(RapporteurError) as caught:
                        call(api)
                    self.assertEqual(caught.exception.status, status)

    def test_raise_the_text_of_a_response_that_is_not_of_the_api(self):
        for name, call in called(list_workspaces):
            with self.subTest(name):
                api, _ = a_client((403, "Too many requests", {}))
                with self.assertRaisesRegex(RapporteurError, "^Too many requests$"):
                    call(api)

    def test_raise_for_a_success_of_another_media_type(self):
        sign_in = "<html>Sign in</html>"
        for answer in (
            (200, sign_in, {"content-type": "text/html; charset=utf-8"}),
            (200, sign_in, {"content-type": "TEXT/HTML"}),
            (201, "ok", {"content-type": "text/plain"}),
            (200, "<a/>", {"content-type": "application/xml"}),
            (203, "{}", {"content-type": "application/octet-stream"}),
            (204, "", {"content-type": ""}),
        ):
            for name, call in called(list_workspaces):
                with self.subTest(f"{name} {answer}"):
                    api, requests = a_client(answer)
                    with self.assertRaisesRegex(RapporteurError, "in place of application/json") as caught:
                        call(api)
                    self.assertEqual((caught.exception.status, caught.exception.code), (answer[0], None))
                    self.assertEqual(len(requests), 1)

    def test_raise_for_html_in_place_of_a_text(self):
        for name, call in called(read_transcript, id="con_1", format_="txt"):
            with self.subTest(name):
                api, _ = a_client((200, "<html/>", {"content-type": "text/html"}))
                with self.assertRaisesRegex(RapporteurError, "text/html in place of application/json or text/plain"):
                    call(api)

    def test_are_repeated_with_the_same_idempotency_key_and_body(self):
        for name, call in called(create_folder, body=CreateFolderBody(workspace_id="wks_1", name="a")):
            with self.subTest(name):
                api, requests = a_client(
                    refused(503, "unavailable"), refused(429, "rate_limited"), refused(422, "blank")
                )
                with self.assertRaises(RapporteurError):
                    call(api)
                self.assertEqual(len(requests), 3)
                self.assertEqual(len({request.headers["idempotency-key"] for request in requests}), 1)
                self.assertEqual({request.content for request in requests}, {requests[0].content})

    def test_keep_the_key_that_the_caller_gave(self):
        body = {"workspace_id": "wks_1", "name": "a"}
        for name, call in called(create_folder, body=body, idempotency_key="mine"):
            with self.subTest(name):
                api, requests = a_client(refused(422, "blank"))
                with self.assertRaises(RapporteurError):
                    call(api)
                self.assertEqual(requests[0].headers["idempotency-key"], "mine")

    def test_raise_the_last_response_after_two_retries(self):
        for status in (429, 500, 502, 503, 504):
            for name, call in called(list_workspaces):
                with self.subTest(f"{name} {status}"):
                    api, requests = a_client(refused(status, "unavailable"))
                    with self.assertRaises(RapporteurError) as caught:
                        call(api)
                    self.assertEqual((caught.exception.status, len(requests)), (status, 3))

    def test_are_repeated_without_a_whole_response(self):
        for cause in (
            httpx.ConnectError("refused"),
            httpx.ReadTimeout(""),
            httpx.ReadError("reset"),
            httpx.RemoteProtocolError("peer closed connection without sending complete message body"),
            (200, '{"object": "list", "da', {"content-type": "application/json", **NOW}),
            (200, "", {"content-type": "application/json", **NOW}),
        ):
            for name, call in called(list_workspaces):
                with self.subTest(f"{name} {cause}"):
                    api, requests = a_client(cause, page())
                    self.assertEqual(call(api).data, [])
                    self.assertEqual(len(requests), 2)

    def test_raise_connection_failed_with_its_cause(self):
        for name, call in called(list_workspaces):
            with self.subTest(name):
                cause = httpx.ConnectError("refused")
                api, _ = a_client(cause, max_retries=0)
                with self.assertRaisesRegex(ConnectionFailed, "^No response: refused$") as caught:
                    call(api)
                self.assertIs(caught.exception.__cause__, cause)


class Lists(unittest.TestCase):
    def test_are_read_page_after_page_empty_pages_included(self):
        api, requests = a_client(page("2"), page("3"), page())
        self.assertEqual(list(api.items(list_workspaces.sync, limit=1)), [])
        self.assertEqual([request.url.params.get("cursor") for request in requests], [None, "2", "3"])
        self.assertEqual({request.url.params["limit"] for request in requests}, {"1"})

    def test_are_read_page_after_page_with_asyncio(self):
        async def read(api):
            return [item async for item in api.async_items(list_workspaces.asyncio, limit=1)]

        api, requests = a_client(page("2"), page("3"), page())
        self.assertEqual(asyncio.run(read(api)), [])
        self.assertEqual([request.url.params.get("cursor") for request in requests], [None, "2", "3"])


if __name__ == "__main__":
    unittest.main()
