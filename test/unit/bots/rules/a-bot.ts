import { idOf } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot, BotIdentity, BotStatus } from '#shared/meetings/bots/rules/bot';

export const noon = Date.UTC(2026, 10, 2, 12) as Instant;
export const minutes = (count: number): Instant => (noon + count * 60_000) as Instant;

const ID = '01jb0000000000000000000000';

function given<Id>(id: Id | undefined): Id {
  if (id === undefined) throw new Error('This is no id.');
  return id;
}

const identity: BotIdentity = {
  id: given(idOf('bot', `bot_${ID}`)),
  workspaceId: given(idOf('wks', `wks_${ID}`)),
  meetingId: given(idOf('mtg', `mtg_${ID}`)),
  automatic: false,
  memberId: null,
  meetingUrl: 'https://meet.google.com/abc-good-def',
  joinAt: noon,
  startsAt: noon,
  botName: 'Notetaker',
  welcomeMessage: null,
  choices: {
    language: 'auto',
    recordingStart: 'on_join',
    recordingMode: 'audio_and_video',
    silenceAlert: true,
    summaryLanguage: null,
    summaryTemplate: 'general',
  },
  participants: [],
  metadata: {},
  ownSettingsId: null,
  createdAt: minutes(-5),
};

const media = { transcript: 'processing', transcriptLanguage: null, summary: 'processing', media: 'ready' } as const;
const recorded = {
  startedAt: minutes(1),
  endedAt: minutes(31),
  recordingAvailableAt: minutes(31),
  results: { ...media, durationSeconds: 1800 },
  files: [{ kind: 'audio', contentType: 'audio/wav', sizeBytes: 10, key: 'audio.wav' }],
} as const;

/** One bot of each status, and of `processing` both halves: before its transcript and after. */
export const aBot = {
  queued: { ...identity, status: 'queued' },
  joining: { ...identity, status: 'joining', dispatchedAt: noon, nextLookAt: minutes(1) },
  in_call: { ...identity, status: 'in_call', startedAt: minutes(1), leaveAskedAt: null, nextLookAt: minutes(5) },
  processing: { ...identity, ...recorded, status: 'processing' },
  summarizing: {
    ...identity,
    ...recorded,
    status: 'processing',
    results: { ...recorded.results, transcript: 'ready', transcriptLanguage: 'en' },
  },
  completed: {
    ...identity,
    ...recorded,
    status: 'completed',
    results: { ...recorded.results, transcript: 'ready', transcriptLanguage: 'en', summary: 'ready' },
  },
  failed: {
    ...identity,
    status: 'failed',
    reason: 'no_recording',
    reasonMessage: 'The bot was not admitted.',
    startedAt: null,
    endedAt: minutes(10),
    recorded: null,
  },
  cancelled: { ...identity, status: 'cancelled', startedAt: null, endedAt: minutes(-1) },
} as const satisfies Readonly<Record<BotStatus | 'summarizing', Bot>>;

export type Stage = keyof typeof aBot;
export const STAGES = Object.keys(aBot) as readonly Stage[];
