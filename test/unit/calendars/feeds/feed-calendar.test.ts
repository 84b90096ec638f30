import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import type { FetchFeed } from '#shared/calendars/feeds/ports';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { aClock, noon } from '#test/support/api';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';

const MEGABYTE = 1e6;
const PIECE = 64_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const usedBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

/** A feed whose text comes in these pieces of text. */
const inPieces =
  (pieces: () => Iterable<string>): FetchFeed =>
  async () => ({
    status: 'changed',
    validators: { etag: null, lastModified: null },
    charset: null,
    bytes: (async function* () {
      for (const piece of pieces()) yield Buffer.from(piece);
    })(),
  });

const calendarOf = (pieces: () => Iterable<string>) =>
  feedCalendar({ fetchFeed: inPieces(pieces), readFeed: async () => [], clock: aClock() });

/** Of the file as it was read last. */
const cursorOf = async (text: string): Promise<string> =>
  (await calendarOf(() => [text]).readWindow('https://acme.test/feed', windowAt(noon))).cursor ?? '';

/** A decoder ends no piece within a character. */
function cut(text: string, length: number): readonly string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, nth) =>
    characters.slice(nth * length, (nth + 1) * length).join(''),
  );
}

describe('a poll of a feed', () => {
  it('keeps at most 30 MB of changed files, however many and long their lines are', async () => {
    const cursor = await cursorOf(aCalendar());
    const before = usedBytes();
    let kept = 0;
    const oneLine = function* () {
      for (let nth = 0; nth < 150; nth += 1) yield 'x'.repeat(PIECE);
      kept = Math.max(kept, usedBytes() - before);
    };
    const calendar = calendarOf(oneLine);

    const polls = Array.from({ length: 12 }, (_, nth) => calendar.readOn(`https://acme.test/${nth}`, cursor));
    const ends = await Promise.allSettled(polls);

    expect(ends.map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
    // Twice where the pieces of a file are joined.
    expect(kept).toBeLessThan(75 * MEGABYTE);
  });

  it.each([1, 7, 999, 1_500])('finds a file unchanged that comes in pieces of %i characters', async (length) => {
    const lines = ['DTSTART:20261103T100000Z', `DESCRIPTION:${'An agenda 📅 '.repeat(400)}`, 'SUMMARY:Planning'];
    const stampedAt = (time: string) =>
      aCalendar(anIcalEvent('one', ...lines)).replace(/DTSTAMP:.*/, `DTSTAMP:${time}`);
    const cursor = await cursorOf(stampedAt('20261101T000000Z'));

    const page = await calendarOf(() => cut(stampedAt('20261102T000000Z'), length)).readOn('', cursor);

    expect(page.events).toEqual([]);
  });
});
