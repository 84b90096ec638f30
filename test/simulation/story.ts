import type { DeliveryId } from '#shared/foundation/core/ids';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { OPERATIONAL_EVENTS } from '#shared/foundation/events/rules/operational-event';
import type { Client } from './client.ts';
import type { KnownEndpoint, Ledger } from './ledger.ts';
import { aReceiverIn, drawnMood, type SimulatedReceiver } from './receivers.ts';
import type { TimeLine } from './time-line.ts';

interface Needs {
  readonly ask: Client;
  readonly workspaceId: string;
  readonly ledger: Ledger;
  readonly time: TimeLine;
  readonly random: () => number;
  readonly receivers: { push(receiver: SimulatedReceiver): unknown };
  /** Events, changes and the like: 1 is a small workspace on a busy day. */
  readonly size: number;
}

const PINS = ['2026-10-12', '2026-10-09', '2025-11-25'] as const;
const SUBSCRIPTIONS: readonly [readonly string[], ...(readonly string[])[]] = [
  ['*'],
  ['*'],
  ['meeting.created'],
  ['meeting.updated', 'meeting.finished'],
  ['*', ...OPERATIONAL_EVENTS],
  OPERATIONAL_EVENTS,
];

/** Filters by title; the last one leaves every new meeting out. */
const TITLES: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]] = [
  {},
  {},
  { 'meeting.updated': 'Planning 2' },
  { 'meeting.created': 'Review', 'meeting.updated': 'Planning' },
];

const RATES: readonly [number | null, ...(number | null)[]] = [null, null, null, 1, 3];

const filtersFor = (titles: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(titles).map(([type, value]) => [type, [{ path: 'title', operator: 'prefix', value }]]),
  );

/** What a partner does: makes endpoints, pushes a calendar, changes endpoints, pushes on, asks again for what failed. */
export async function story(needs: Needs): Promise<void> {
  const { random, size, ledger } = needs;
  const count = 1 + Math.floor(3 * random());
  await times(count, (nth) => anEndpoint(needs, nth));
  await aRoundOfPushes(needs, 'first', Math.ceil(size * (2 + 4 * random())));
  if (ledger.endpoints.some((one) => one.rate !== null)) await aBurst(needs, Math.ceil(size * 10));
  const asking = random() < 0.5 ? asksAgain(needs) : undefined;
  await changesEndpoints(needs);
  await aRoundOfPushes(needs, 'second', Math.ceil(size * (1 + 2 * random())));
  await asking;
}

const times = (count: number, make: (nth: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

function draw<One>(random: () => number, from: readonly [One, ...One[]]): One {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

async function anEndpoint({ ask, workspaceId, ledger, time, random, receivers }: Needs, nth: number): Promise<void> {
  const url = `https://${workspaceId.slice(4).replaceAll('_', '-')}-${nth}.test/hooks`;
  const receiver = aReceiverIn(drawnMood(random, time.clock.now()), url, time, random);
  receivers.push(receiver);
  const types = draw(random, SUBSCRIPTIONS);
  const titles = draw(random, TITLES);
  const rate = draw(random, RATES);
  const { status, body } = await ask({
    ...{ method: 'POST', path: '/webhook_endpoints' },
    body: {
      workspace_id: workspaceId,
      url,
      enabled_events: types,
      api_version: draw(random, PINS),
      filters: filtersFor(titles),
      max_per_second: rate,
    },
  });
  if (status !== 201) return refused(ledger, 'an endpoint', status);
  ledger.endpoints.push({
    ...{ id: body.id, workspaceId, types: [...types], titles, rate, receiver, secrets: [body.secret] },
    ...{ isEnabled: true, wasDisabled: false, deletedAt: undefined },
  });
}

const refused = (ledger: Ledger, what: string, status: number): void => {
  ledger.broken.push(`the story: ${what} was answered ${status}`);
};

/** Some meetings at once, each pushed and then changed some times, one change after the other. */
const aRoundOfPushes = async (needs: Needs, round: string, meetings: number): Promise<void> => {
  await times(meetings, async (nth) => {
    const { time, random } = needs;
    await time.after(random() * 10 * MINUTE_MS);
    const push = pusher(needs, `${round}-${nth}@calendar.test`);
    await push('Planning');
    const changes = Math.floor(3 * random());
    for (let change = 0; change < changes; change += 1) {
      await time.after(random() * 3 * MINUTE_MS);
      // Pushed again as it was, a meeting has nothing to tell.
      await push(random() < 0.2 ? undefined : `Planning ${change + 2}`);
    }
    if (random() < 0.2) await push.label();
  });
};

/** More at once than an endpoint with a rate may get in a second. */
const aBurst = async (needs: Needs, meetings: number): Promise<void> => {
  await times(meetings, async (nth) => {
    await pusher(needs, `burst-${nth}@calendar.test`)('Planning');
  });
};

function pusher({ ask, workspaceId, ledger, time }: Needs, uid: string) {
  const day = new Date(Math.ceil(time.clock.now() / 1_000) * 1_000 + 20 * 24 * 60 * MINUTE_MS).toISOString();
  const ends = new Date(Date.parse(day) + 60 * MINUTE_MS).toISOString();
  let title = '';
  let meetingId: string | undefined;
  const push = async (next: string | undefined): Promise<void> => {
    const subscribers = ledger.endpoints.filter(
      (one) => one.workspaceId === workspaceId && one.deletedAt === undefined,
    );
    const isNew = meetingId === undefined;
    const tells = next !== undefined && next !== title;
    title = next ?? title;
    const { status, body } = await ask({
      ...{ method: 'POST', path: '/calendar_events' },
      body: {
        ...{ workspace_id: workspaceId, member_data: { name: 'Ada', email: 'ada@acme.test' }, ical_uid: uid, title },
        ...{ starts_at: day, ends_at: ends, meeting_url: 'https://meet.google.com/abc-good-def' },
        ...{ organizer: { name: 'Ada', email: 'ada@acme.test' }, attendees: [{ name: 'Ada', email: 'ada@acme.test' }] },
      },
    });
    if (![200, 201].includes(status)) return refused(ledger, 'a push', status);
    meetingId = String(body.meeting_id ?? body.meeting?.id);
    ledger.meetings.add(meetingId);
    const type = isNew ? 'meeting.created' : 'meeting.updated';
    const endpoints = subscribers
      .filter(({ types }) => types.includes('*') || types.includes(type))
      .map(({ id }) => id);
    if (tells && endpoints.length > 0) ledger.events.push({ meetingId, type, title, endpoints });
  };
  const label = async (): Promise<void> => {
    if (meetingId === undefined) return;
    const { status } = await ask({
      method: 'PATCH',
      path: `/meetings/${meetingId}`,
      body: { metadata: { seen: 'yes' } },
    });
    if (status !== 200) refused(ledger, 'a label', status);
  };
  return Object.assign(push, { label });
}

/** Between two rounds, so that it is known who was subscribed to what. */
async function changesEndpoints(needs: Needs): Promise<void> {
  const { ledger, workspaceId, random } = needs;
  const mine = ledger.endpoints.filter((one) => one.workspaceId === workspaceId);
  await Promise.all(
    mine.map(async (endpoint) => {
      const drawn = random();
      if (drawn < 0.25) await rotates(needs, endpoint);
      else if (drawn < 0.4) await patches(needs, endpoint, 'disabled');
      else if (drawn < 0.5) await deletes(needs, endpoint);
      if (!endpoint.isEnabled && random() < 0.5) await patches(needs, endpoint, 'enabled');
    }),
  );
}

async function rotates({ ask, ledger }: Needs, { id, secrets }: KnownEndpoint): Promise<void> {
  const { status, body } = await ask({ method: 'POST', path: `/webhook_endpoints/${id}/rotate_secret`, body: {} });
  if (status === 200) secrets.push(body.secret);
  else refused(ledger, 'a rotation', status);
}

async function patches({ ask, ledger }: Needs, endpoint: KnownEndpoint, status: 'enabled' | 'disabled'): Promise<void> {
  endpoint.wasDisabled = true;
  const answered = await ask({ method: 'PATCH', path: `/webhook_endpoints/${endpoint.id}`, body: { status } });
  if (answered.status !== 200) return refused(ledger, 'a change of an endpoint', answered.status);
  endpoint.isEnabled = status === 'enabled';
}

/** A client that repeats after a lost answer may find it gone already. */
async function deletes({ ask, ledger, time }: Needs, endpoint: KnownEndpoint): Promise<void> {
  endpoint.wasDisabled = true;
  const { status } = await ask({ method: 'DELETE', path: `/webhook_endpoints/${endpoint.id}` });
  if (![200, 204, 404].includes(status)) return refused(ledger, 'a deletion', status);
  endpoint.deletedAt = time.clock.now();
}

/** Some time later, one more attempt for some of what the list shows. */
async function asksAgain({ ask, workspaceId, ledger, time, random }: Needs): Promise<void> {
  await time.after(random() * 40 * MINUTE_MS);
  const listed = await ask({ method: 'GET', path: `/webhook_events?workspace_id=${workspaceId}&limit=5` });
  if (listed.status !== 200) return refused(ledger, 'a list', listed.status);
  for (const { id } of listed.body.data.slice(0, 2)) {
    const { status } = await ask({ method: 'POST', path: `/webhook_events/${id}/redeliver`, body: {} });
    if (status === 202) ledger.askings.push(id as DeliveryId);
    else if (status !== 409) refused(ledger, 'a redelivery', status);
  }
}
