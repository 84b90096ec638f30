import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eventLine, progressLine } from '#bin/demo/output/event-lines';
import { inColour } from '#bin/demo/output/styles';
import { screenOn } from '#bin/demo/output/terminal';
import { afterEvent, OF_A_RECORDING, watched } from '#bin/demo/tracked-meeting';
import { aBot, aMeeting, anEventOf, aQueuedRecording } from '#test/unit/bin/demo/meetings';

const look = { columns: 80, paint: inColour };
const meeting = aMeeting({ recordings: [aQueuedRecording] });
const followed = watched({ number: 12, title: 'A meeting about everything, in detail', meeting, isNew: true });

describe('the line of an event', () => {
  it.each([...OF_A_RECORDING, 'meeting.created', 'meeting.finished', 'bot.failed'])(
    'fits into 80 columns: %s',
    (type) => {
      const unlikely = { ...followed, label: 'Not going to be recorded' as const };
      const line = eventLine(look, anEventOf(type, aBot()), unlikely, 299_900);

      expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(80);
    },
  );
});

describe('the line of progress', () => {
  const said = (some: readonly (typeof followed)[]) => stripVTControlCharacters(progressLine(look, some, 4_200));

  it('says how much of what was promised is there, and what is awaited', () => {
    const live = aMeeting({ phase: 'live', updated_at: '2026-11-02T12:05:00.000Z' });
    const recording = afterEvent(followed, anEventOf('meeting.updated', live));

    expect(said([followed])).toBe('  4.2 s ░░░░░░░░░░░░░░░░░░░░ 0 of 7 promised; 1 bot on the way');
    expect(said([recording, followed])).toMatch(/1 of 14 promised; 1 call being recorded$/);
  });
});

describe('the screen', () => {
  const aScreen = (isTerminal: boolean) => {
    const written: string[] = [];
    let at = 0;
    const screen = screenOn({
      write: (text) => written.push(text),
      isTerminal,
      hasColours: false,
      columns: 80,
      now: () => at,
    });
    const pass = (milliseconds: number) => {
      at += milliseconds;
    };
    return { screen, pass, all: () => written.join('') };
  };

  it('keeps the progress below all lines of a terminal, until it is calm', () => {
    const { screen, all } = aScreen(true);
    screen.status('waiting');
    screen.lines('an event');
    screen.calm();

    const clear = '\r\u001b[2K';
    expect(all()).toBe(`${clear}waiting${clear}an event\nwaiting${clear}`);
  });

  it('elsewhere tells progress as a line now and then', () => {
    const { screen, pass, all } = aScreen(false);
    for (const text of ['after 10 s', 'after 20 s', 'after 30 s', 'after 40 s']) {
      pass(10_000);
      screen.status(text);
    }

    expect(all()).toBe('after 20 s\nafter 40 s\n');
  });
});
