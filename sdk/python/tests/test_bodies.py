import datetime
import importlib
import json
import pathlib
import re
import unittest
import warnings

import httpx
import rapporteur
from rapporteur import Rapporteur, models
from rapporteur.api.bots import send_bot
from rapporteur.api.files import upload_file
from rapporteur.api.members import create_member
from rapporteur.api.webhook_events import list_webhook_events
from rapporteur.bodies import plain
from rapporteur.models import CreateMemberBody, SendBotBody, SendBotBodyParticipantsItem, SendBotBodyRecordingMode
from rapporteur.types import UNSET

LINK = "https://meet.google.com/abc-good-def"
NOON = datetime.datetime(2026, 11, 2, 12, tzinfo=datetime.UTC)
WRITTEN = "2026-11-02T12:00:00+00:00"
PACKAGE = pathlib.Path(rapporteur.__file__).parent


def request_of(call):
    """The request of a call, which is refused."""
    requests = []

    def answer(request):
        requests.append(request)
        return httpx.Response(422, json={"errors": []})

    try:
        call(Rapporteur("https://api.partner.test/api/v1", "rk_1", transport=httpx.MockTransport(answer)))
    except rapporteur.RapporteurError:
        pass
    return requests[0]


def body_of(operation, body):
    return json.loads(request_of(lambda api: operation.sync(client=api, body=body)).content)


class Bodies(unittest.TestCase):
    def test_are_dictionaries_or_objects_with_times_as_text_or_not(self):
        wanted = {
            "meeting_url": LINK,
            "join_at": WRITTEN,
            "recording_mode": "audio_and_video",
            "participants": [{"email": "ada@acme.com"}],
            "metadata": {"seat": 7},
        }
        participants = [SendBotBodyParticipantsItem(email="ada@acme.com")]
        common = {"meeting_url": LINK, "metadata": {"seat": 7}}
        for body in (
            wanted,
            {**wanted, "join_at": NOON, "title": UNSET},
            {**wanted, "participants": participants, "recording_mode": SendBotBodyRecordingMode("audio_and_video")},
            SendBotBody(**common, join_at=NOON, participants=participants, recording_mode=SendBotBodyRecordingMode("audio_and_video")),
            SendBotBody(**common, join_at=WRITTEN, participants=wanted["participants"], recording_mode="audio_and_video"),
        ):
            with self.subTest(type(body).__name__):
                sent = body_of(send_bot, body)
                self.assertEqual({name: sent[name] for name in wanted}, wanted)

    def test_are_one_class_where_one_of_two_fields_is_required(self):
        for body in ({"workspace_id": 1, "name": "Ada"}, {"workspace_id": 1, "email": "ada@acme.com"}):
            with self.subTest(body):
                self.assertEqual(body_of(create_member, CreateMemberBody(**body)), body)
                self.assertEqual(body_of(create_member, body), body)

    def test_of_files_are_dictionaries_as_well(self):
        file = rapporteur.types.File(payload=b"image", file_name="logo.png", mime_type="image/png")
        request = request_of(
            lambda api: upload_file.sync(client=api, body={"file": file, "purpose": "brand_kit", "workspace_id": "wks_1"})
        )
        self.assertIn(b'filename="logo.png"', request.content)
        self.assertIn(b"wks_1", request.content)

    def test_have_a_class_each_by_the_name_of_their_operation(self):
        missing = []
        for path in PACKAGE.glob("api/*/*.py"):
            text = path.read_text()
            name = "".join(word.capitalize() for word in path.stem.split("_"))
            if "    body: " in text and not re.search(rf"    body: {name}Body \|( Unset \|)? dict\[str, Any\]", text):
                missing.append(path.stem)
            if "    body: " in text and not hasattr(models, f"{name}Body"):
                missing.append(f"models.{name}Body")
        self.assertEqual(missing, [])

    def test_are_written_as_json_whatever_is_in_them(self):
        for value, wanted in (
            (datetime.date(2026, 11, 2), "2026-11-02"),
            (NOON, WRITTEN),
            ([NOON, {"at": (NOON,)}], [WRITTEN, {"at": [WRITTEN]}]),
            ({"a": UNSET, "b": None, "c": False}, {"b": None, "c": False}),
            (SendBotBodyRecordingMode("audio_and_video"), "audio_and_video"),
            ("text", "text"),
            (1.5, 1.5),
        ):
            with self.subTest(repr(value)):
                self.assertEqual(plain(value), wanted)


class Queries(unittest.TestCase):
    def test_take_times_as_text_or_not(self):
        for at in (NOON, WRITTEN):
            with self.subTest(repr(at)):
                request = request_of(
                    lambda api, at=at: list_webhook_events.sync(client=api, workspace_id="wks_1", created_after=at)
                )
                self.assertEqual(request.url.params["created_after"], WRITTEN)


class FormerNames(unittest.TestCase):
    def test_are_there_and_deprecated(self):
        for former, now in (
            ("bots.send_notetaker_to_call", "bots.send_bot"),
            ("bots.end_recording_and_keep_it", "bots.leave"),
            ("orders.order_transcription", "orders.transcribe"),
            ("meetings.read_what_is_said_while_it_is_said", "meetings.listen_live"),
            ("conversations.read_text_of_conversation", "conversations.read_transcript"),
        ):
            with self.subTest(former), self.assertWarns(DeprecationWarning):
                module = importlib.import_module(f"rapporteur.api.{former}")
                self.assertIs(module.sync, importlib.import_module(f"rapporteur.api.{now}").sync)

    def test_of_bodies_are_the_same_classes(self):
        self.assertIs(models.SendNotetakerToCallBody, SendBotBody)
        self.assertIs(models.SendNotetakerToCallBodyParticipantsItem, SendBotBodyParticipantsItem)

    def test_give_no_warning_when_the_package_is_imported(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            importlib.reload(models)


class Package(unittest.TestCase):
    def test_takes_less_than_ten_megabytes_installed(self):
        sources = [path.stat().st_size for path in PACKAGE.rglob("*.py")]
        compiled = [path.stat().st_size for path in PACKAGE.rglob("*.pyc")]
        self.assertGreaterEqual(len(compiled), len(sources))
        self.assertLess(sum(sources + compiled), 10_000_000)


if __name__ == "__main__":
    unittest.main()
