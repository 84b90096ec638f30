import fc from 'fast-check';
import type { IngestionId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type LongIngestion, type LongIngestions, takeLongIngestion } from '#shared/texts/orders/rules/long-ingestions';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** Of production. */
const MOST = 5;
/** The longest download. */
const DOWNLOAD_MS = 13 * MINUTE_MS;
/** Between two looks of a file that has waited for long. */
const LOOK_MS = 5 * MINUTE_MS;

const NOTHING: LongIngestions = { places: [], turns: [] };

/** A place for a file in a workspace of a founder, `1.2` for the second workspace of the first one. */
const aPlace = (workspace: string, now: Instant, file = workspace, downloadMs = DOWNLOAD_MS): LongIngestion => ({
  ingestionId: `ing_${file}` as IngestionId,
  workspaceId: `wks_${workspace}` as WorkspaceId,
  founderId: `usr_${workspace.split('.')[0]}` as UserId,
  until: later(now, downloadMs),
});

/** The places as the store gives them: without those that have ended. */
const at = ({ places, turns }: LongIngestions, now: Instant): LongIngestions => ({
  places: places.filter(({ until }) => now < until),
  turns,
});

const look = (downloads: LongIngestions, workspace: string, now: Instant, file = workspace, downloadMs = DOWNLOAD_MS) =>
  takeLongIngestion(at(downloads, now), aPlace(workspace, now, file, downloadMs), { now, most: MOST });

interface Attack {
  readonly founders: number;
  readonly workspaces: number;
  readonly downloadMs: number;
}

/** How long the first look of a file is before its place, beside files of others that look each second in turn. */
function waitOfVictim({ founders, workspaces, downloadMs }: Attack, startsAfterMs: number, longestMs: number) {
  const hostile = Array.from({ length: founders * workspaces }, (_, nth) => `${1 + (nth % founders)}.${nth}`);
  const begins = later(noon, startsAfterMs);
  let downloads = NOTHING;
  for (let second = 0; second * SECOND_MS < startsAfterMs + longestMs; second += 1) {
    const now = later(noon, second * SECOND_MS);
    // Three files a second.
    for (let nth = 0; nth < 3; nth += 1) {
      const workspace = hostile[(second * 3 + nth) % hostile.length] ?? '';
      downloads = look(downloads, workspace, now, `${workspace}-${second}-${nth}`, downloadMs);
    }
    if (now < begins || (now - begins) % LOOK_MS !== 0) continue;
    const asked = look(downloads, 'victim', now);
    if (asked.isTaken) return now - begins;
    downloads = asked;
  }
  return Number.POSITIVE_INFINITY;
}

describe('a file that looks every five minutes for a place of long ingestions', () => {
  it('gets one after the longest download and its next look, beside 900 files of 9 workspaces of 3 users', () => {
    const attack = { founders: 3, workspaces: 3, downloadMs: DOWNLOAD_MS };

    expect(waitOfVictim(attack, 30 * MINUTE_MS, 60 * MINUTE_MS)).toBeLessThanOrEqual(DOWNLOAD_MS + LOOK_MS);
  });

  it('gets one after one round of the founders that waited before it, whatever the files of these', () => {
    const attack = fc.record({
      founders: fc.integer({ min: 3, max: 9 }),
      workspaces: fc.integer({ min: 1, max: 3 }),
      downloadMs: fc.integer({ min: 30 * SECOND_MS, max: DOWNLOAD_MS }),
    });
    fc.assert(
      fc.property(attack, fc.nat(40 * MINUTE_MS), (given, startsAfterMs) => {
        const seconds = Math.floor(startsAfterMs / SECOND_MS) * SECOND_MS;
        const rounds = 1 + Math.ceil(given.founders / MOST);
        const longestMs = rounds * (given.downloadMs + MINUTE_MS) + LOOK_MS;

        expect(waitOfVictim(given, seconds, longestMs + LOOK_MS)).toBeLessThanOrEqual(longestMs);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the turns of long ingestions', () => {
  /** All places are taken by workspaces of these founders, one after the other, and end in this order. */
  const taken = (...workspaces: readonly string[]): LongIngestions =>
    workspaces.reduce<LongIngestions>((before, one, nth) => look(before, one, later(noon, nth * MINUTE_MS)), NOTHING);
  const full = taken('1.1', '2.1', '3.1', '4.1', '5.1');
  const firstEnds = later(noon, DOWNLOAD_MS);

  it('leave a place that is free to the founder that was served longest ago', () => {
    const waiting = look(look(full, 'new', later(noon, 6 * MINUTE_MS)), '1.2', later(noon, 7 * MINUTE_MS));

    const early = look(waiting, '1.2', firstEnds);

    expect([early.isTaken, look(early, 'new', firstEnds).isTaken]).toEqual([false, true]);
  });

  it('pass over a founder whose files have not looked for ten minutes', () => {
    const waiting = look(full, 'new', later(noon, 2 * MINUTE_MS));

    expect(look(waiting, '1.2', firstEnds).isTaken).toBe(true);
  });

  it('come behind those served before for a founder whose files looked no more', () => {
    const waited = look(full, 'canceled', later(noon, 2 * MINUTE_MS));
    const again = look(waited, 'canceled', later(noon, 12.5 * MINUTE_MS));

    const waiting = look(again, '1.2', later(noon, 12.7 * MINUTE_MS));

    expect([look(waiting, 'canceled', firstEnds).isTaken, look(waiting, '1.2', firstEnds).isTaken]).toEqual([
      false,
      true,
    ]);
  });

  it('keep no place from others for a workspace that has its own', () => {
    const waiting = look(full, '2.1', later(noon, 6 * MINUTE_MS), 'another');

    expect(waiting.turns).toEqual(at(full, noon).turns);
    expect(look(waiting, '1.2', firstEnds).isTaken).toBe(true);
  });

  it('are not saved again where a file looks again within a minute', () => {
    const waiting = look(full, 'new', later(noon, 6 * MINUTE_MS));

    expect(look(waiting, 'new', later(noon, 6.5 * MINUTE_MS)).turns).toBe(waiting.turns);
  });

  it('are 100 at most, and the ones that wait longest stay', () => {
    let downloads = full;
    for (let nth = 0; nth < 120; nth += 1)
      downloads = look(downloads, `late-${nth}`, later(noon, 6 * MINUTE_MS + nth * SECOND_MS));

    expect(downloads.turns).toHaveLength(100);
    expect(downloads.turns[0]?.founderId).toBe('usr_late-0');
  });
});
