import type { BotId } from '#shared/foundation/core/ids';
import { contracts } from '#shared/wiring/all-contracts';
import { appContext } from '#shared/wiring/app-context';
import { asSend } from '#test/doubles/aws/in-memory-client';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo } from '#test/support/api';
import { aReceiver } from '#test/support/event-path/receiver';
import { afterEach, beforeEach, describe, expect, it, jest } from '#test/support/jest';
import { everyGroup } from './a-deployment.ts';
import { aWatchedDeployment } from './a-watched-deployment.ts';

/** In every confidential value. Not "canary": stack traces contain the name of this file. */
const MARKER = /linnet/i;
const SECRET = 'linnet-secret-0123456789abcdef0123';
const LINK = 'https://us02web.zoom.us/j/81234567890?pwd=linnetPasscode1';
const HOOK = 'https://linnet.partner.test/hooks?token=linnetToken';

let written: string[] = [];

beforeEach(() => {
  written = [];
  const write = (text: unknown) => {
    written.push(String(text));
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(write);
  jest.spyOn(process.stderr, 'write').mockImplementation(write);
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest.spyOn(console, level).mockImplementation((...said) => void write(said.map(String).join(' ')));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const hits = (texts: readonly string[], more: readonly string[] = []) =>
  texts.filter((text) => MARKER.test(text) || more.some((secret) => text.includes(secret)));

const person = (name: string) => ({ name: `Linnet ${name}`, email: `linnet-${name}@acme.test` });

/** One of everything, with something in every field that must not reach another workspace. */
async function aFullWorkspace() {
  const world = aWatchedDeployment();
  const owner = await world.anOwner('LinnetCorp');
  const { key, workspaceId } = owner;
  const post = async (path: string, body: object) => {
    const answered = await world.call('POST', path, { key, body: { workspace_id: workspaceId, ...body } });
    if (answered.status !== 201) throw new Error(`${path}: ${JSON.stringify(answered.body)}`);
    return answered.body;
  };
  const metadata = { linnetKey: 'linnet value' };
  const headers = { Authorization: 'Bearer linnet-token' };
  const hook = await post('/webhook_endpoints', {
    url: HOOK,
    enabled_events: ['*'],
    secret: SECRET,
    headers,
    metadata,
  });
  const mem = (await post('/members', { ...person('member'), metadata })).id;
  const event = await post('/calendar_events', {
    ...{ member_id: mem, ical_uid: 'linnet@calendar.test', title: 'Linnet planning', meeting_url: LINK, metadata },
    ...{ starts_at: '2026-11-02T14:00:00Z', organizer: person('organizer'), attendees: [person('attendee')] },
  });
  const order = { meeting_url: 'https://meet.google.com/abc-good-def', bot_name: 'Linnet bot', metadata };
  const bot = await post('/bots', {
    ...order,
    title: 'Linnet call',
    welcome_message: 'linnet hello',
    participants: [person('guest')],
  });
  const set = (await post('/settings', { recording: { enabled: true } })).id;
  return { world, owner, post, ids: { hook: hook.id, mem, mtg: event.meeting_id, bot: bot.id as BotId, set } };
}

describe('confidential data', () => {
  it('stands in no log line and in no message between functions, through the life of everything', async () => {
    const { world, owner, ids } = await aFullWorkspace();
    const { services, call, deliver, bots, sweep } = world;
    const receiver = { ...aReceiver({ answers: [500, 'timeout_response', 204] }), url: HOOK };
    services.receivers.push(receiver);

    await deliver();
    await bots.untilDone(ids.bot);
    await deliver();
    await sweep();
    await deliver();
    await call('GET', `/meetings/${ids.mtg}/results`, { key: `Bearer ${owner.key}` });
    await call('GET', `/meetings?workspace_id=${owner.workspaceId}&participant_email=linnet-guest@acme.test`, {
      key: owner.key,
    });
    await call('GET', `/webhook_events?workspace_id=${owner.workspaceId}`, { key: owner.key });

    expect(receiver.received.length).toBeGreaterThan(3);
    expect(written.length).toBeGreaterThan(30);
    expect((await call('GET', `/bots/${ids.bot}`, { key: owner.key })).body.status).toBe('completed');
    expect(hits(written, [owner.key, owner.key.slice(-49)])).toEqual([]);
    expect(services.sent.length).toBeGreaterThan(3);
    expect(hits(services.sent, [owner.key])).toEqual([]);
  });

  it('stands in no line of a refusal, whatever is wrong with the request', async () => {
    const { world, owner, ids } = await aFullWorkspace();
    const headers = { 'service-version': 'linnet', cookie: 'linnet', 'x-linnet': 'linnet', accept: 'linnet/json' };
    const raws = ['{"linnet":', '{"linnet":"linnet"}', 'linnet=linnet', '"linnet"', `[object linnet]`];

    for (const { method, path } of contracts)
      for (const raw of raws)
        for (const sent of [{ key: owner.key }, { key: 'rap_linnet' }, { key: owner.key, headers }])
          await world.call(method, `${path.replace('{id}', ids.mem)}?linnet=linnet&workspace_id=linnet`, {
            ...sent,
            raw,
          });
    await world.call('GET', '/linnet/linnet?linnet=linnet', { key: 'linnet' });
    await world.call('LINNET', '/bots', { key: 'linnet' });

    expect(written.length).toBeGreaterThan(contracts.length);
    expect(hits(written, [owner.key])).toEqual([]);
  });

  it('stands in no line of a defect, though its message quotes it', async () => {
    const { world, owner, ids } = await aFullWorkspace();
    const broken = {
      send: asSend<typeof world.dynamo.send>(async () => {
        throw new TypeError(`linnet\n    at linnet (${LINK})\nValue ${owner.key} is wrong`);
      }),
    };
    const context = { ...world.context, ...appContext({ ...world.context, table: tableOver(broken) }) };
    const angry = { ...world.bots.simulator, send: () => Promise.reject(new Error(`linnet ${LINK}`)) };

    const { status, body } = await callsTo(everyGroup(context))('GET', `/bots/${ids.bot}`, { key: owner.key });
    await world.bots.workWith(angry)(ids.bot);

    expect([status, body.errors[0].code]).toEqual([500, 'internal_error']);
    expect(written.some((line) => line.includes('TypeError'))).toBe(true);
    expect(hits([...written, JSON.stringify(body)], [owner.key])).toEqual([]);
  });

  it('stands in no row of the table as a key or as a secret', async () => {
    const { world, owner } = await aFullWorkspace();

    const rows = world.dynamo.items().map((item) => JSON.stringify(item));

    expect(rows.filter((row) => row.includes(owner.key) || row.includes(SECRET))).toEqual([]);
  });
});
