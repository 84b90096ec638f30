import json
import os
import sqlite3
import threading
import traceback

from fastapi import FastAPI, Request, Response
from rapporteur import WebhookVerificationError, verify_webhook

SECRETS = os.environ.get("WEBHOOK_SECRETS", "").split()
INBOX = os.environ.get("INBOX", "inbox.db")
LARGEST_BODY = 1_000_000

app = FastAPI()
arrived = threading.Event()


@app.post("/hooks")
async def receive(request: Request) -> Response:
    # The raw bytes, since the signature covers them. With a model as the parameter they would be gone.
    raw_body = bytearray()
    async for chunk in request.stream():
        raw_body += chunk
        if len(raw_body) > LARGEST_BODY:
            return Response(status_code=413)
    try:
        event = verify_webhook(bytes(raw_body), request.headers, SECRETS)
    except WebhookVerificationError:
        return Response(status_code=401)
    with sqlite3.connect(INBOX) as inbox:
        inbox.execute("INSERT OR IGNORE INTO events (id, body) VALUES (?, ?)", (event["id"], json.dumps(event)))
    arrived.set()
    return Response(status_code=204)


def work() -> None:
    """Handles what waits, one event after the other. One that fails waits for the next event or start."""
    inbox = sqlite3.connect(INBOX, isolation_level=None)
    while True:
        for event_id, body in inbox.execute("SELECT id, body FROM events WHERE done = 0 ORDER BY rowid").fetchall():
            try:
                handle(json.loads(body))
                inbox.execute("UPDATE events SET done = 1 WHERE id = ?", (event_id,))
            except Exception:
                traceback.print_exc()
        arrived.wait()
        arrived.clear()


def handle(event: dict) -> None:
    """Your work: it may take longer than the response."""
    print(event["type"], event["id"], flush=True)


# The table is both the queue and the check of duplicates: an event that is there already is not inserted again.
with sqlite3.connect(INBOX) as inbox:
    inbox.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL, done INTEGER DEFAULT 0)")
threading.Thread(target=work, daemon=True).start()
