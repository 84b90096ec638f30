import { failureOf, outcomeLines } from '#bin/demo/output/outcome-lines';
import { trackedMeeting, withEvent } from '#bin/demo/tracked-meeting';
import { describe, expect, it } from '#test/support/jest';
import { aBot, aMeeting, anEventOf, aQueuedRecording } from '#test/unit/bin/demo/meetings';

const allVerified = { requests: 3, verified: 3, duplicates: 0 };
const waiting = trackedMeeting({
  number: 1,
  title: 'Planning',
  meeting: aMeeting({ recordings: [aQueuedRecording] }),
  isNew: false,
});
const unrecorded = trackedMeeting({
  number: 2,
  title: 'Lunch, and a title that does not fit into the column of a terminal',
  meeting: aMeeting({ enabled: false, reason: 'no_meeting_url' }),
  isNew: true,
});
const created = withEvent(unrecorded, anEventOf('meeting.created', unrecorded.meeting));
const failed = withEvent(
  waiting,
  anEventOf('bot.failed', aBot({ status: 'failed', reason_message: 'The host did not admit the bot.' })),
);

describe('the outcome', () => {
  it('has a line for each meeting within the width of the terminal, and its reason below', () => {
    const lines = outcomeLines(80, [waiting, created, failed]);

    expect(lines.map((line) => line.trimEnd())).toEqual([
      '   # Meeting                              Label                    Events',
      '   1 Planning                             Will be recorded         0 of 6',
      '   2 Lunch, and a title that does not fi… Not going to be recorded 1 of 1',
      '     no meeting link',
      '   1 Planning                             Will be recorded         0 of 6',
      '     its bot failed: The host did not admit the bot.',
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('the failure of the demo', () => {
  it('is undefined when all expected events arrived', () => {
    expect(failureOf([created], allVerified, 60_000)).toBeUndefined();
  });

  it('names meetings and missing events', () => {
    expect(failureOf([unrecorded, created], allVerified, 60_000)).toBe(
      `Not all expected events arrived within 60 s: number 2 (${unrecorded.title}) lacks meeting.created`,
    );
  });

  it('contains why a bot failed', () => {
    expect(failureOf([failed], allVerified, 60_000)).toMatch(
      /, because its bot failed: The host did not admit the bot$/,
    );
  });

  it('is an invalid signature although all events arrived', () => {
    expect(failureOf([created], { ...allVerified, verified: 2 }, 60_000)).toBe(
      '1 webhook request had an invalid signature',
    );
  });
});
