import { type Instant, instantIn, later, SECOND_MS } from '#shared/foundation/core/time';
import {
  type RecordedFile,
  type RecorderFailure,
  type RecorderObservation,
  USUAL_WAIT,
} from '#shared/meetings/recorders/rules/observation';
import type { RecallBot, RecallMedia, RecallRecording } from './recall-schemas.ts';
import { failureByFatal, REASON_BY_CALL_ENDED, type RecallState, STATE_BY_CODE } from './recall-states.ts';

/** The files of a recording, by the name of their media object in `media_shortcuts`. */
export const FILES = {
  video_mixed: { name: 'video.mp4', kind: 'video', contentType: 'video/mp4' },
  audio_mixed: { name: 'audio.mp3', kind: 'audio', contentType: 'audio/mpeg' },
} as const;

/** What a bot of Recall.ai says of itself. A recording that is there is never lost to a failure behind it. */
export function observationOf(bot: RecallBot, now: Instant): RecorderObservation {
  const startedAt = recordingStart(bot);
  const state = stateOf(bot);
  switch (state) {
    case 'joining':
    case 'lobby':
      return { state, ...USUAL_WAIT };
    case 'in_call_idle':
      return startedAt === undefined ? { state, ...USUAL_WAIT } : { state: 'paused', startedAt, ...USUAL_WAIT };
    case 'recording':
      return { state, startedAt: startedAt ?? now, ...USUAL_WAIT };
    case 'leaving':
      return startedAt === undefined ? { state: 'in_call_idle', ...USUAL_WAIT } : ended(bot, startedAt, null, now);
    case 'done':
    case 'fatal':
      return over(bot, state, startedAt, now);
  }
}

/** The last code that is known. */
const stateOf = ({ status_changes }: RecallBot): RecallState =>
  status_changes.flatMap(({ code }) => STATE_BY_CODE[code] ?? []).at(-1) ?? 'joining';

function over(
  bot: RecallBot,
  state: 'done' | 'fatal',
  startedAt: Instant | undefined,
  now: Instant,
): RecorderObservation {
  const files = filesOf(recordingOf(bot));
  if (files.length > 0) return ended(bot, startedAt ?? endOf(bot, now), files, now);
  if (startedAt !== undefined && bot.recordings.some(isProcessing)) return ended(bot, startedAt, null, now);
  return {
    ...failureOf(bot, state, startedAt !== undefined),
    state: 'failed',
    endedAt: endOf(bot, now),
    ...USUAL_WAIT,
  };
}

function ended(
  bot: RecallBot,
  startedAt: Instant,
  files: readonly RecordedFile[] | null,
  now: Instant,
): RecorderObservation {
  const recording = recordingOf(bot);
  const from = instantIn(recording?.started_at);
  const to = instantIn(recording?.completed_at);
  const durationSeconds = from === undefined || to === undefined ? null : Math.max(0, to - from) / SECOND_MS;
  const endedAt = later(startedAt, Math.max(0, endOf(bot, now) - startedAt));
  return { state: 'ended', startedAt, endedAt, durationSeconds, files, ...USUAL_WAIT };
}

function failureOf(bot: RecallBot, state: 'done' | 'fatal', hasRecorded: boolean) {
  const nativeCode = subCodeOf(bot, state === 'fatal' ? 'fatal' : 'call_ended');
  const named = nativeCode === null ? '' : ` (${nativeCode})`;
  if (hasRecorded)
    return { failure: 'no_media' as RecorderFailure, nativeCode, detail: `Recall.ai kept no recording${named}.` };
  if (state === 'fatal') {
    const failure = failureByFatal(nativeCode ?? '');
    return { failure, nativeCode, detail: `Recall.ai could not join the call${named}.` };
  }
  const reason = REASON_BY_CALL_ENDED[nativeCode ?? ''] ?? `The bot left before it recorded${named}.`;
  return { failure: 'not_admitted' as RecorderFailure, nativeCode, detail: reason };
}

/** A code of Recall's, for a message. Null for any other text. */
function subCodeOf({ status_changes }: RecallBot, code: string): string | null {
  const subCode = status_changes.findLast((change) => change.code === code)?.sub_code ?? '';
  return /^\w{1,80}$/.test(subCode) ? subCode : null;
}

/** The recording with media; of several (a person may stop and start it) the longest. */
export function recordingOf({ recordings }: RecallBot): RecallRecording | undefined {
  const lengthOf = ({ started_at, completed_at }: RecallRecording) =>
    (instantIn(completed_at) ?? 0) - (instantIn(started_at) ?? 0);
  const withMedia = recordings.filter((recording) => filesOf(recording).length > 0);
  return (withMedia.length > 0 ? withMedia : recordings).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** Nothing while one of them is still made, so that none is left out. */
function filesOf(recording: RecallRecording | undefined): readonly RecordedFile[] {
  const shortcuts = recording?.media_shortcuts;
  if (!shortcuts || [shortcuts.video_mixed, shortcuts.audio_mixed].some(isInWork)) return [];
  return (['video_mixed', 'audio_mixed'] as const)
    .filter((name) => typeof shortcuts[name]?.data?.download_url === 'string')
    .map((name) => ({ ...FILES[name], sizeBytes: null }));
}

const isInWork = (media: RecallMedia): boolean => media?.status?.code === 'processing';

const isProcessing = ({ status, media_shortcuts }: RecallRecording): boolean =>
  status?.code === 'processing' ||
  status?.code === 'paused' ||
  isInWork(media_shortcuts?.video_mixed) ||
  isInWork(media_shortcuts?.audio_mixed);

function recordingStart({ status_changes, recordings }: RecallBot): Instant | undefined {
  const first = status_changes.find(({ code }) => STATE_BY_CODE[code] === 'recording');
  return instantIn(first?.created_at) ?? instantIn(recordings.find(({ started_at }) => started_at)?.started_at);
}

/** When it left: the first change that says so. */
function endOf({ status_changes }: RecallBot, now: Instant): Instant {
  const left = status_changes.find(({ code }) => ['leaving', 'done', 'fatal'].includes(STATE_BY_CODE[code] ?? ''));
  return instantIn(left?.created_at) ?? now;
}
