import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { type RecordedFile, type RecorderObservation, USUAL_WAIT } from '#shared/meetings/recorders/rules/observation';
import type { VexaMeeting, VexaRecording } from './vexa-schemas.ts';
import { FAILURE_BY_REASON, isCode, STEP_BY_STATUS, type VexaStep } from './vexa-states.ts';

/** How long after the end a recording may still be completed: it may follow the status of its meeting. */
const MEDIA_GRACE_MS = 10 * MINUTE_MS;

/** Whether the bot has left for good, with its recording or without. */
export const isOver = (meeting: VexaMeeting): boolean => ['completed', 'failed'].includes(stepOf(meeting));

/** Whether there is a plan and no bot: one is created before its bot, and kept where that fails in between. */
export const isPlan = ({ status }: VexaMeeting): boolean => status === 'idle' || status === 'scheduled';

/** What a meeting of Vexa says of its bot. */
export function observationOf(meeting: VexaMeeting, now: Instant): RecorderObservation {
  const startedAt = recordingStart(meeting);
  const step = stepOf(meeting);
  switch (step) {
    case 'joining':
    case 'lobby':
      return { state: step, ...USUAL_WAIT };
    case 'recording':
      return { state: 'recording', startedAt: startedAt ?? now, ...USUAL_WAIT };
    case 'leaving':
      return startedAt === undefined ? { state: 'in_call_idle', ...USUAL_WAIT } : ended(meeting, startedAt, null, now);
    case 'completed':
    case 'failed':
      return over(meeting, startedAt, now);
  }
}

/**
 * A recording that is there is never lost to a failure behind it. One that a dead bot never completed is taken as far
 * as it goes, once it had time to be completed: Vexa puts its pieces together when it is read.
 */
function over(meeting: VexaMeeting, startedAt: Instant | undefined, now: Instant): RecorderObservation {
  const endedAt = endOf(meeting) ?? now;
  const recording = recordingOf(meeting);
  const mayChange = !isDeleted(meeting) && now < later(endedAt, MEDIA_GRACE_MS);
  if (startedAt !== undefined && recording && (recording.status === 'completed' || !mayChange))
    return ended(meeting, startedAt, [fileOf(recording)], now);
  if (startedAt !== undefined && mayChange) return ended(meeting, startedAt, null, now);
  return { state: 'failed', ...failureOf(meeting, startedAt !== undefined), endedAt, ...USUAL_WAIT };
}

function ended(
  meeting: VexaMeeting,
  startedAt: Instant,
  files: readonly RecordedFile[] | null,
  now: Instant,
): RecorderObservation {
  const endedAt = Math.max(startedAt, endOf(meeting) ?? now) as Instant;
  return { state: 'ended', startedAt, endedAt, durationSeconds: null, files, ...USUAL_WAIT };
}

function failureOf(meeting: VexaMeeting, hasRecorded: boolean) {
  if (isDeleted(meeting)) return failed('no_media', 'artifact_deletion', 'The recording was deleted at the recorder.');
  const nativeCode = isCode(meeting.completion_reason) ? meeting.completion_reason : null;
  if (wasDestroyed(meeting)) return failed('crashed', 'runtime_destroy', "The bot's process was terminated.");
  if (hasRecorded && meeting.status === 'failed') return failed('crashed', nativeCode, 'The bot failed in the call.');
  if (hasRecorded) return failed('no_media', nativeCode, 'The bot was in the call, but Vexa has no recording.');
  // It was not even launched, for which Vexa has no reason of its own.
  if (nativeCode === 'join_failure' && meeting.failure_stage === 'requested')
    return failed('crashed', nativeCode, 'The bot was never launched.');
  const named = FAILURE_BY_REASON[nativeCode ?? ''];
  if (named) return failed(named.failure, nativeCode, named.detail);
  const stage = isCode(meeting.failure_stage) ? ` (${meeting.failure_stage})` : '';
  return failed(nativeCode === null ? 'crashed' : 'unexplained', nativeCode, `The bot failed${stage}.`);
}

const failed = <Failure extends string>(failure: Failure, nativeCode: string | null, detail: string) => ({
  failure,
  nativeCode,
  detail,
});

/** A status of a later version changes nothing that is already known. */
const stepOf = (meeting: VexaMeeting): VexaStep =>
  STEP_BY_STATUS[meeting.status] ?? (recordingStart(meeting) === undefined ? 'joining' : 'recording');

/** A bot that was killed is reported as `completed` or `failed` by the reconciliation of Vexa. */
const wasDestroyed = ({ data }: VexaMeeting): boolean => data.status_transition?.at(-1)?.source === 'runtime_destroy';

const isDeleted = ({ data }: VexaMeeting): boolean => data.artifact_deletion != null;

/** When it was admitted, which is when it begins to record. */
const recordingStart = ({ data }: VexaMeeting): Instant | undefined =>
  data.status_transition?.find(({ to }) => to === 'active')?.timestamp ?? undefined;

const endOf = ({ data, end_time }: VexaMeeting): Instant | undefined =>
  end_time ??
  data.status_transition?.findLast(({ to }) => to === 'completed' || to === 'failed')?.timestamp ??
  undefined;

/** The recording with sound; of several, after a restart of the bot, the longest. */
export function recordingOf({ data }: VexaMeeting): VexaRecording | undefined {
  return (data.recordings ?? []).filter(soundOf).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}

export const soundOf = ({ media_files }: VexaRecording) => media_files.find(({ type }) => type === 'audio');

const sizeOf = (recording: VexaRecording): number => soundOf(recording)?.file_size_bytes ?? 0;

/** The size that Vexa gives is that of the pieces, and not of the file. */
function fileOf(recording: VexaRecording): RecordedFile {
  const isWave = soundOf(recording)?.format === 'wav';
  return {
    name: isWave ? 'audio.wav' : 'audio.webm',
    kind: 'audio',
    contentType: isWave ? 'audio/wav' : 'audio/webm',
    sizeBytes: null,
  };
}
