import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { type RecordedFile, type RecorderObservation, USUAL_WAIT } from '#shared/meetings/recorders/rules/observation';
import type { AttendeeBot } from './attendee-schemas.ts';
import {
  type AttendeeStep,
  FAILURE_BY_SUB_TYPE,
  isCode,
  NOT_RECORDED_BY_SUB_TYPE,
  STEP_BY_STATE,
} from './attendee-states.ts';

/**
 * How long after the end a recording may appear: a bot that crashed may upload what it has after its last event, when
 * Attendee already calls the recording failed.
 */
const MEDIA_GRACE_MS = 10 * MINUTE_MS;

/** Whether the bot is over and may have a recording: the link to it has to be looked up for an observation. */
export const mayHaveMedia = (bot: AttendeeBot): boolean =>
  ['ended', 'fatal'].includes(stepOf(bot)) && recordingStart(bot) !== undefined;

/** Whether the bot has left for good, with its data or without. */
export const isOver = (bot: AttendeeBot): boolean => ['ended', 'fatal', 'deleted'].includes(stepOf(bot));

/** Whether the bot has left, or has been asked to. */
export const hasLeft = (bot: AttendeeBot): boolean => isOver(bot) || stepOf(bot) === 'leaving';

export const isDeleted = (bot: AttendeeBot): boolean => stepOf(bot) === 'deleted';

/** What a bot of Attendee reports, with the file behind its link where there is one. */
export function observationOf(bot: AttendeeBot, file: RecordedFile | undefined, now: Instant): RecorderObservation {
  const startedAt = recordingStart(bot);
  const step = stepOf(bot);
  switch (step) {
    case 'joining':
    case 'lobby':
      return { state: step, ...USUAL_WAIT };
    case 'in_call_idle':
      return startedAt === undefined ? { state: step, ...USUAL_WAIT } : { state: 'paused', startedAt, ...USUAL_WAIT };
    case 'recording':
    case 'paused':
      return { state: step, startedAt: startedAt ?? now, ...USUAL_WAIT };
    case 'leaving':
      return startedAt === undefined ? { state: 'in_call_idle', ...USUAL_WAIT } : ended(bot, startedAt, null, now);
    case 'ended':
    case 'fatal':
    case 'deleted':
      return over(bot, step, file, now);
  }
}

/** A recording that is there is never lost to a failure behind it. */
function over(
  bot: AttendeeBot,
  step: 'ended' | 'fatal' | 'deleted',
  file: RecordedFile | undefined,
  now: Instant,
): RecorderObservation {
  const endedAt = endOf(bot) ?? now;
  const startedAt = recordingStart(bot);
  if (startedAt !== undefined && file) return ended(bot, startedAt, [file], now);
  const isCertain = step === 'deleted' || (step === 'ended' && bot.recording_state === 'failed');
  const mayCome = !isCertain && now < later(endedAt, MEDIA_GRACE_MS);
  if (startedAt !== undefined && mayCome) return ended(bot, startedAt, null, now);
  return { state: 'failed', ...failureOf(bot, step, startedAt !== undefined), endedAt, ...USUAL_WAIT };
}

function ended(
  bot: AttendeeBot,
  startedAt: Instant,
  files: readonly RecordedFile[] | null,
  now: Instant,
): RecorderObservation {
  const endedAt = Math.max(startedAt, endOf(bot) ?? now) as Instant;
  return { state: 'ended', startedAt, endedAt, durationSeconds: null, files, ...USUAL_WAIT };
}

function failureOf(bot: AttendeeBot, step: 'ended' | 'fatal' | 'deleted', hasRecorded: boolean) {
  if (step === 'deleted') return failed('no_media', 'data_deleted', 'The recording was deleted at the recorder.');
  if (step === 'fatal') {
    const code = lastSubType(bot, 'fatal_error', 'could_not_join_meeting');
    const named = FAILURE_BY_SUB_TYPE[code ?? ''];
    if (named) return failed(named.failure, code, named.detail);
    return failed(code === null ? 'crashed' : 'unexplained', code, 'The bot failed.');
  }
  if (hasRecorded) return failed('no_media', 'recording_missing', 'The bot recorded, but Attendee has no recording.');
  const code = lastSubType(bot, 'recording_permission_denied') ?? lastSubType(bot, 'leave_requested');
  const reason = NOT_RECORDED_BY_SUB_TYPE[code ?? ''] ?? 'The call ended before it was recorded.';
  return failed('not_admitted', code, reason);
}

const failed = <Failure extends string>(failure: Failure, nativeCode: string | null, detail: string) => ({
  failure,
  nativeCode,
  detail,
});

/** A state of a later version changes nothing that is already known. */
const stepOf = (bot: AttendeeBot): AttendeeStep =>
  STEP_BY_STATE[bot.state ?? ''] ?? (recordingStart(bot) === undefined ? 'joining' : 'recording');

/** When it was first allowed to record, which is when it begins. */
export const recordingStart = ({ events }: AttendeeBot): Instant | undefined =>
  events.find(({ type }) => type === 'recording_permission_granted')?.created_at;

/** When it left the call. */
const endOf = ({ events }: AttendeeBot): Instant | undefined =>
  events.find(({ type }) =>
    ['meeting_ended', 'left_meeting', 'could_not_join_meeting', 'fatal_error', 'post_processing_completed'].includes(
      type ?? '',
    ),
  )?.created_at;

function lastSubType({ events }: AttendeeBot, ...types: readonly string[]): string | null {
  const subType = events.findLast(({ type }) => types.includes(type ?? ''))?.sub_type;
  return isCode(subType) ? subType : null;
}
