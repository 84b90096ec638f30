import { DatabaseSync } from 'node:sqlite';
import { verifyWebhook, WebhookVerificationError } from '@rapporteur/client';
import express from 'express';

const { WEBHOOK_SECRETS = '', INBOX = 'inbox.db', PORT = '3000' } = process.env;
const secrets = WEBHOOK_SECRETS.split(' ').filter((secret) => secret !== '');

// The table is both the queue and the check of duplicates: an event that is there already is not inserted again.
const inbox = new DatabaseSync(INBOX);
inbox.exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL, done INTEGER DEFAULT 0)');
const insert = inbox.prepare('INSERT OR IGNORE INTO events (id, body) VALUES (?, ?)');
const waiting = inbox.prepare('SELECT id, body FROM events WHERE done = 0 ORDER BY rowid');
const markDone = inbox.prepare('UPDATE events SET done = 1 WHERE id = ?');

const app = express();
// The raw bytes, since the signature covers them. With express.json() they would be gone.
const rawBody = express.raw({ type: () => true, limit: '1mb' });

app.post('/hooks', rawBody, (request, response) => {
  const event = verifyWebhook(request.body ?? '', request.headers, secrets);
  insert.run(event.id, JSON.stringify(event));
  response.sendStatus(204);
  work();
});

app.use((error, _request, response, next) => {
  if (error instanceof WebhookVerificationError) return response.sendStatus(401);
  return next(error);
});

let working = Promise.resolve();

/** Handles what waits, one event after the other. One that fails waits for the next event or start. */
function work() {
  working = working.then(async () => {
    for (const { id, body } of waiting.all()) {
      try {
        await handle(JSON.parse(body));
        markDone.run(id);
      } catch (error) {
        console.error(error);
      }
    }
  });
}

/** Your work: it may take longer than the response. */
async function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

const server = app.listen(Number(PORT), '127.0.0.1', () => console.log(`port ${server.address().port}`));
// What an earlier run did not finish.
work();
