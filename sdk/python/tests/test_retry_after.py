import asyncio
import unittest

import httpx
from rapporteur.retries import RetryingAsyncClient, RetryingClient, retry_after_seconds

SENT = "Mon, 02 Nov 2026 10:00:00 GMT"
NOW = 1_793_613_600.0
# The header, and the seconds that it asks to wait.
CASES = (
    ("3", 3),
    ("0", 0),
    (" 7 ", 7),
    ("1.5", 1.5),
    ("100000000000000000000", 1e20),
    ("Mon, 02 Nov 2026 10:00:03 GMT", 3),
    ("Monday, 02-Nov-26 10:00:04 GMT", 4),
    ("Mon Nov  2 10:00:05 2026", 5),
    ("Mon, 02 Nov 2026 09:00:00 GMT", 0),
    ("", None),
    ("-5", None),
    ("soon", None),
    ("Mon, 32 Nov 2026 10:00:03 GMT", None),
    ("٣", None),
)


def waits(retry_after, sleep, client_class):
    answers = [httpx.Response(503, headers={"retry-after": retry_after, "date": SENT}), httpx.Response(200)]
    transport = httpx.MockTransport(lambda _: answers.pop(0))
    return client_class(max_retries=1, sleep=sleep, transport=transport)


class RetryAfter(unittest.TestCase):
    def test_is_read_as_seconds_and_as_a_date(self):
        for value, seconds in CASES:
            for headers, name in (({"date": SENT}, "the clock of the server"), ({}, "the clock of this machine")):
                with self.subTest(f"{value} by {name}"):
                    found = retry_after_seconds(httpx.Headers([*headers.items(), ("retry-after", value.encode())]), NOW)
                    self.assertEqual(found, seconds)

    def test_is_waited_for_at_most_a_minute(self):
        for value, seconds in (("3", 3), ("Mon, 02 Nov 2026 10:00:03 GMT", 3), ("3600", 60), ("9" * 400, 60)):
            with self.subTest(value[:40]):
                slept = []
                waits(value, slept.append, RetryingClient).get("https://api.partner.test/")
                self.assertEqual(slept, [seconds])

    def test_is_waited_for_with_asyncio(self):
        slept = []

        async def sleep(seconds):
            slept.append(seconds)

        client = waits("Mon, 02 Nov 2026 10:00:03 GMT", sleep, RetryingAsyncClient)
        asyncio.run(client.get("https://api.partner.test/"))
        self.assertEqual(slept, [3])

    def test_that_is_neither_leaves_the_own_pause(self):
        slept = []
        waits("soon", slept.append, RetryingClient).get("https://api.partner.test/")
        self.assertTrue(0.25 <= slept[0] <= 0.5, slept)


if __name__ == "__main__":
    unittest.main()
