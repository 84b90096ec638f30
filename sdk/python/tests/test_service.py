import unittest

import httpx
from rapporteur import API_VERSION, ConnectionFailed, Rapporteur, RapporteurError
from rapporteur.api.folders import create_folder
from rapporteur.api.workspaces import list_workspaces
from rapporteur.models import CreateFolderBody

BASE = "https://api.partner.test/api/v1"
NOW = {"retry-after": "0"}


def a_client(*answers):
    """A client whose requests get these answers in turn: a response, or an error to raise."""
    requests = []

    def answer(request):
        requests.append(request)
        given = answers[min(len(requests), len(answers)) - 1]
        if isinstance(given, Exception):
            raise given
        status, body, headers = given
        return httpx.Response(status, headers=headers, **({"json": body} if isinstance(body, dict) else {"text": body}))

    return Rapporteur(f"{BASE}/", "rk_1", transport=httpx.MockTransport(answer)), requests


def refused(status, code, headers=NOW):
    errors = [{"code": code, "message": f"Refused: {code}.", "field": "name"}]
    return status, {"errors": errors}, {"x-request-id": "req_1", **headers}


def page(cursor=None):
    following = {"next": {"url": f"{BASE}/workspaces?limit=1&cursor={cursor}"}} if cursor else {}
    return 200, {"object": "list", "data": [], "has_more": cursor is not None, "_links": following}, {}


class Requests(unittest.TestCase):
    def test_have_the_key_and_the_version(self):
        api, requests = a_client(page())
        self.assertEqual(list_workspaces.sync(client=api).data, [])
        self.assertEqual(str(requests[0].url).split("?")[0], f"{BASE}/workspaces")
        self.assertEqual(requests[0].headers["authorization"], "rk_1")
        self.assertEqual(requests[0].headers["service-version"], API_VERSION)

    def test_raise_what_a_refusal_says_without_a_retry(self):
        api, requests = a_client(refused(422, "blank"))
        with self.assertRaises(RapporteurError) as caught:
            create_folder.sync(client=api, body=CreateFolderBody(workspace_id="wks_1", name=""))
        error = caught.exception
        self.assertEqual((error.status, error.code, error.request_id), (422, "blank", "req_1"))
        self.assertEqual((str(error), error.errors[0]["field"], len(requests)), ("Refused: blank.", "name", 1))

    def test_raise_the_text_of_a_response_that_is_not_of_the_api(self):
        api, _ = a_client((403, "Too many requests", {}))
        with self.assertRaisesRegex(RapporteurError, "^Too many requests$"):
            list_workspaces.sync(client=api)

    def test_are_repeated_with_the_same_idempotency_key_and_body(self):
        api, requests = a_client(refused(503, "unavailable"), refused(429, "rate_limited"), refused(422, "blank"))
        with self.assertRaises(RapporteurError):
            create_folder.sync(client=api, body=CreateFolderBody(workspace_id="wks_1", name="a"))
        self.assertEqual(len(requests), 3)
        self.assertEqual(len({request.headers["idempotency-key"] for request in requests}), 1)
        self.assertEqual({request.content for request in requests}, {requests[0].content})

    def test_keep_the_key_that_the_caller_gave(self):
        api, requests = a_client(refused(422, "blank"))
        with self.assertRaises(RapporteurError):
            create_folder.sync(client=api, body=CreateFolderBody(workspace_id="wks_1", name="a"), idempotency_key="mine")
        self.assertEqual(requests[0].headers["idempotency-key"], "mine")

    def test_raise_the_last_response_after_two_retries(self):
        api, requests = a_client(refused(500, "internal_error"))
        with self.assertRaises(RapporteurError):
            list_workspaces.sync(client=api)
        self.assertEqual(len(requests), 3)

    def test_are_repeated_without_a_response(self):
        cause = httpx.ConnectError("refused")
        api, requests = a_client(cause, page())
        self.assertEqual(list_workspaces.sync(client=api).data, [])
        self.assertEqual(len(requests), 2)

    def test_raise_connection_failed_with_its_cause(self):
        cause = httpx.ConnectError("refused")
        api = Rapporteur(BASE, "rk_1", max_retries=0, transport=httpx.MockTransport(lambda _: (_ for _ in ()).throw(cause)))
        with self.assertRaises(ConnectionFailed) as caught:
            list_workspaces.sync(client=api)
        self.assertIs(caught.exception.__cause__, cause)


class Lists(unittest.TestCase):
    def test_are_read_page_after_page_empty_pages_included(self):
        api, requests = a_client(page("2"), page("3"), page())
        self.assertEqual(list(api.items(list_workspaces.sync, limit=1)), [])
        self.assertEqual([request.url.params.get("cursor") for request in requests], [None, "2", "3"])
        self.assertEqual({request.url.params["limit"] for request in requests}, {"1"})


if __name__ == "__main__":
    unittest.main()
