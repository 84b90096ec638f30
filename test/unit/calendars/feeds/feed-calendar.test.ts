import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import type { FetchFeed } from '#shared/calendars/feeds/ports';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { noon } from '#test/support/api';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';

const MEGABYTE = 1e6;
const PIECE = 64_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const usedBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** A feed whose text comes in these pieces. */
const inPieces =
  (pieces: () => Iterable<string>): FetchFeed =>
  async () => ({
    status: 'changed',
    validators: { etag: null, lastModified: null },
    text: (async function* () {
      yield* pieces();
    })(),
  });

const calendarOf = (pieces: () => Iterable<string>) => feedCalendar(inPieces(pieces), async () => []);

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
  it('keeps no line in memory, however long it is', async () => {
    const cursor = await cursorOf(aCalendar());
    const before = usedBytes();
    let kept = 0;
    const oneLine = function* () {
      for (let nth = 0; nth < 150; nth += 1) yield Buffer.alloc(PIECE, `${nth} `).toString();
      kept = usedBytes() - before;
    };

    await expect(calendarOf(oneLine).readOn('https://acme.test/feed', cursor)).rejects.toThrow('changed');

    expect(kept).toBeLessThan(MEGABYTE);
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
