import type { Bot } from '#shared/meetings/bots/rules/bot';
import { partToRerun, RERUN_PARTS, rerunRecording } from '#shared/meetings/bots/rules/rerun-recording';
import { summaryFailed, transcriptionFailed } from '#shared/meetings/bots/rules/transitions';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes } from './a-bot.ts';

const later = minutes(60);
const withoutTranscript = transcriptionFailed(aBot.processing, 'No.', later).state;
const withoutSummary = summaryFailed(aBot.summarizing).state;
const recorder = { name: 'recall', externalId: 'x', askedAt: minutes(0), leavesOut: [], seen: null };
const notCopied: Bot = { ...aBot.failed, reason: 'bot_error', startedAt: minutes(1), recorder };

describe('the part of a recording that is run again', () => {
  it.each([
    ['the copy', notCopied, 'copy'],
    ['the transcript', withoutTranscript, 'speech'],
    ['the summary', withoutSummary, 'summary'],
  ] as const)('is %s where that is the first that failed', (_what, bot, part) => {
    expect(partToRerun(bot, undefined)).toBe(part);
  });

  it.each(['speech', 'summary'] as const)('is %s of a recording without a failure where it is named', (part) => {
    expect(partToRerun({ ...aBot.completed, results: { ...aBot.completed.results } }, part)).toBe(part);
  });

  it.each([
    ['a bot that is under way', aBot.in_call, 'speech', 'The bot is in_call'],
    ['a bot that is at work', aBot.processing, 'speech', 'The bot is processing'],
    ['a bot that was cancelled', aBot.cancelled, 'copy', 'The bot is cancelled'],
    ['a recording without a failure and no part', aBot.completed, undefined, 'Nothing of the recording failed'],
    ['the copy of a recording that is copied', aBot.completed, 'copy', 'copied already'],
    ['the copy of a bot that recorded nothing', aBot.failed, undefined, 'The bot recorded nothing.'],
    ['the transcript before the copy', notCopied, 'speech', 'is not copied'],
    ['the summary before the transcript', withoutTranscript, 'summary', 'has no transcript'],
    ['a transcript without media', { ...aBot.completed, files: [] }, 'speech', 'media of the recording were removed'],
    [
      'a transcript that people corrected',
      { ...aBot.completed, results: { ...aBot.completed.results, correction: 'c1' } },
      'speech',
      'People corrected the transcript',
    ],
    [
      'the summary of a transcript without words',
      { ...aBot.completed, results: { ...aBot.completed.results, summary: 'none', transcriptOutcome: 'silent' } },
      'summary',
      'has no words',
    ],
  ] as const)('is refused: %s', (_what, bot, named, reason) => {
    expect(() => partToRerun(bot as Bot, named)).toThrow(reason);
  });
});

describe('a recording that is run again', () => {
  it('has neither transcript nor summary from speech on, and keeps its media', () => {
    const { decision, cursor } = rerunRecording(withoutTranscript, undefined, later);

    expect(decision).toEqual({ state: aBot.processing, events: [] });
    expect(cursor.transcription).toEqual({ by: 'speech', state: 'asked', runningSince: null });
  });

  it('keeps its transcript from the summary on', () => {
    expect(rerunRecording(aBot.completed, 'summary', later).decision).toEqual({ state: aBot.summarizing, events: [] });
  });

  it('is in the call again from the copy on, as when it had ended and nothing was copied', () => {
    const { decision } = rerunRecording(notCopied, undefined, later);

    expect(decision.state).toMatchObject({ status: 'in_call', startedAt: minutes(1), leaveAskedAt: null });
    expect(decision.state).not.toHaveProperty('reason');
  });

  it.each(RERUN_PARTS)('cannot begin a second time while the first is at work: %s', (part) => {
    const bot = part === 'copy' ? notCopied : part === 'speech' ? withoutTranscript : aBot.completed;
    const { decision } = rerunRecording(bot, part, later);

    expect(() => rerunRecording(decision.state, part, later)).toThrow('only one that has failed or is completed');
  });
});
