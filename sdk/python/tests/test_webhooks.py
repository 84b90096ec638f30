import hashlib
import hmac
import json
import unittest

from rapporteur import WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
T = 1_700_000_000
BODY = '{"id":"evt_1","type":"meeting.updated"}'
SIGNATURE = "7476b9f32d223478f8b44102aaaeb3b5b049d669f348c627eab37cfde710e904"
# Made with another implementation of HMAC-SHA256.
VECTORS = (
    (BODY, SIGNATURE),
    ('{"t":"café ☃ 😀"}', "092aeda7b9cf8391809d93ee058d80ae7297f363780ebc50903b0d0cfe32f3ed"),
    ("{}", "7b6a9d679e448853f449040329e1d6c365472325895524fa88b35588e85cc03f"),
)


def headers_of(signature, event_type="meeting.updated", t=T):
    return {"X-Service-Signature": f"t={t},v1={signature}", "X-Service-Event": event_type}


class VerifyWebhook(unittest.TestCase):
    def test_reads_the_vectors_as_text_and_as_bytes(self):
        for body, signature in VECTORS:
            event = json.loads(body)
            headers = {**headers_of(signature)}
            if "type" not in event:
                del headers["X-Service-Event"]
            self.assertEqual(verify_webhook(body, headers, SECRET, now=T), event)
            self.assertEqual(verify_webhook(body.encode(), headers, SECRET, now=T), event)

    def test_accepts_either_secret_during_a_rotation(self):
        older = hmac.new(b"older", f"{T}.{BODY}".encode(), hashlib.sha256).hexdigest()
        self.assertEqual(verify_webhook(BODY, headers_of(older), [SECRET, "older"], now=T)["id"], "evt_1")
        both = headers_of(f"{older},v1={SIGNATURE}")
        self.assertEqual(verify_webhook(BODY, both, SECRET, now=T)["id"], "evt_1")

    def test_refuses_what_is_not_genuine(self):
        cases = {
            "another body": (BODY.replace("1", "2"), headers_of(SIGNATURE), SECRET, T),
            "another secret": (BODY, headers_of(SIGNATURE), "whsec_other", T),
            "another time than the signed one": (BODY, headers_of(SIGNATURE, t=T + 1), SECRET, T),
            "a signature that is too old": (BODY, headers_of(SIGNATURE), SECRET, T + 301),
            "a signature from the future": (BODY, headers_of(SIGNATURE), SECRET, T - 301),
            "another event type in the header": (BODY, headers_of(SIGNATURE, "bot.failed"), SECRET, T),
            "no signature": (BODY, {"X-Service-Event": "meeting.updated"}, SECRET, T),
            "a signature without a time": (BODY, {"X-Service-Signature": f"v1={SIGNATURE}"}, SECRET, T),
            "a signature of another length": (BODY, headers_of(SIGNATURE[2:]), SECRET, T),
            "no secrets": (BODY, headers_of(SIGNATURE), [], T),
        }
        for name, (body, headers, secrets, now) in cases.items():
            with self.subTest(name), self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secrets, now=now)


if __name__ == "__main__":
    unittest.main()
