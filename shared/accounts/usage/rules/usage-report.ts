import { monthOf, quantityOf, USAGE_KINDS, type UsageKind } from '#shared/accounts/usage/rules/usage';
import type { MemberId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, later, readInstant, utcDateOf } from '#shared/foundation/core/time';

export const USAGE_GROUPINGS = ['day', 'member', 'kind'] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

/** Days that one report has at most: a leap year. */
export const MOST_DAYS = 366;

/** From one day to another, both included; `2026-11-24`, in UTC. */
export interface UsageSpan {
  readonly from: string;
  readonly to: string;
}

/** Without a beginning, from the first of the month of the end; without an end, to today. */
export function usageSpan(asked: Partial<{ [Part in keyof UsageSpan]: string | undefined }>, now: Instant): UsageSpan {
  const to = asked.to ?? laterDay(utcDateOf(now), asked.from);
  return { from: asked.from ?? `${monthOf(to)}-01`, to };
}

const laterDay = (one: string, other: string | undefined): string => (other !== undefined && other > one ? other : one);

/** How many days a span has; 0 or less where it ends before it begins. */
export const daysOf = ({ from, to }: UsageSpan): number => (startOf(to) - startOf(from)) / DAY_MS + 1;

const startOf = (day: string): Instant => readInstant(`${day}T00:00:00Z`) ?? (0 as Instant);

/** The days of a span, oldest first. */
export const daysIn = (span: UsageSpan): readonly string[] =>
  Array.from({ length: daysOf(span) }, (_, nth) => utcDateOf(later(startOf(span.from), nth * DAY_MS)));

/** The months that a span touches, oldest first. */
export const monthsOf = (span: UsageSpan): readonly string[] => [...new Set(daysIn(span).map(monthOf))];

/** What was used of one kind on one day, by one member, or by the whole workspace where `memberId` is null. */
export interface UsageCount {
  readonly day: string;
  readonly kind: UsageKind;
  readonly memberId: MemberId | null;
  readonly amount: number;
}

/** A line of a report; what it is not grouped by is null. */
export interface UsageEntry {
  readonly day: string | null;
  readonly memberId: MemberId | null;
  readonly kind: UsageKind;
  readonly quantity: number;
}

/**
 * The lines of a report. By kind: each kind, also one without use. By day: those with use, oldest first. By member: those
 * with use; a null member has the use of the workspace that is no member's. What is kept is counted on one day alone, unless
 * it is by day.
 */
export function reportOf(
  by: UsageGrouping,
  { from, to }: UsageSpan,
  counts: readonly UsageCount[],
): readonly UsageEntry[] {
  const within = counts.filter(({ day }) => day >= from && day <= to);
  const totals = within.filter(({ memberId }) => memberId === null);
  if (by === 'kind') return entriesOf({ day: null, memberId: null }, totals, true);
  if (by === 'day') {
    const days = [...Map.groupBy(totals, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return days.flatMap(([day, some]) => entriesOf({ day, memberId: null }, some));
  }
  const ofMembers = within.filter(({ memberId }) => memberId !== null);
  // What is no member's is the rest: no counter of its own.
  const rest = [...totals, ...ofMembers.map((count) => ({ ...count, amount: -count.amount }))];
  const members = [...Map.groupBy(ofMembers, ({ memberId }) => memberId)].toSorted(([one], [other]) =>
    String(one) < String(other) ? -1 : 1,
  );
  return [
    ...members.flatMap(([memberId, some]) => entriesOf({ day: null, memberId }, some)),
    ...entriesOf({ day: null, memberId: null }, rest),
  ];
}

/** One line for each kind. */
const entriesOf = (
  of: Pick<UsageEntry, 'day' | 'memberId'>,
  counts: readonly UsageCount[],
  withUnused = false,
): readonly UsageEntry[] =>
  USAGE_KINDS.flatMap((kind) => {
    const amount = counts.reduce((sum, count) => (count.kind === kind ? sum + count.amount : sum), 0);
    return amount > 0 || withUnused ? [{ ...of, kind, quantity: quantityOf(kind, amount) }] : [];
  });
