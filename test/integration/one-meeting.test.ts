import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';

const stack = stackClient();
const LIFE = [
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
  'meeting.created',
  'meeting.updated',
  'meeting.finished',
];

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function aSubscribed(receiver: Awaited<ReturnType<typeof aReceiver>>, workspaceId: string) {
  const endpoint = await stack.call('POST', '/webhook_endpoints', {
    workspace_id: workspaceId,
    url: receiver.url,
    enabled_events: ['*'],
  });
  expect(endpoint.status).toBe(201);
  receiver.trust(endpoint.body.secret);
  return endpoint.body;
}

/** The text of a file that conversations are exported to. */
async function anExport(conversation_ids: readonly string[]): Promise<string> {
  const { body } = await stack.call('POST', '/exports', { conversation_ids, format: 'txt' });
  const ready = await eventually(
    async () => (await stack.call('GET', `/exports/${body.id}`)).body,
    (seen) => seen.state === 'ready',
  );
  return (await fetch(ready.download_link)).text();
}

describe('one meeting, from the calendar to its summary', () => {
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let endpointId: string;
  let workspace_id: string;
  beforeAll(async () => {
    receiver = await aReceiver();
    // In a workspace of its own: the demo changes the settings of the seeded one.
    workspace_id = await stack.newWorkspace('One meeting');
    endpointId = (await aSubscribed(receiver, workspace_id)).id;
    const settings = await stack.call('POST', '/settings', {
      workspace_id,
      recording: { enabled: true },
      scope: [`workspace:${workspace_id}`],
    });
    expect(settings.status).toBe(201);
  });
  afterAll(async () => {
    await stack.call('DELETE', `/webhook_endpoints/${endpointId}`);
    await receiver.close();
  });

  it('is recorded by settings and sends every event in signed webhooks', async () => {
    const pushed = await stack.call('POST', '/calendar_events', {
      workspace_id,
      member_data: { name: 'Ada', email: 'ada@acme.test' },
      ical_uid: `whole-life-${Date.now()}@calendar.test`,
      title: 'Launch',
      starts_at: soon(3),
      ends_at: soon(33),
      meeting_url: 'https://meet.google.com/abc-good-def',
    });
    expect(pushed.status).toBe(201);
    const meetingId: string = pushed.body.meeting_id;

    const meeting = await eventually(
      async () => (await stack.call('GET', `/meetings/${meetingId}`)).body,
      (seen) => seen.results.status === 'ready',
    );
    const mine = await eventually(
      () => receiver.received.filter(({ object }) => [object.id, object.meeting_id].includes(meetingId)),
      (seen) => LIFE.every((type) => seen.some((event) => event.type === type)),
    );
    const results = await stack.call('GET', `/meetings/${meetingId}/results`);
    const audio = await fetch(results.body.media.files[0].url);
    const exported = await anExport([results.body.transcript.conversation_id]);
    const found = await eventually(
      async () => (await stack.call('GET', `/search?workspace_id=${workspace_id}&q=late+invoices`)).body.data,
      (hits) => hits.length > 0,
    );

    expect(meeting).toMatchObject({ phase: 'past', settings: { recording: { enabled: true } } });
    expect(mine.every((event) => event.genuine)).toBe(true);
    expect(results.body.transcript.segments.length).toBeGreaterThan(3);
    expect(results.body.summary.status).toBe('ready');
    expect(audio.status).toBe(200);
    expect(exported).toMatch(/^\[00:00:\d\d\] \w+/);
    expect(found).toMatchObject([{ meeting_id: meetingId, snippet: expect.stringMatching(/invoices/) }]);
  });

  it('is one meeting when it is pushed concurrently', async () => {
    const push = {
      workspace_id,
      member_data: { email: 'ben@acme.test' },
      ical_uid: `at-once-${Date.now()}@calendar.test`,
      starts_at: soon(600),
      ends_at: soon(630),
    };

    const answers = await Promise.all(Array.from({ length: 20 }, () => stack.call('POST', '/calendar_events', push)));

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.meeting_id)).size).toBe(1);
  });
});

describe('a webhook receiver that fails twice', () => {
  it('receives the event again with the same id, and the event lists all attempts', async () => {
    const receiver = await aReceiver((attempt) => (attempt <= 2 ? 500 : 204));
    // In a workspace of its own, an event of another test cannot arrive here.
    const workspace_id = await stack.newWorkspace('Retried');
    const endpoint = await aSubscribed(receiver, workspace_id);
    await stack.call('POST', '/calendar_events', {
      workspace_id,
      member_data: { email: 'cleo@acme.test' },
      ical_uid: `retried-${Date.now()}@calendar.test`,
      starts_at: soon(900),
    });

    const tries = await eventually(
      () => receiver.received.filter(({ type }) => type === 'meeting.created'),
      (seen) => seen.length === 3,
    );
    const record = await eventually(
      async () => (await stack.call('GET', `/webhook_events/${tries[0]?.id}`)).body,
      (seen) => seen.delivery_status === 'delivered',
    );
    await stack.call('DELETE', `/webhook_endpoints/${endpoint.id}`);
    await receiver.close();

    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(tries.every(({ genuine }) => genuine)).toBe(true);
    expect(record.attempts.map(({ response_status }: { response_status: number }) => response_status)).toEqual([
      500, 500, 204,
    ]);
  });
});
