import type { MemberId, WorkspaceId } from '#shared/core/ids';
import { type Instant, isoOf } from '#shared/core/time';

/** What is counted, in the order in which it is shown. */
export const USAGE_KINDS = [
  'bots_sent',
  'recorded_minutes',
  'transcribed_minutes',
  'translated_minutes',
  'exports',
] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/**
 * Something that was used once. Its kind and `subject` identify it: the same fact may be reported twice and counts once.
 * Types and not interfaces, since facts are the content of a job and stored as JSON.
 */
export type UsageFact = {
  readonly kind: UsageKind;
  /** The id of the bot, operation or export that it is about. */
  readonly subject: string;
  /** In UTC, `2026-11-24`. */
  readonly day: string;
  /** The member whom a bot was sent for; null for what is not a member's. */
  readonly memberId: MemberId | null;
  /** Minutes are counted in whole seconds, all else in pieces. */
  readonly amount: number;
};

/** The content of the job that counts. */
export type UsageJob = { readonly workspaceId: WorkspaceId; readonly facts: readonly UsageFact[] };

/** `2026-11-24`, in UTC. */
export const dayOf = (at: Instant): string => isoOf(at).slice(0, 10);

/** `2026-11` of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** `2026-10` of `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return monthOf(dayOf(Date.UTC(year, nth - 2, 1) as Instant));
}

const IN_SECONDS: ReadonlySet<UsageKind> = new Set(['recorded_minutes', 'transcribed_minutes', 'translated_minutes']);

/** A number of minutes or pieces as it is counted, in seconds or pieces. */
export const inUnit = (kind: UsageKind, quantity: number): number => (IN_SECONDS.has(kind) ? quantity * 60 : quantity);

/** A counted amount in the unit that its kind names: minutes with two decimals, else pieces. */
export const quantityOf = (kind: UsageKind, amount: number): number =>
  IN_SECONDS.has(kind) ? Math.round((amount / 60) * 100) / 100 : amount;
