import { stripVTControlCharacters } from 'node:util';
import { eventLine, progressLine } from '#bin/demo/output/event-lines';
import { openTerminal } from '#bin/demo/output/terminal';
import { RECORDING_EVENTS, trackedMeeting, withEvent } from '#bin/demo/tracked-meeting';
import { describe, expect, it } from '#test/support/jest';
import { aBot, aMeeting, anEventOf, aQueuedRecording } from '#test/unit/bin/demo/meetings';

const meeting = aMeeting({ recordings: [aQueuedRecording] });
const tracked = trackedMeeting({ number: 12, title: 'A meeting about everything, in detail', meeting, isNew: true });

describe('the line of a webhook event', () => {
  it.each([...RECORDING_EVENTS, 'meeting.created', 'meeting.finished', 'bot.failed'])(
    'fits into 80 columns: %s',
    (type) => {
      const longest = { ...tracked, label: 'Not going to be recorded' as const };
      const line = eventLine(80, anEventOf(type, aBot()), longest, 299_900);

      expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(80);
    },
  );
});

describe('the progress line', () => {
  const lineOf = (meetings: readonly (typeof tracked)[]) => stripVTControlCharacters(progressLine(meetings, 4_200));

  it('shows how many expected events arrived and what is pending', () => {
    const live = aMeeting({ phase: 'live', updated_at: '2026-11-02T12:05:00.000Z' });
    const recording = withEvent(tracked, anEventOf('meeting.updated', live));

    expect(lineOf([tracked])).toBe('  4.2 s ░░░░░░░░░░░░░░░░░░░░ 0 of 7 expected events; 1 bot joining');
    expect(lineOf([recording, tracked])).toMatch(/1 of 14 expected events; 1 call being recorded$/);
  });
});

describe('the terminal', () => {
  const aTerminal = (isTerminal: boolean) => {
    const written: string[] = [];
    let at = 0;
    const terminal = openTerminal({ write: (text) => written.push(text), isTerminal, now: () => at }, 80);
    const wait = (milliseconds: number) => {
      at += milliseconds;
    };
    return { terminal, wait, all: () => written.join('') };
  };

  it('keeps the status below the printed lines until it is empty', () => {
    const { terminal, all } = aTerminal(true);
    terminal.status('waiting');
    terminal.print('an event');
    terminal.status('');

    const clear = '\r\u001b[2K';
    expect(all()).toBe(`${clear}waiting${clear}an event\nwaiting${clear}`);
  });

  it('prints the status as a line every 15 s when the output is not a terminal', () => {
    const { terminal, wait, all } = aTerminal(false);
    for (const text of ['after 10 s', 'after 20 s', 'after 30 s', 'after 40 s']) {
      wait(10_000);
      terminal.status(text);
    }

    expect(all()).toBe('after 20 s\nafter 40 s\n');
  });
});
