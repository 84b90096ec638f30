import { type Instant, instantIn, later } from '#shared/foundation/core/time';
import { type RecordedFile, type RecorderObservation, USUAL_WAIT } from '#shared/meetings/recorders/rules/observation';
import type { MbaasBot } from './mbaas-schemas.ts';
import { failureByCode, type MbaasState, STATE_BY_STATUS } from './mbaas-states.ts';

/** Audio is FLAC in every mode; there is no video in `audio_only`. */
const VIDEO = { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null } as const;
const AUDIO = { name: 'audio.flac', kind: 'audio', contentType: 'audio/flac', sizeBytes: null } as const;

/**
 * What a bot of Meeting BaaS says of itself. It does not say when the recording began: that is taken for the moment
 * when it joined. A recording that is there is never lost to a failure behind it.
 */
export function observationOf(bot: MbaasBot, now: Instant): RecorderObservation {
  const startedAt = instantIn(bot.joined_at) ?? instantIn(bot.created_at) ?? now;
  const state = stateOf(bot);
  switch (state) {
    case 'joining':
    case 'lobby':
    case 'in_call_idle':
      return { state, ...USUAL_WAIT };
    case 'recording':
    case 'paused':
      return { state, startedAt, ...USUAL_WAIT };
    case 'leaving':
      return ended(bot, startedAt, null, now);
    case 'over':
      return over(bot, startedAt, now);
  }
}

const stateOf = ({ status, joined_at }: MbaasBot): MbaasState =>
  STATE_BY_STATUS[status] ?? (joined_at ? 'in_call_idle' : 'joining');

function over(bot: MbaasBot, startedAt: Instant, now: Instant): RecorderObservation {
  const files = filesOf(bot);
  if (files.length > 0) return ended(bot, startedAt, files, now);
  const endedAt = instantIn(bot.exited_at) ?? now;
  const nativeCode = codeOf(bot);
  const named = nativeCode === null ? '' : ` (${nativeCode})`;
  // `completed` without a file: the artifacts were deleted, or there never were any.
  if (bot.status !== 'failed') {
    const detail = bot.artifacts_deleted ? 'Meeting BaaS has deleted the recording.' : 'Meeting BaaS has no recording.';
    return { state: 'failed', failure: 'no_media', nativeCode, detail, endedAt, ...USUAL_WAIT };
  }
  const failure = failureByCode(nativeCode ?? '');
  const detail = `Meeting BaaS did not record the call${named}.`;
  return { state: 'failed', failure, nativeCode, detail, endedAt, ...USUAL_WAIT };
}

function ended(
  bot: MbaasBot,
  startedAt: Instant,
  files: readonly RecordedFile[] | null,
  now: Instant,
): RecorderObservation {
  const left = instantIn(bot.exited_at) ?? now;
  const endedAt = later(startedAt, Math.max(0, left - startedAt));
  return { state: 'ended', startedAt, endedAt, durationSeconds: bot.duration_seconds ?? null, files, ...USUAL_WAIT };
}

function filesOf(bot: MbaasBot): readonly RecordedFile[] {
  if (bot.artifacts_deleted) return [];
  return [VIDEO, AUDIO].filter((file) => linkTo(bot, file) !== undefined);
}

/** The signed link to a file. */
export const linkTo = ({ video, mp4, audio }: MbaasBot, { name }: Pick<RecordedFile, 'name'>): string | undefined =>
  (name === VIDEO.name ? (video ?? mp4) : name === AUDIO.name ? audio : undefined) ?? undefined;

/** A code of Meeting BaaS, for a message. Null for any other text. */
const codeOf = ({ error_code }: MbaasBot): string | null =>
  typeof error_code === 'string' && /^\w{1,80}$/.test(error_code) ? error_code : null;
