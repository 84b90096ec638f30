import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import type { FileChange } from './stored-files.ts';

/** What is counted by facts, and may have a limit. */
export const COUNTED_KINDS = [
  'bots_sent',
  'recorded_minutes',
  'transcribed_minutes',
  'translated_minutes',
  'exports',
  'translated_characters',
  'summarized_characters',
  'recognized_seconds',
] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

/** What the operator can limit: what is counted, in a month, and the bytes that are stored, at any time. */
export const LIMITED_KINDS = [...COUNTED_KINDS, 'stored_bytes'] as const;
export type LimitedKind = (typeof LIMITED_KINDS)[number];

/**
 * All that is shown, in its order. Webhooks are counted with the statistics of their attempts, and bytes as they are
 * stored and removed; neither figure has a limit: docs/decisions/usage-counts.md.
 */
export const USAGE_KINDS = [...COUNTED_KINDS, 'webhooks_delivered', 'stored_gigabytes'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/**
 * Something that was used once. Its kind and `subject` identify it: the same fact may be reported twice and counts once.
 * Types and not interfaces, since facts are the content of a job and stored as JSON.
 */
export type UsageFact = {
  readonly kind: CountedKind;
  /** The id of the bot, operation, summary or export that it is about; of a translation with the number of the slice. */
  readonly subject: string;
  /** In UTC, `2026-11-24`. */
  readonly day: string;
  /** The member whom a bot was sent for; null for what is not a member's. */
  readonly memberId: MemberId | null;
  /** Minutes are counted in whole seconds, all else in the unit of its kind. */
  readonly amount: number;
};

/** The content of the job that counts. */
export type UsageJob = {
  readonly workspaceId: WorkspaceId;
  readonly facts: readonly UsageFact[];
  /** Files that were stored or removed; none in jobs of before they were counted. */
  readonly files: readonly FileChange[];
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** Something was used that a workspace is shown, and may have a limit of: it is to be counted. */
    'job.usage': { readonly content: UsageJob };
  }
}

/** The job that counts what was used; none where nothing was. */
export const countingJobs = (content: UsageJob): readonly Job[] =>
  content.facts.length + content.files.length > 0 ? [{ type: 'job.usage', content }] : [];

/** The job that takes off the files of resources that are gone; none without one. */
export const removedFilesJobs = (
  workspaceId: WorkspaceId,
  gone: readonly { readonly id: string }[],
  at: Instant,
): readonly Job[] =>
  countingJobs({
    workspaceId,
    facts: [],
    files: gone.map(({ id: subject }) => ({ change: 'removed', subject, day: utcDateOf(at) })),
  });

/** `2026-11` of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** `2026-10` of `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return monthOf(utcDateOf(Date.UTC(year, nth - 2, 1) as Instant));
}

/** Engines and files round lengths differently: so much is no difference. */
const ROUNDING = { share: 0.05, seconds: 5 };

/** The seconds that were heard beyond those that were counted before, by the length that the file says. */
export const secondsBeyond = (countedSeconds: number, heardSeconds: number): number =>
  heardSeconds <= countedSeconds * (1 + ROUNDING.share) + ROUNDING.seconds
    ? 0
    : Math.ceil(heardSeconds) - countedSeconds;

const IN_SECONDS: ReadonlySet<UsageKind> = new Set(['recorded_minutes', 'transcribed_minutes', 'translated_minutes']);

const BYTES_A_GIGABYTE = 1e9;

/** A number of minutes or pieces as it is counted, in seconds or pieces. */
export const inUnit = (kind: CountedKind, quantity: number): number =>
  IN_SECONDS.has(kind) ? quantity * 60 : quantity;

/** A counted amount in the unit that its kind names: minutes with two decimals, gigabytes with nine, else pieces. */
export function quantityOf(kind: UsageKind, amount: number): number {
  if (kind === 'stored_gigabytes') return amount / BYTES_A_GIGABYTE;
  return IN_SECONDS.has(kind) ? Math.round((amount / 60) * 100) / 100 : amount;
}
