import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { emulatorConfig } from '#bin/stack/emulator-config';
import { newSecret, signatureHeaders } from '#shared/webhooks/signing/signature';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { installedExamples, type StartedExample, startedExample } from './examples/started-example.ts';

const stack = stackClient();
const SECRET = newSecret(randomBytes(32));
/** Well beyond the tolerance of five minutes. */
const TEN_MINUTES = 600;
const INBOX_TABLE = `examples-inbox-${randomBytes(4).toString('hex')}`;

type Installed = Awaited<ReturnType<typeof installedExamples>>;
let installed: Installed;
let workspace: string;
beforeAll(async () => {
  [installed, workspace] = await Promise.all([installedExamples(), stack.newWorkspace('Examples')]);
});
afterAll(() => installed.remove());

const inFolder = (name: string) => join(installed.folder, name);
const node = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<StartedExample> =>
  startedExample({
    ...{ command: process.execPath, args, cwd: inFolder(name) },
    env: { PORT: '0', WEBHOOK_SECRETS: SECRET, ...env },
  });

const aws = emulatorConfig({ endpoint: stack.endpoint_url, region: 'us-east-1' });

/** The table that the Lambda receiver writes to, in the emulator. */
async function createInbox(): Promise<void> {
  const client = new DynamoDBClient(aws);
  await client.send(
    new CreateTableCommand({
      TableName: INBOX_TABLE,
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  client.destroy();
}

async function deleteInbox(): Promise<void> {
  const client = new DynamoDBClient(aws);
  await client.send(new DeleteTableCommand({ TableName: INBOX_TABLE }));
  client.destroy();
}

const register = async (url: string, enabled_events: readonly string[]): Promise<string> => {
  const { status, body } = await stack.call('POST', '/webhook_endpoints', {
    ...{ workspace_id: workspace, url, enabled_events, secret: SECRET },
  });
  expect(status).toBe(201);
  return body.id;
};

const acknowledged = (event: { attempts: { response_status: number | null }[] }): number =>
  event.attempts.filter((attempt) => attempt.response_status === 204).length;

/** Waits until the receiver has acknowledged the event `times` times. One that is slow has other attempts besides. */
const afterAcknowledged = (id: string, times: number): Promise<unknown> =>
  eventually(
    async () => (await stack.call('GET', `/webhook_events/${id}`)).body,
    (event) => acknowledged(event) >= times,
  );

/** Delivers an event once more after it was acknowledged, and waits until it is acknowledged again. */
async function redeliver(id: string): Promise<void> {
  await afterAcknowledged(id, 1);
  await stack.call('POST', `/webhook_events/${id}/redeliver`);
  await afterAcknowledged(id, 2);
}

const BODY = JSON.stringify({ id: 'evt_forged', type: 'meeting.finished', data: { object: { id: 'mtg_unknown' } } });

const signed = (secret: string, ageSeconds = 0): Record<string, string> =>
  signatureHeaders({
    ...{ secrets: [secret], type: 'meeting.finished', id: 'evt_forged' as never, body: Buffer.from(BODY) },
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
  });

const post = async (url: string, headers: Record<string, string>, body = BODY): Promise<number> =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })).status;

async function expectRefusals(url: string): Promise<void> {
  expect(await post(url, signed(newSecret(randomBytes(32))))).toBe(401);
  expect(await post(url, signed(SECRET, TEN_MINUTES))).toBe(401);
  expect(await post(url, signed(SECRET), BODY.replace('unknown', 'another'))).toBe(401);
  expect(await post(url, {})).toBe(401);
}

const receivers: readonly { readonly name: string; readonly start: () => Promise<StartedExample> }[] = [
  { name: 'express-receiver', start: () => node('express-receiver', ['receiver.mjs'], {}) },
  {
    name: 'fastapi-receiver',
    start: () =>
      startedExample({
        command: installed.python.command,
        args: ['-m', 'uvicorn', 'receiver:app', '--port', '0'],
        cwd: inFolder('fastapi-receiver'),
        env: { ...installed.python.env, WEBHOOK_SECRETS: SECRET },
      }),
  },
  {
    name: 'lambda-receiver',
    start: () =>
      node('lambda-receiver', [resolve('test/integration/examples/function-url.mjs'), 'receiver.mjs'], {
        ...{ INBOX_TABLE, AWS_ENDPOINT_URL: stack.endpoint_url, AWS_REGION: 'us-east-1' },
        ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
      }),
  },
];

describe.each(receivers)('examples/$name', ({ name, start }) => {
  let receiver: StartedExample;
  let endpoint: string;
  beforeAll(async () => {
    await createInbox();
    receiver = await start();
    endpoint = await register(receiver.url, ['meeting.created']);
  });
  afterAll(async () => {
    await stack.call('DELETE', `/webhook_endpoints/${endpoint}`);
    await receiver.stop();
    await deleteInbox();
  });

  const pushMeeting = async (title: string): Promise<void> => {
    const ical_uid = `${title} of ${name}`;
    const { status } = await stack.call('POST', '/calendar_events', {
      ...{ workspace_id: workspace, member_data: { email: stack.user_email }, ical_uid, title },
      ...{ starts_at: '2031-03-04T09:00:00Z', ends_at: '2031-03-04T10:00:00Z' },
    });
    expect(status).toBe(201);
  };
  const afterEvents = (count: number) => eventually(receiver.events, (events) => events.length >= count);

  it('handles a delivery once, also when it is redelivered', async () => {
    await pushMeeting('first');
    const [first = ''] = await afterEvents(1);
    await redeliver(first.replace('meeting.created ', ''));
    await pushMeeting('second');

    const events = await afterEvents(2);

    expect(first).toMatch(/^meeting\.created evt_/);
    expect(events).toEqual([first, expect.stringMatching(/^meeting\.created evt_/)]);
    expect(new Set(events).size).toBe(2);
  });

  it('refuses what is forged, old, changed or not signed', async () => {
    const before = receiver.events();

    await expectRefusals(receiver.url);

    expect(receiver.events()).toEqual(before);
  });
});

describe('examples/crm-sync', () => {
  let sync: StartedExample;
  beforeAll(async () => {
    sync = await node('crm-sync', ['sync.mjs'], { BASE: stack.base_url, KEY: stack.api_key });
    await register(sync.url, ['meeting.created', 'meeting.finished']);
  });
  afterAll(() => sync.stop());

  const crm = async () => JSON.parse(await readFile(join(inFolder('crm-sync'), 'crm.json'), 'utf8').catch(() => '{}'));

  it('has at most 60 lines', async () => {
    const text = await readFile(resolve('examples/crm-sync/sync.mjs'), 'utf8');

    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('writes a finished meeting with its external participants, and changes nothing for the same event', async () => {
    await stack.call('POST', '/members', { workspace_id: workspace, email: stack.user_email });
    const { body: bot } = await stack.call('POST', '/bots', {
      workspace_id: workspace,
      meeting_url: 'https://meet.google.com/abc-good-def',
      participants: [{ email: 'grace@client.example', name: 'Grace Hopper' }, { email: stack.user_email }],
    });
    // It writes a contact before the note of the meeting.
    const written = await eventually(crm, ({ notes = {} }) => Object.keys(notes).length > 0);
    const finished = await stack.call('GET', `/webhook_events?workspace_id=${workspace}&type=meeting.finished`);
    await redeliver(finished.body.data[0].id);

    const { contacts, notes } = await crm();

    expect({ contacts, notes }).toEqual(written);
    expect(contacts).toEqual({ 'grace@client.example': { name: 'Grace Hopper' } });
    expect(Object.keys(notes)).toEqual([bot.meeting_id]);
    expect(notes[bot.meeting_id].contacts).toEqual(['grace@client.example']);
    expect(notes[bot.meeting_id].text.length).toBeGreaterThan(100);
  });

  it('refuses what is forged, old, changed or not signed', async () => {
    const before = await crm();

    await expectRefusals(sync.url);

    expect(await crm()).toEqual(before);
  });
});

describe('what an example installs', () => {
  it('is what it is tested with', async () => {
    const read = (path: string) => readFile(resolve(path), 'utf8');
    const { devDependencies } = JSON.parse(await read('package.json'));
    const { dependencies } = JSON.parse(await read('examples/express-receiver/package.json'));
    const pinned = await read('bin/clients/generators/requirements.txt');

    expect(dependencies.express).toBe(devDependencies.express);
    for (const line of (await read('examples/fastapi-receiver/requirements.txt')).trim().split('\n'))
      expect(pinned).toContain(`\n${line} `);
  });
});
