import { feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import { httpFeed } from '#shared/calendars/feeds/http-feed';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { DAY_MS, type Instant, isoOf, later } from '#shared/foundation/core/time';
import { aCalendar, anIcalEvent, threaded } from '#test/support/fake-feed';
import { cpuMs } from '../stopwatch.ts';
import { table } from '../table.ts';

const NOW = Date.UTC(2026, 9, 19, 9) as Instant;
const CHUNK_BYTES = 64 * 1024;
const MEGABYTE = 1e6;

export interface FeedMeasured {
  readonly megabytes: number;
  readonly events: number;
  readonly occurrences: number;
  readonly readCpuMs: number;
  /** Of a poll whose server sends the whole file again, unchanged. */
  readonly pollCpuMs: number;
  /** The most resident memory that the process had so far, while polling and then while reading. */
  readonly pollPeakMb: number;
  readonly readPeakMb: number;
}

/** Feeds of no size, half of the largest, and the largest: the peak of the process is that of the last one. Has to run before anything larger. */
export async function measureFeeds(largestMb: number): Promise<readonly FeedMeasured[]> {
  const all: FeedMeasured[] = [];
  for (const megabytes of [0, largestMb / 2, largestMb]) all.push(await measureFeed(megabytes));
  return all;
}

async function measureFeed(megabytes: number): Promise<FeedMeasured> {
  const { bytes, events } = feedOf(megabytes);
  const fetch = async () => new Response(chunked(bytes));
  const calendar = feedCalendar({ fetchFeed: httpFeed({ fetch, clock }), readFeed: threaded, clock });
  const url = 'https://calendar.example.com/feed.ics';
  const digest = await calendar.readOn(url, NO_VERSION).catch(() => 'it has changed');
  if (digest !== 'it has changed') throw new Error('A feed without a known version is unchanged.');
  const pollPeakMb = peakMb();
  const began = cpuMs();
  const { events: found, cursor } = await calendar.readWindow(url, windowAt(NOW));
  const read = cpuMs();
  const readPeakMb = peakMb();
  await calendar.readOn(url, cursor);
  const occurrences = found.filter(({ kind }) => kind === 'occurrence').length;
  return { megabytes, events, occurrences, readCpuMs: read - began, pollCpuMs: cpuMs() - read, pollPeakMb, readPeakMb };
}

const clock = { now: () => NOW };
const NO_VERSION = JSON.stringify({ etag: null, lastModified: null, digest: '' });

const peakMb = (): number => process.resourceUsage().maxRSS / 1_000;

/** Events of three years, one in twenty a daily series, with eight people and an invitation each. */
function feedOf(megabytes: number): { readonly bytes: Buffer; readonly events: number } {
  const parts: string[] = [];
  for (let size = 0; size < megabytes * MEGABYTE; size += parts.at(-1)?.length ?? 0) parts.push(anEvent(parts.length));
  return { bytes: Buffer.from(aCalendar(...parts)), events: parts.length };
}

const YEARS_MS = 3 * 365 * DAY_MS;

function anEvent(nth: number): string {
  const startsAt = later(NOW, 30 * DAY_MS - ((nth * 7_919 * 60_000) % YEARS_MS));
  return anIcalEvent(
    `event-${nth}@acme.test`,
    `DTSTART:${isoOf(startsAt).replaceAll(/[-:]|\.000/g, '')}`,
    'DURATION:PT30M',
    ...(nth % 20 === 0 ? ['RRULE:FREQ=DAILY'] : []),
    `SUMMARY:Planning, part ${nth}`,
    'X-GOOGLE-CONFERENCE:https://meet.google.com/abc-good-def',
    ...Array.from(
      { length: 8 },
      (_, person) => `ATTENDEE;PARTSTAT=ACCEPTED;CN=Person ${person}:mailto:p${person}@acme.test`,
    ),
    `DESCRIPTION:${'What we do next\\, and who does it. '.repeat(15)}`,
  );
}

function chunked(bytes: Buffer): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES));
      sent += CHUNK_BYTES;
    },
  });
}

export function feedsTable(all: readonly FeedMeasured[]): string {
  const heading = [
    ...['Feed', 'Events', 'Occurrences', 'Read: processor', 'Read: peak of memory'],
    ...['Unchanged: processor', 'Unchanged: peak of memory'],
  ];
  return table(
    heading,
    all.map(({ megabytes, events, occurrences, readCpuMs, pollCpuMs, pollPeakMb, readPeakMb }) => [
      `${megabytes} MB`,
      String(events),
      String(occurrences),
      `${Math.round(readCpuMs)} ms`,
      `${Math.round(readPeakMb)} MB`,
      `${Math.round(pollCpuMs)} ms`,
      `${Math.round(pollPeakMb)} MB`,
    ]),
  );
}
