import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Rapporteur, verifyWebhook, WebhookVerificationError } from '@rapporteur/client';
import { fileCrm } from './crm.mjs';

const { BASE, KEY, WEBHOOK_SECRETS = '', CRM_FILE = 'crm.json', PORT = '3000' } = process.env;
const secrets = WEBHOOK_SECRETS.split(' ').filter((secret) => secret !== '');
const crm = fileCrm(CRM_FILE);
// An event must be answered within ten seconds. The service sends it again later, which is the retry.
const api = new Rapporteur({ baseUrl: BASE, apiKey: KEY, maxRetries: 0, timeoutMs: 5_000 });

/** A contact for each participant who is no member of the workspace, and one note with the summary and its action items. */
async function sync(meetingId) {
  const path = { id: meetingId };
  const [meeting, results] = await Promise.all([api.readMeeting({ path }), api.readMeetingResults({ path })]);
  const external = meeting.participants.filter(({ email, member_id }) => email !== null && member_id === null);
  for (const { email, name } of external) await crm.upsertContact({ email, name });
  await crm.upsertNote({
    key: meeting.id,
    title: meeting.title ?? 'Meeting',
    held_at: meeting.starts_at ?? results.transcript.started_at,
    contacts: external.map(({ email }) => email),
    text: results.summary.markdown ?? 'No summary.',
  });
}

/** The CRM is written before the response, so that no event is lost if this program ends. */
async function receive(request) {
  if (request.method !== 'POST') return 405;
  const event = verifyWebhook(await buffer(request), request.headers, secrets);
  const { object } = event.data;
  if (event.type === 'meeting.finished' && object.results.status === 'ready') await sync(object.id);
  return 204;
}

function statusOf(error) {
  if (error instanceof WebhookVerificationError) return 401;
  console.error(error);
  return 500;
}

const server = createServer(async (request, response) => {
  response.writeHead(await receive(request).catch(statusOf)).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`port ${server.address().port}`));
