import {
  type Candidate,
  chooseRecorder,
  notesOn,
  recorderRequestFor,
  serving,
} from '#shared/meetings/bots/rules/choose-recorder';
import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';
import { describe, expect, it } from '#test/support/jest';
import { aBot } from './a-bot.ts';

const ABLE: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: true,
  audioOnly: true,
  onCommand: true,
  welcomeMessage: true,
  silenceAlert: true,
  languages: 'any',
  transcript: 'words',
  liveTranscript: 'none',
};
const aCandidate = (name: string, lacks: Partial<RecorderCapabilities> = {}): Candidate => ({
  name,
  kind: 'attendee',
  capabilities: { ...ABLE, ...lacks },
});
const bot = aBot.joining;
const choosing = (choices: Partial<(typeof bot)['choices']>, welcomeMessage: string | null = null) => ({
  ...bot,
  welcomeMessage,
  choices: { ...bot.choices, ...choices },
});
const NO_WELCOME = aCandidate('no-welcome', { welcomeMessage: false });
const ALL = aCandidate('all');

describe('the choice of a recorder', () => {
  it.each([
    ['the first of the order that serves', choosing({}), [aCandidate('first'), ALL], 'first'],
    ['a later one, where the first lacks what is asked', choosing({}, 'Hello'), [NO_WELCOME, ALL], 'all'],
    [
      'the first, where all lack the same',
      choosing({}, 'Hello'),
      [NO_WELCOME, { ...NO_WELCOME, name: 'b' }],
      'no-welcome',
    ],
    [
      'the first, where it lacks the silence alert alone',
      choosing({}),
      [aCandidate('quiet', { silenceAlert: false }), ALL],
      'quiet',
    ],
    ['one that records video', choosing({}), [aCandidate('audio', { video: false }), ALL], 'all'],
    [
      'one that knows the language',
      choosing({ language: 'pt-BR' }),
      [aCandidate('en', { languages: ['en'] }), aCandidate('pt', { languages: ['pt'] })],
      'pt',
    ],
    [
      'one that starts on command',
      choosing({ recordingStart: 'on_command' }),
      [aCandidate('join', { onCommand: false }), ALL],
      'all',
    ],
    [
      'none, where none starts on command',
      choosing({ recordingStart: 'on_command' }),
      [aCandidate('join', { onCommand: false })],
      undefined,
    ],
    [
      'none, where none records audio alone',
      choosing({ recordingMode: 'audio_only' }),
      [aCandidate('film', { audioOnly: false })],
      undefined,
    ],
  ])('is %s', (_which, wanted, candidates, name) => {
    expect(chooseRecorder(candidates, wanted)?.name).toBe(name);
  });

  it('keeps the order among those that have what is required', () => {
    const candidates = [aCandidate('a'), aCandidate('b', { onCommand: false }), aCandidate('c')];

    expect(serving(candidates, choosing({ recordingStart: 'on_command' })).map(({ name }) => name)).toEqual(['a', 'c']);
  });
});

describe('what a recorder cannot do', () => {
  const poor = aCandidate('vexa', { video: false, welcomeMessage: false, silenceAlert: false, languages: ['en'] });
  const wanted = choosing({ language: 'nl', silenceAlert: true }, 'Hello');

  it('is a line each in the notes of the bot', () => {
    expect(notesOn(poor, wanted)).toEqual([
      'vexa records no video: audio alone is recorded.',
      'vexa posts no welcome message.',
      'vexa posts no alert after a long silence.',
      'vexa cannot be set to the language nl: it detects the language.',
    ]);
    expect(notesOn(ALL, wanted)).toEqual([]);
  });

  it('is not asked of it', () => {
    expect(recorderRequestFor(wanted, poor.capabilities, { lobbySeconds: 600 })).toMatchObject({
      ...{ mode: 'audio_only', welcomeMessage: null, silenceAlert: false, language: 'auto', lobbySeconds: 600 },
    });
    expect(recorderRequestFor(wanted, ABLE, { lobbySeconds: 600 })).toMatchObject({
      ...{ mode: 'audio_and_video', welcomeMessage: 'Hello', silenceAlert: true, language: 'nl' },
    });
  });
});
