import type { Bot } from '#shared/meetings/bots/rules/bot';
import { STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import {
  filesAreLate,
  isUnreachableTooLong,
  reasonToGiveUp,
  reasonToLeave,
} from '#shared/meetings/bots/rules/watch-bot';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from './a-bot.ts';

const seenIn = (state: RecorderObservation['state'], at = noon) => ({
  recorder: { name: 'eu', externalId: 'x', askedAt: noon, leavesOut: [], seen: { state, at } },
});
const joining = (state: RecorderObservation['state'] = 'lobby'): Bot => ({ ...aBot.joining, ...seenIn(state) });
const inCall = (seenAt = noon): Bot => ({ ...aBot.in_call, startedAt: noon, ...seenIn('recording', seenAt) });
const now = (state: 'joining' | 'lobby' | 'in_call_idle'): RecorderObservation => ({ state, lookAgainAt: null });
const recording: RecorderObservation = { state: 'recording', startedAt: noon, lookAgainAt: null };

describe('a bot that stays too long', () => {
  it.each([
    ['in the lobby for 12 minutes', joining(), now('lobby'), 12, null],
    ['in the lobby for longer', joining(), now('lobby'), 13, 'The bot was in the lobby 12 minutes after eu was asked.'],
    [
      'on its way for longer',
      joining('joining'),
      now('joining'),
      13,
      'The bot was joining 12 minutes after eu was asked.',
    ],
    [
      'unknown to its recorder',
      joining('joining'),
      undefined,
      13,
      'The bot was unknown to its recorder 12 minutes after eu was asked.',
    ],
    ['in the call without recording', joining(), now('in_call_idle'), 60, null],
    [
      'so for longer than a call may last',
      joining(),
      now('in_call_idle'),
      481,
      'The bot was in the call for 8 hours and did not record.',
    ],
    ['recording for 8 hours', inCall(), recording, 480, null],
    ['recording for longer', inCall(), recording, 481, 'The recording reached 8 hours.'],
    ['recording, then unknown for 10 minutes', inCall(minutes(30)), undefined, 40, null],
    [
      'recording, then unknown for longer',
      inCall(minutes(30)),
      undefined,
      41,
      'eu has not known the bot for 10 minutes.',
    ],
  ])('%s', (_which, bot, observation, minute, why) => {
    expect(reasonToLeave(bot, observation, minutes(minute), STAY_LIMITS)).toBe(why);
  });

  it('failed without a recording if it waited, and by its recorder if not', () => {
    expect([reasonToGiveUp(joining('lobby')), reasonToGiveUp(joining('joining')), reasonToGiveUp(inCall())]).toEqual([
      'no_recording',
      'bot_error',
      'bot_error',
    ]);
  });

  it('is waited for while its recorder is out of reach, ten hours at most', () => {
    expect(isUnreachableTooLong(inCall(), minutes(600), STAY_LIMITS)).toBe(false);
    expect(isUnreachableTooLong(inCall(), minutes(601), STAY_LIMITS)).toBe(true);
  });

  it('has two hours for its files', () => {
    const ended = { state: 'ended', startedAt: noon, endedAt: noon, durationSeconds: null, lookAgainAt: null } as const;

    expect(filesAreLate({ ...ended, files: null }, minutes(120))).toBe(false);
    expect(filesAreLate({ ...ended, files: null }, minutes(121))).toBe(true);
    expect(filesAreLate({ ...ended, files: [] }, minutes(121))).toBe(false);
  });
});
