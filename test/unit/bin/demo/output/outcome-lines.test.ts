import { describe, expect, it } from '@jest/globals';
import { brokenPromise, outcomeTable } from '#bin/demo/output/outcome-lines';
import { plain } from '#bin/demo/output/styles';
import { afterEvent, watched } from '#bin/demo/tracked-meeting';
import { aBot, aMeeting, anEventOf, aQueuedRecording } from '#test/unit/bin/demo/meetings';

const look = { columns: 80, paint: plain };
const honest = { requests: 3, verified: 3, duplicates: 0 };
const waiting = watched({
  number: 1,
  title: 'Planning',
  meeting: aMeeting({ recordings: [aQueuedRecording] }),
  isNew: false,
});
const unrecorded = watched({
  number: 2,
  title: 'Lunch, and a title that does not fit into the column of a terminal',
  meeting: aMeeting({ enabled: false, reason: 'no_meeting_url' }),
  isNew: true,
});
const created = afterEvent(unrecorded, anEventOf('meeting.created', unrecorded.meeting));
const failed = afterEvent(
  waiting,
  anEventOf('bot.failed', aBot({ status: 'failed', reason_message: 'Nobody let the bot in.' })),
);

describe('the outcome', () => {
  it('is a line for each meeting, within the width of the terminal, with the reason under it', () => {
    const lines = outcomeTable(look, [waiting, created, failed]);

    expect(lines.map((line) => line.trimEnd())).toEqual([
      '   # Meeting                              Label                    Events',
      '   1 Planning                             Will be recorded         0 of 6',
      '   2 Lunch, and a title that does not fi… Not going to be recorded 1 of 1',
      '     it has no link',
      '   1 Planning                             Will be recorded         0 of 6',
      '     its bot failed: Nobody let the bot in.',
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('a broken promise', () => {
  it('is none when everything arrived', () => {
    expect(brokenPromise([created], honest, 60_000)).toBeUndefined();
  });

  it('is told by meeting and event', () => {
    expect(brokenPromise([unrecorded, created], honest, 60_000)).toBe(
      `Not every promised event arrived within 60 s: number 2 (${unrecorded.title}) lacks meeting.created`,
    );
  });

  it('is told with why the bot failed', () => {
    expect(brokenPromise([failed], honest, 60_000)).toMatch(/, since its bot failed: Nobody let the bot in$/);
  });

  it('is a signature that does not hold, though everything arrived', () => {
    expect(brokenPromise([created], { ...honest, verified: 2 }, 60_000)).toBe(
      '1 request to the receiver had a signature that does not hold',
    );
  });
});
