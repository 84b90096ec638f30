import { calendarConnections } from '#functions/api/calendar-connections/index';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it, jest } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { aPartner } from '../../contract/calendar-events/a-partner.ts';

const URL_OF_FEED = 'https://calendar.example.com/private-8f14e45f.ics';

/** Ada's feed, added and not yet fetched, in a workspace that records every meeting. The clock begins on 2026-11-02. */
async function aFeed(path = URL_OF_FEED) {
  const partner = await aPartner();
  await partner.recordEverything();
  const { world, owner } = partner;
  const feed = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed });
  const memberId = await partner.aMember('Ada');
  const call = callsTo(calendarConnections(world.context));
  const body = { workspace_id: owner.workspaceId, member_id: memberId, url: path };
  const add = () => call('POST', '/calendar_feeds', { key: owner.key, body });
  const { body: added } = await add();
  const id: CalendarFeedId = added.id;
  const seen = async () =>
    (await partner.listed()).map(({ title, starts_at, phase }: Shown) => `${starts_at} ${title} ${phase}`).sort();
  return {
    ...partner,
    feed,
    work,
    id,
    add,
    seen,
    run: () => work.whenDue(id),
    read: async () => (await call('GET', `/calendar_feeds/${id}`, { key: owner.key })).body,
    sent: () => webhookEventTypes(world).filter((type) => type.startsWith('calendar_feed.')),
    subscribe: () => subscribe(world, owner.workspaceId),
    disconnect: () => call('DELETE', `/calendar_feeds/${id}`, { key: owner.key }),
    /** As the sweeper polls it, with the run that follows a change. */
    async poll(): Promise<void> {
      await work.untilDue(id);
      await work.pollAndRun(id);
    },
  };
}

interface Shown {
  readonly title: string;
  readonly starts_at: string;
  readonly phase: string;
}

const planning = anIcalEvent(
  'planning@acme.test',
  'SUMMARY:Planning',
  'DTSTART:20261102T150000Z',
  'DTEND:20261102T160000Z',
  'LOCATION:https://meet.google.com/abc-good-def',
  'ORGANIZER;CN=Grace Hopper:mailto:grace@navy.test',
  'ATTENDEE;PARTSTAT=ACCEPTED;CN=Ada:mailto:ada@acme.test',
);
const weekly = (...lines: readonly string[]) =>
  anIcalEvent(
    'weekly@acme.test',
    'SUMMARY:Weekly',
    'DTSTART:20261103T100000Z',
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    ...lines,
  );

type Listed = (query: string) => Promise<readonly { readonly id: string }[]>;

const idsIn = async (listed: Listed) => (await listed('&phase=upcoming')).map(({ id }) => id).sort();
const upcomingIn = async (seen: () => Promise<readonly string[]>) =>
  (await seen()).filter((one) => one.endsWith('upcoming'));

describe('a calendar feed', () => {
  it('makes meetings of its events, with link, organizer and attendees', async () => {
    const { feed, run, listed } = await aFeed();
    feed.publish(planning);

    await run();

    expect(await listed()).toMatchObject([
      {
        title: 'Planning',
        source: 'calendar_connection',
        meeting_url: 'https://meet.google.com/abc-good-def',
        recordings: [{ status: 'queued' }],
        calendar_event: { ical_uid: 'planning@acme.test', source: 'calendar_connection' },
      },
    ]);
  });

  it('makes a meeting of each occurrence of a series, with those that were moved, excluded and cancelled', async () => {
    const { feed, run, seen } = await aFeed();
    const moved = anIcalEvent(
      'weekly@acme.test',
      'SUMMARY:Weekly, moved',
      'RECURRENCE-ID:20261110T100000Z',
      'DTSTART:20261111T120000Z',
      'DURATION:PT30M',
    );
    feed.publish(weekly('EXDATE:20261117T100000Z'), moved);

    await run();

    expect(await seen()).toEqual([
      '2026-11-03T10:00:00.000Z Weekly upcoming',
      '2026-11-11T12:00:00.000Z Weekly, moved upcoming',
    ]);
  });

  it('is asked for changes by its validators, and an unchanged one costs one request', async () => {
    const { feed, run, poll, read, world } = await aFeed();
    feed.publish(planning);
    await run();
    await poll();
    const before = feed.requests.length;

    await poll();

    expect(feed.requests.slice(before).map(({ headers }) => headers.has('if-none-match'))).toEqual([true]);
    expect((await read()).last_synced_at).toBe(new Date(world.clock.now()).toISOString());
  });

  it('without validators is unchanged while only its DTSTAMPs change', async () => {
    const { feed, run, poll } = await aFeed();
    feed.server.hasValidators = false;
    feed.publish(planning);
    await run();
    await poll();
    const before = feed.requests.length;
    feed.publish(planning.replace('DTSTAMP:20261101', 'DTSTAMP:20261102'));

    await poll();

    expect(feed.requests.length - before).toBe(1);
  });

  it('cancels what vanishes, and brings it back under the same id', async () => {
    const { feed, run, poll, seen, listed } = await aFeed();
    feed.publish(planning, weekly());
    await run();
    const [{ id: idBefore }] = await listed('&phase=upcoming');
    feed.publish(weekly());
    await poll();
    expect((await seen()).filter((one: string) => one.includes('upcoming'))).toHaveLength(3);
    feed.publish(planning, weekly());

    await poll();

    expect((await listed('&phase=upcoming')).map(({ id }: { id: string }) => id)).toContain(idBefore);
    expect((await seen()).filter((one: string) => one.includes('Planning upcoming'))).toHaveLength(1);
  });

  it('that goes back to an earlier version, with its ETag and a lower SEQUENCE, is read as that version', async () => {
    const { feed, run, poll, seen, listed } = await aFeed();
    const versions = [1, 2].map((sequence) => [
      weekly(`SEQUENCE:${sequence}`, ...(sequence === 2 ? ['EXDATE:20261110T100000Z'] : [])),
      ...(sequence === 1 ? [planning] : []),
    ]);
    const [first = [], second = []] = versions;
    feed.publish(...first);
    await run();
    const [before, ids] = [await seen(), await idsIn(listed)];

    for (const version of [second, first, second, first]) {
      feed.publish(...version);
      await poll();
      expect(await upcomingIn(seen)).toHaveLength(version === first ? 4 : 2);
    }

    expect(await upcomingIn(seen)).toEqual(before);
    expect(await idsIn(listed)).toEqual(ids);
  });
});

describe('a change of a feed', () => {
  it.each([
    ['with validators', true],
    ['without validators', false],
  ])('is downloaded once, %s', async (_which, hasValidators) => {
    const { feed, run, poll, seen } = await aFeed();
    feed.server.hasValidators = hasValidators;
    feed.publish(planning);
    await run();
    await poll();
    const before = feed.requests.length;
    feed.publish(planning.replaceAll('T15', 'T14').replaceAll('T16', 'T15'));

    await poll();

    expect(await upcomingIn(seen)).toEqual(['2026-11-02T14:00:00.000Z Planning upcoming']);
    expect(feed.requests.length - before).toBe(1);
  });
});

describe('a feed that can be read in part', () => {
  /** A feed with both events, of which the file is then this. */
  async function afterwards(...events: readonly string[]) {
    const story = await aFeed();
    story.feed.publish(planning, weekly());
    await story.run();
    await story.poll();
    story.feed.publish(...events);
    return story;
  }

  it('keeps an event that cannot be read any more, with a warning that says where', async () => {
    const { poll, seen, read, work } = await afterwards(planning.replace('DTSTART:', 'DTSTART:x'));

    await poll();

    expect(await upcomingIn(seen)).toEqual(['2026-11-02T15:00:00.000Z Planning upcoming']);
    expect(await read()).toMatchObject({
      status: 'active',
      warnings: [
        {
          code: 'unreadable_event',
          count: 1,
          examples: [{ ical_uid: 'planning@acme.test', what: 'DTSTART', line: 8 }],
        },
      ],
    });
    expect(work.givenUp).toEqual([]);
  });

  it('keeps a series whose rule cannot be read any more', async () => {
    const { poll, seen, read } = await afterwards(planning, weekly().replace('FREQ=WEEKLY', 'FREQ=NOW'));

    await poll();

    expect(await upcomingIn(seen)).toHaveLength(4);
    expect((await read()).warnings).toMatchObject([{ code: 'unreadable_series' }]);
  });

  it('keeps an exception that cannot be read', async () => {
    const broken = anIcalEvent('weekly@acme.test', 'RECURRENCE-ID:20261110T100000Z', 'DTSTART:soon');
    const { poll, seen, read } = await afterwards(weekly(), broken);

    await poll();

    expect(await upcomingIn(seen)).toHaveLength(3);
    expect((await read()).warnings).toMatchObject([{ code: 'unreadable_exception' }]);
  });

  it('whose file was cut off takes what is there, and cancels nothing', async () => {
    const { feed, poll, seen, read } = await afterwards();
    const moved = planning.replaceAll('T15', 'T14').replaceAll('T16', 'T15');
    feed.publish(moved);
    feed.server.text = feed.server.text.replace('END:VCALENDAR', 'BEGIN:VEVENT');

    await poll();

    expect(await upcomingIn(seen)).toEqual([
      '2026-11-02T14:00:00.000Z Planning upcoming',
      ...['03', '10', '17'].map((day) => `2026-11-${day}T10:00:00.000Z Weekly upcoming`),
    ]);
    expect((await read()).warnings).toMatchObject([{ examples: [{ what: 'END:VCALENDAR', line: null }] }]);
  });

  it('sends an event of a kind of fault that it did not have, and none of more of them', async () => {
    const { feed, poll, sent, ...story } = await afterwards(planning.replace('DTSTART:', 'DTSTART:x'), weekly());
    await story.subscribe();
    await poll();
    feed.publish(planning.replace('DTSTART:', 'DTSTART:x'), weekly().replace('DTSTART:', 'DTSTART:x'));
    await poll();

    expect(sent()).toEqual(['calendar_feed.warning']);
  });

  it('warns of what it reads with a doubt, until it is gone', async () => {
    const { feed, poll, read } = await afterwards(
      ...[planning.replace('UID:planning@acme.test\r\n', ''), weekly()],
      anIcalEvent('far@acme.test', 'DTSTART;TZID=Nowhere:20261105T100000'),
    );
    await poll();
    const { warnings } = await read();
    feed.publish(planning, weekly());
    await poll();

    expect(warnings).toMatchObject([
      { code: 'missing_uid', count: 1, examples: [{ what: 'UID' }] },
      { code: 'unknown_time_zone', count: 1, examples: [{ ical_uid: 'far@acme.test', what: 'TZID=Nowhere' }] },
    ]);
    expect((await read()).warnings).toEqual([]);
  });
});

describe('a feed that cannot be read', () => {
  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [401, 'access_denied'],
    [403, 'access_denied'],
    [400, 'feed_error'],
  ])('is in error after its first answer %d: %s', async (status, code) => {
    const { feed, run, read } = await aFeed();
    feed.server.status = status;

    await run();

    expect(await read()).toMatchObject({ status: 'error', error: { code }, last_synced_at: null });
  });

  it('is in error where the file is no calendar', async () => {
    const { feed, run, read } = await aFeed();
    feed.server.text = '<html>Sign in</html>';

    await run();

    expect(await read()).toMatchObject({ status: 'error', error: { code: 'not_a_calendar' } });
  });

  it('is in error where the file is larger than 10 MB', async () => {
    const { feed, run, read } = await aFeed();
    feed.server.text = 'x'.repeat(10_000_001);

    await run();

    expect(await read()).toMatchObject({ status: 'error', error: { code: 'too_large' } });
  });

  it('stays active while its server is down, and is fetched again later', async () => {
    const { feed, run, read, seen } = await aFeed();
    feed.publish(planning);
    feed.server.status = 500;
    await run();
    expect(await read()).toMatchObject({ status: 'active', last_synced_at: null });
    feed.server.status = 200;

    await run();

    expect(await seen()).toHaveLength(1);
  });

  it.each([500, 503])(
    'is in error after a week of answers %d, and is asked ever less often until then',
    async (status) => {
      const { feed, run, read, seen, world } = await aFeed();
      feed.publish(weekly());
      await run();
      feed.server.status = status;
      const [began, before] = [world.clock.now(), feed.requests.length];

      while ((await read()).status === 'active') await run();

      const lasted = world.clock.now() - began;
      expect([lasted >= 7 * DAY_MS, lasted < 9 * DAY_MS]).toEqual([true, true]);
      expect(feed.requests.length - before).toBeLessThan(20);
      expect((await read()).error).toMatchObject({ code: 'feed_error' });
      expect(await seen()).toHaveLength(3);
    },
  );

  it('has 30 seconds to answer, and 10 after a failure', async () => {
    const { feed, run } = await aFeed();
    const deadlines = jest.spyOn(AbortSignal, 'timeout');
    feed.server.status = 500;

    await run();
    await run();

    expect(deadlines.mock.calls).toEqual([[30_000], [10_000]]);
    deadlines.mockRestore();
  });

  it('that was synced before keeps its meetings, and is in error after two hours of refusals', async () => {
    const { feed, run, read, seen, world } = await aFeed();
    feed.publish(weekly());
    await run();
    feed.server.status = 404;
    const began = world.clock.now();

    while ((await read()).status === 'active') await run();

    const lasted = world.clock.now() - began;
    expect([lasted > HOUR_MS, lasted < 3 * HOUR_MS]).toEqual([true, true]);
    expect(await seen()).toHaveLength(3);
  });

  it('uses the limit of POST /calendar_feeds up where it is added again and again', async () => {
    const { feed, run, add } = await aFeed();
    feed.server.status = 404;
    const answers: number[] = [];

    for (let times = 0; times < 100; times += 1) {
      await run();
      answers.push((await add()).status);
    }

    expect(answers).toEqual([...Array.from({ length: 99 }, () => 200), 429]);
  });

  it('is fetched again under its id once its URL is added again', async () => {
    const { feed, run, add, id, read, seen } = await aFeed();
    feed.server.status = 404;
    await run();
    feed.server.status = 200;
    feed.publish(planning);

    const added = await add();
    await run();

    expect([added.status, added.body.id, (await read()).status]).toEqual([200, id, 'active']);
    expect(await seen()).toHaveLength(1);
  });
});

describe('a disconnected feed', () => {
  it('is fetched no more: its events are cancelled and its URL is deleted', async () => {
    const { feed, run, disconnect, work, id, seen, world } = await aFeed();
    feed.publish(planning);
    await run();
    const before = feed.requests.length;

    await disconnect();
    await work.endAll();
    world.clock.advance(POLL_MS);
    await work.receive({ connectionIds: [id] });

    expect(await seen()).toEqual([]);
    expect(await work.findSync(id)).toBeUndefined();
    expect(feed.requests).toHaveLength(before);
  });
});

describe('the URL of a feed', () => {
  it('lies nowhere in the table, in a message or in a line of the log', async () => {
    const { feed, run, poll, world, work, id } = await aFeed();
    feed.publish(planning);
    await run();
    await poll();
    feed.server.status = 500;
    await poll();
    world.clock.advance(DAY_MS);

    const texts = [JSON.stringify(world.dynamo.items()), JSON.stringify(work.log), JSON.stringify(work.sent)];

    expect(texts.map((text) => text.includes('8f14e45f'))).toEqual([false, false, false]);
    expect((await calendarFeeds.find(world.context.table, id))?.state.host).toBe('calendar.example.com');
  });
});
