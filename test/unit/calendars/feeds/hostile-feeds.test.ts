import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING } from '#bin/cdk/build-functions';
import { PROJECT_DIR } from '#bin/paths';
import { calendarsIn } from '#shared/calendars/feeds/ical/feed-components';
import { relevantEvents } from '#shared/calendars/feeds/ical/feed-window';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import { threadedReader } from '#shared/calendars/feeds/reader/threaded-reader';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { noon } from '#test/support/api';
import { aCalendar, anIcalEvent, fileOf, readInThread } from '#test/support/fake-feed';
import { absurdFeeds, costlyFeeds, HEAVY_RULES, NEVER, NEVER_A_MONDAY } from '#test/support/hostile-feeds';
import { describe, expect, it } from '#test/support/jest';

/** From 2026-11-01T12:00Z to 2026-11-30T12:00Z. */
const window = windowAt(noon);
const planning = anIcalEvent('planning', 'DTSTART:20261103T100000Z');
const THREAD = new URL(import.meta.resolve('#shared/calendars/feeds/reader/feed-thread'));

/** A thread that a defect ends at one file. */
const FAILS_AT_FIRST = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ file }) => {
  const text = new TextDecoder().decode(file.bytes);
  if (text === 'first') throw new Error(text);
  parentPort.postMessage({ events: [] });
});
parentPort.postMessage('ready');
`;

/** How often the event loop turned until it settled: never while it is blocked. */
async function turnsUntil(settled: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await settled.catch(() => undefined);
  isOver = true;
  return turns;
}

describe('a file beyond the bounds of a feed', () => {
  it.each(absurdFeeds())('with too many $named is refused before it is parsed', ({ text }) => {
    expect(() => calendarsIn(text)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('is refused as no calendar where it is a page', () => {
    expect(() => readFeed(`<html>${'x'.repeat(1_000_000)}</html>`, window)).toThrow(
      expect.objectContaining({ code: 'not_a_calendar' }),
    );
  });
});

describe('a series whose rule has no occurrence', () => {
  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=4,6;BYMONTHDAY=31,-31',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=-30',
    'FREQ=SECONDLY;BYMONTHDAY=31;BYMONTH=9',
    'FREQ=YEARLY;BYMONTH=4,6,9,11;BYMONTHDAY=31',
    'FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=-30',
  ])('%s is passed over, and the rest is read', (rule) => {
    const never = anIcalEvent('never', 'DTSTART:20261103T100000Z', `RRULE:${rule}`);

    expect(readFeed(aCalendar(never, planning), window)).toMatchObject([
      { kind: 'unread', id: 'never', code: 'unreadable_series' },
      { kind: 'occurrence', id: 'planning' },
    ]);
  });

  it.each(['FREQ=DAILY;BYMONTH=2,11;BYMONTHDAY=30', 'FREQ=MONTHLY;BYMONTHDAY=31,30', 'FREQ=DAILY;BYMONTHDAY=-1'])(
    'is none with %s, which has one',
    (rule) => {
      const series = anIcalEvent('monthly', 'DTSTART:20261101T100000Z', `RRULE:${rule};UNTIL=20261130T100000Z`);

      expect(readFeed(aCalendar(series), window)).toMatchObject([{ kind: 'occurrence', icalUid: 'monthly' }]);
    },
  );
});

describe('a series whose rule is heavy', () => {
  it.each(HEAVY_RULES)('%.60s is unread, and the rest is read', (rule) => {
    const heavy = anIcalEvent('heavy', 'DTSTART:19700101T000000Z', `RRULE:${rule}`);

    expect(readFeed(aCalendar(planning, heavy), window)).toMatchObject([
      { kind: 'unread', id: 'heavy', code: 'unreadable_series' },
      { kind: 'occurrence', id: 'planning' },
    ]);
  });

  it('leaves steps to the series behind it', () => {
    const heavy = anIcalEvent('heavy', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY');
    const weekly = anIcalEvent('weekly', 'DTSTART:20261103T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2');

    expect(readFeed(aCalendar(heavy, weekly), window)).toMatchObject([
      { kind: 'unread', id: 'heavy' },
      { kind: 'occurrence', icalUid: 'weekly' },
      { kind: 'occurrence', icalUid: 'weekly' },
    ]);
  });

  it('that meets no day is its start', () => {
    expect(readFeed(aCalendar(NEVER_A_MONDAY, planning), window)).toMatchObject([
      { kind: 'occurrence', icalUid: 'never' },
      { kind: 'occurrence', id: 'planning' },
    ]);
  });
});

const relevantIn = (...events: readonly string[]) =>
  calendarsIn(aCalendar(...events)).calendars.flatMap(({ components }) => relevantEvents(components, window));

describe('a series of many rules', () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, nth) =>
      nth % 2 === 0 ? `RRULE:FREQ=DAILY;INTERVAL=${nth + 1};COUNT=1` : 'EXRULE:FREQ=YEARLY;BYMONTH=1',
    );
  const reading = (count: number) =>
    readFeed(aCalendar(anIcalEvent('many', 'DTSTART:20261103T100000Z', ...rules(count)), planning), window);

  it('is read with four of them', () => {
    expect(reading(4)).toMatchObject([
      { kind: 'occurrence', icalUid: 'many' },
      { kind: 'occurrence', id: 'planning' },
    ]);
  });

  it.each([5, 20_000])('is unread with %i, but for its start, and the rest is read', (count) => {
    expect(reading(count)).toMatchObject([
      { kind: 'unread', id: 'many', code: 'unreadable_series' },
      { kind: 'occurrence', icalUid: 'many' },
      { kind: 'occurrence', id: 'planning' },
    ]);
  });

  it('costs no other event where it has nothing else', () => {
    const nothing = ['BEGIN:VEVENT', ...Array(5).fill('EXRULE:'), 'END:VEVENT'].join('\r\n');

    expect(readFeed(aCalendar(nothing, planning), window)).toContainEqual(expect.objectContaining({ id: 'planning' }));
  });
});

describe('an event outside the window', () => {
  it.each([
    ['past', 'DTSTART:20250103T100000Z'],
    ['past, with days', 'DTSTART;VALUE=DATE:20250103'],
    ['far ahead', 'DTSTART:20280103T100000Z'],
  ])('that is %s is not parsed', (_when, ...lines) => {
    expect(relevantIn(anIcalEvent('one', ...lines))).toHaveLength(0);
  });

  it.each([
    ['a rule', [anIcalEvent('one', 'DTSTART:20250103T100000Z', 'RRULE:FREQ=DAILY')]],
    ['an end within the window', [anIcalEvent('one', 'DTSTART:20250103T100000Z', 'DTEND:20261103T100000Z')]],
    ['a duration of days', [anIcalEvent('one', 'DTSTART:20250103T100000Z', 'DURATION:P900D')]],
    ['a start that cannot be read', [anIcalEvent('one', 'DTSTART:2025')]],
    [
      'another version',
      [anIcalEvent('one', 'DTSTART:20250103T100000Z'), anIcalEvent('one', 'DTSTART:20261103T100000Z')],
    ],
  ])('by its start alone is kept where it has %s', (_what, events) => {
    expect(relevantIn(...events)).toHaveLength(events.length);
  });
});

describe('the reader of feeds', () => {
  it.each(costlyFeeds())('ends a file with $named, and reads the next', async ({ text }) => {
    await expect(readInThread(text, window)).rejects.toMatchObject({ name: 'FeedFailed', code: 'too_large' });

    expect(await readInThread(aCalendar(planning), window)).toMatchObject([{ id: 'planning' }]);
  });

  it('leaves the event loop to others while a file takes its second', async () => {
    const [costly] = costlyFeeds();

    expect(await turnsUntil(readInThread(costly?.text ?? '', window))).toBeGreaterThan(10);
  });

  it('ends a file that takes more memory than one may', async () => {
    const small = threadedReader(THREAD, { cpuMs: 60_000, memoryMb: 16 });
    const events = Array.from({ length: 40_000 }, (_, nth) => anIcalEvent(`event-${nth}`, 'DTSTART:20261103T100000Z'));

    await expect(small(fileOf(aCalendar(...events)), window)).rejects.toThrow(FeedFailed);
  });

  it('reads the next file after one that its thread failed at', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feed-thread-'));
    const failing = join(folder, 'failing.mjs');
    await writeFile(failing, FAILS_AT_FIRST);
    const read = threadedReader(failing);

    await expect(read(fileOf('first'), window)).rejects.toThrow('first');
    const next = await read(fileOf('second'), window).finally(() => rm(folder, { recursive: true }));

    expect(next).toEqual([]);
  });

  it.each(['UID;VALUE=DATE:x', 'UID;VALUE=DATE-TIME:x', 'UID;VALUE=DURATION:x', 'UID;VALUE=UTC-OFFSET:x'])(
    'reads an event with %s as text, and the rest',
    async (uid) => {
      const event = ['BEGIN:VEVENT', uid, 'DTSTART:20261103T100000Z', 'END:VEVENT'].join('\r\n');

      expect(await readInThread(aCalendar(event, planning), window)).toMatchObject([{ id: 'x' }, { id: 'planning' }]);
    },
  );

  it('reads a file whose X-WR-TIMEZONE is no text', async () => {
    expect(await readInThread(aCalendar('X-WR-TIMEZONE;VALUE=DATE:x', planning), window)).toMatchObject([
      { id: 'planning' },
    ]);
  });

  it('answers a feed whose rule has no occurrence with a warning', async () => {
    expect(await readInThread(aCalendar(NEVER), window)).toMatchObject([{ kind: 'unread' }]);
  });

  it('works as the build bundles it, in one file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feed-thread-'));
    const outfile = join(folder, 'feed-thread.js');
    const entry = join(PROJECT_DIR, 'shared/calendars/feeds/reader/feed-thread.ts');
    await build({ ...BUNDLING, entryPoints: [entry], outfile, absWorkingDir: PROJECT_DIR });

    const read = await threadedReader(outfile)(fileOf(aCalendar(planning)), window).finally(() =>
      rm(folder, { recursive: true }),
    );

    expect(read).toMatchObject([{ id: 'planning' }]);
  });
});
