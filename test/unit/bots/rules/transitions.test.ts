import type { Bot, BotStatus } from '#shared/meetings/bots/rules/bot';
import {
  askToLeave,
  type BotDecision,
  cancel,
  dispatch,
  failed,
  givesUpAt,
  recordingCompleted,
  recordingStarted,
  summaryFailed,
  summaryStored,
  transcriptionFailed,
  transcriptLost,
  transcriptStored,
  withNextCheck,
} from '#shared/meetings/bots/rules/transitions';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon, STAGES, type Stage } from './a-bot.ts';

const choices = { ...aBot.queued.choices, language: 'de' };
const recording = { endedAt: minutes(31), durationSeconds: 1800, files: aBot.processing.files };

type Row = readonly [name: string, on: (bot: Bot) => BotDecision, outcomes: Partial<Record<Stage, Outcome>>];
type Outcome = readonly [to: BotStatus, ...events: BotDecision['events'][number][]];

const FAILS: Outcome = ['failed', 'bot.failed'];
const CANCELLED: Outcome = ['cancelled', 'bot.cancelled'];
const said = (outcome: 'spoken' | 'doubtful' | 'silent' | 'no_words') => (bot: Bot) =>
  transcriptStored(bot, { language: 'en', outcome });

/** The transition table; what a row does not name changes nothing. */
const TABLE: readonly Row[] = [
  ['dispatch', (bot) => dispatch(bot, choices, noon, minutes(1)), { queued: ['joining'] }],
  ['a status check', (bot) => withNextCheck(bot, minutes(9)), { joining: ['joining'], in_call: ['in_call'] }],
  [
    'the begin of the recording',
    (bot) => recordingStarted(bot, minutes(1), minutes(2)),
    { joining: ['in_call', 'bot.recording_started'] },
  ],
  [
    'a recording with media',
    (bot) => recordingCompleted(bot, recording, minutes(31)),
    { in_call: ['processing', 'bot.recording_completed'] },
  ],
  ['a transcript', said('spoken'), { processing: ['processing', 'bot.transcript_ready'] }],
  ['a doubtful transcript', said('doubtful'), { processing: ['processing', 'bot.transcript_ready'] }],
  ['a transcript of silence', said('silent'), { processing: ['completed', 'bot.transcript_ready'] }],
  ['a transcript without words', said('no_words'), { processing: ['completed', 'bot.transcript_ready'] }],
  ['lost words', (bot) => transcriptLost(bot, minutes(32)), { processing: FAILS }],
  ['a summary', summaryStored, { summarizing: ['completed', 'bot.summary_ready'] }],
  ['no summary', summaryFailed, { summarizing: ['completed'] }],
  ['no transcript', (bot) => transcriptionFailed(bot, 'Unintelligible.', minutes(32)), { processing: FAILS }],
  [
    'no recording',
    (bot) => failed(bot, 'no_recording', 'Not admitted.', minutes(3)),
    { joining: FAILS, in_call: FAILS },
  ],
  [
    'a link that leads nowhere',
    (bot) => failed(bot, 'invalid_meeting_url', 'Nowhere.', minutes(3)),
    { queued: FAILS, joining: FAILS },
  ],
  [
    'a crash',
    (bot) => failed(bot, 'bot_error', 'Crashed.', minutes(3)),
    { queued: FAILS, joining: FAILS, in_call: FAILS },
  ],
  ['cancelling', (bot) => cancel(bot, minutes(3)), { queued: CANCELLED, joining: CANCELLED, in_call: CANCELLED }],
  ['being asked to leave', (bot) => askToLeave(bot, minutes(3)), { in_call: ['in_call'] }],
];

const CELLS = TABLE.flatMap(([name, on, outcomes]) =>
  STAGES.map((stage) => ({ name, on, stage, to: outcomes[stage] })),
);

describe('the transitions of a bot', () => {
  it.each(CELLS.flatMap(({ to, ...cell }) => (to ? [{ ...cell, to: to[0], events: to.slice(1) }] : [])))(
    '$stage becomes $to on $name, and tells $events',
    ({ stage, on, to, events }) => {
      const decision = on(aBot[stage]);

      expect(decision).toMatchObject({ state: { status: to, id: aBot[stage].id }, events });
      expect(decision.state).not.toEqual(aBot[stage]);
    },
  );

  it.each(CELLS.filter(({ to }) => to === undefined))('$stage stays as it is on $name', ({ stage, on }) => {
    const decision = on(aBot[stage]);

    expect(decision.state).toBe(aBot[stage]);
    expect(decision.events).toEqual([]);
  });
});

describe('what a transition keeps', () => {
  it('dispatch stores the settings it is given', () => {
    expect(dispatch(aBot.queued, choices, noon, minutes(1)).state.choices.language).toBe('de');
  });

  it('a failed transcription keeps the recording, with the reason', () => {
    const { state } = transcriptionFailed(aBot.processing, 'Unintelligible.', minutes(32));

    expect(state).toMatchObject({
      reason: 'transcription_failed',
      reasonMessage: 'Unintelligible.',
      endedAt: minutes(31),
      recorded: { files: recording.files, results: { transcript: 'failed', summary: 'none', media: 'ready' } },
    });
  });

  it('a silent recording has a transcript and no summary', () => {
    const { state } = transcriptStored(aBot.processing, { language: null, outcome: 'silent' });

    expect(state).toMatchObject({
      results: { transcript: 'ready', transcriptLanguage: null, transcriptOutcome: 'silent', summary: 'none' },
    });
  });

  it('a recording whose words are lost keeps its media and says so', () => {
    expect(transcriptLost(aBot.processing, minutes(32)).state).toMatchObject({
      reason: 'transcription_failed',
      reasonMessage: 'People spoke in the call, and nothing of it could be transcribed.',
      recorded: {
        files: recording.files,
        results: { transcript: 'failed', transcriptOutcome: 'lost', media: 'ready' },
      },
    });
  });

  it('a crash in the call keeps the start of the recording', () => {
    expect(failed(aBot.in_call, 'bot_error', 'Crashed.', minutes(3)).state).toMatchObject({
      startedAt: minutes(1),
      endedAt: minutes(3),
      recorded: null,
    });
  });

  it('a second request to leave keeps the time of the first', () => {
    const asked = askToLeave(aBot.in_call, minutes(3)).state;

    expect(askToLeave(asked, minutes(4)).state).toBe(asked);
  });

  it('a bot fails when its recorder is unreachable ten minutes after the start', () => {
    expect(givesUpAt({ ...aBot.joining, startsAt: minutes(3) })).toBe(minutes(13));
    expect(givesUpAt({ ...aBot.joining, startsAt: null })).toBe(minutes(10));
    expect(givesUpAt({ ...aBot.joining, startsAt: null, joinAt: null })).toBe(minutes(5));
  });
});
