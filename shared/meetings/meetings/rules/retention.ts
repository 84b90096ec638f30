import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { RECORDING_PARTS, type RecordingPart } from '#shared/meetings/bots/rules/remove-recording';
import { hasUnfinishedBot, type Meeting } from '#shared/meetings/meetings/rules/meeting';
import { effectiveEnd, isLive } from '#shared/meetings/meetings/rules/phase';
import { botsWithResults } from '#shared/meetings/meetings/rules/remove-results';
import { type EffectiveValues, MOST_RETENTION_DAYS } from '#shared/meetings/settings/rules/settings';

/** The content of the job that applies retention to a workspace. A type and not an interface, since it is stored as JSON. */
export type RetentionJob = { readonly workspaceId: WorkspaceId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** What meetings of a workspace recorded is to be removed once its retention is over. */
    'job.workspace_retention': { readonly content: RetentionJob };
  }
}

/** Between two walks through the meetings of a workspace: with the time that a walk takes, less than a day. */
export const RETENTION_PERIOD_MS = 20 * HOUR_MS;

/** Days for which parts of a meeting are kept; null for ever. */
export type RetentionDays = Readonly<Record<RecordingPart | 'meeting', number | null>>;

/** The days that settings say, each at most the maximum of the deployment. */
export function retentionDays(values: EffectiveValues, maximum: number | undefined): RetentionDays {
  const atMost = (days: number | null) => (maximum === undefined ? days : Math.min(days ?? maximum, maximum));
  return {
    media: atMost(values['retention.media_days']),
    transcript: atMost(values['retention.transcript_days']),
    meeting: atMost(values['retention.meeting_days']),
  };
}

/** When a meeting ended, as retention counts: its scheduled end, or that of its last bot where it is later. */
export const endOf = (meeting: Meeting): Instant =>
  Math.max(effectiveEnd(meeting), ...meeting.recordings.map(({ endedAt }) => endedAt ?? 0)) as Instant;

/** What retention removes of a meeting now: the whole of it, or parts of what it recorded. */
export type Expired = 'meeting' | readonly RecordingPart[];

/** Nothing under a legal hold, and while a bot of it is not finished. */
export function expiredOf(meeting: Meeting, days: RetentionDays, now: Instant): Expired {
  if (meeting.heldAt !== undefined || hasUnfinishedBot(meeting) || isLive(meeting)) return [];
  const end = endOf(meeting);
  const isOver = (kept: number | null) => kept !== null && later(end, kept * DAY_MS) <= now;
  if (isOver(days.meeting)) return 'meeting';
  return RECORDING_PARTS.filter((part) => isOver(days[part]) && botsWithResults(meeting, [part]).length > 0);
}

/** As a deployment writes it, in days; undefined for an empty text. Throws for any other. */
export function readRetentionMaximum(text: string): number | undefined {
  if (text === '') return undefined;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_RETENTION_DAYS)
    throw new Error(`The most days that meetings are kept are 1 to ${MOST_RETENTION_DAYS}, not "${text}".`);
  return days;
}
