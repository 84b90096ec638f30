import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { type Instant, isoOf, utcDateOf } from '#shared/foundation/core/time';
import { COUNTED_KINDS, type CountedKind, inUnit, type LimitedKind, monthOf, quantityOf } from './usage.ts';

/**
 * What a workspace may use in a month (UTC), in the unit of each kind, and what it may store at any time; the operator of
 * the deployment sets it.
 */
export type UsageLimits = Readonly<Partial<Record<LimitedKind, number>>>;

/** What engines are paid for by size: it is counted where they are asked. */
export type PaidKind = 'translated_characters' | 'summarized_characters' | 'recognized_seconds';

/** What a new workspace has limits of. */
type InitialLimits = Readonly<Record<PaidKind | 'bots_sent' | 'recorded_minutes' | 'stored_bytes', number>>;

/**
 * The limits of a new workspace: a thousand hours of calls, and a terabyte: ten times what a hundred hours of video take,
 * and twice what a hundred uploads an hour without a size reserve. Of what engines are paid for it has a trial, ten hours of
 * speech and the text of about 18 hours at 15 characters a second, and the operator raises it. `npm run cost -- --most`
 * says what they bound.
 */
export const DEFAULT_USAGE_LIMITS: InitialLimits = {
  bots_sent: 4_000,
  recorded_minutes: 60_000,
  translated_characters: 1_000_000,
  summarized_characters: 1_000_000,
  recognized_seconds: 36_000,
  stored_bytes: 1_000_000_000_000,
};

/**
 * Of a workspace beyond the first few of its user: each would bring the same limits again. A few bots, to try it with;
 * nothing that an engine is paid for. The operator raises them.
 */
export const FURTHER_USAGE_LIMITS: InitialLimits = {
  bots_sent: 20,
  recorded_minutes: 1_200,
  translated_characters: 0,
  summarized_characters: 0,
  recognized_seconds: 0,
  stored_bytes: 0,
};

/**
 * Whether a workspace has no more bots than a further one begins with. Those of one founder share a limit beside it; one
 * whose limit the operator raised, or removed, does not count.
 */
export const isFurther = ({ usageLimits }: LimitedWorkspace): boolean =>
  usageLimits?.bots_sent !== undefined && usageLimits.bots_sent <= FURTHER_USAGE_LIMITS.bots_sent;

/**
 * Whether a workspace has no more bots than a new one begins with. Those of a deployment share a limit of a day; one whose
 * limit the operator raised, or removed, does not count.
 */
export const hasInitialBots = ({ usageLimits }: LimitedWorkspace): boolean =>
  usageLimits?.bots_sent !== undefined && usageLimits.bots_sent <= DEFAULT_USAGE_LIMITS.bots_sent;

/** In percent of a limit. */
export const THRESHOLDS = [80, 100] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** What is known of the limits of a workspace in one month, beside its counters. */
export interface LimitState {
  /** `2026-11` */
  readonly month: string;
  /** Thresholds whose event was written: each once in the month, also where the limit was raised since. */
  readonly reported: readonly { readonly kind: CountedKind; readonly threshold: Threshold }[];
  /** Kinds whose limit is used up. */
  readonly usedUp: readonly CountedKind[];
}

/** The part of a workspace that its limits are about. */
export interface LimitedWorkspace {
  readonly usageLimits?: UsageLimits;
  /** Of the newest two months with use: what is counted on the first of a month may be from the day before. */
  readonly limitStates?: readonly LimitState[];
}

/** A limit, and what was used of it. */
export interface LimitUse {
  readonly kind: CountedKind;
  readonly month: string;
  /** In minutes or pieces. */
  readonly limit: number;
  readonly used: number;
  /** The highest threshold that is reached. */
  readonly threshold: Threshold | null;
}

/** A threshold that a workspace reached, for the first time in the month. */
export interface CrossedThreshold extends LimitUse {
  readonly workspaceId: WorkspaceId;
  readonly threshold: Threshold;
}

export const USAGE_EVENTS = ['usage.threshold'] as const;

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<(typeof USAGE_EVENTS)[number], { readonly usage: CrossedThreshold }> {}
}

const MONTHS_KEPT = 2;

/** The limits of a workspace with what it used in a month, in seconds or pieces by kind. */
export const limitUses = (
  { usageLimits = {} }: LimitedWorkspace,
  month: string,
  amountOf: (kind: CountedKind) => number,
): readonly LimitUse[] =>
  COUNTED_KINDS.flatMap((kind) => {
    const limit = usageLimits[kind];
    if (limit === undefined) return [];
    const amount = amountOf(kind);
    const threshold = THRESHOLDS.findLast((percent) => amount * 100 >= inUnit(kind, limit) * percent) ?? null;
    return [{ kind, month, limit, used: quantityOf(kind, amount), threshold }];
  });

/** The next state of the limits of a month, and the thresholds that were reached for the first time. */
export interface LimitDecision {
  readonly states: readonly LimitState[];
  readonly crossed: readonly (LimitUse & { readonly threshold: Threshold })[];
  /** A limit that decides whether bots are sent is used up, or no longer: meetings follow. */
  readonly changesBots: boolean;
  readonly isChanged: boolean;
}

/** What follows from the use of a month. A month older than those that are kept changes nothing. */
export function decideLimits(
  { limitStates = [] }: LimitedWorkspace,
  month: string,
  uses: readonly LimitUse[],
): LimitDecision {
  const oldest = limitStates.length < MONTHS_KEPT ? '' : (limitStates.at(-1)?.month ?? '');
  const before = limitStates.find((state) => state.month === month) ?? { month, reported: [], usedUp: [] };
  if (month < oldest) return { states: limitStates, crossed: [], changesBots: false, isChanged: false };
  const crossed = uses.flatMap((use) =>
    THRESHOLDS.filter((threshold) => isCrossed(use, threshold) && !isReported(before, use.kind, threshold)).map(
      (threshold) => ({ ...use, threshold }),
    ),
  );
  const usedUp = uses.filter(({ threshold }) => threshold === 100).map(({ kind }) => kind);
  const after = {
    month,
    reported: [...before.reported, ...crossed.map(({ kind, threshold }) => ({ kind, threshold }))],
    // Kinds that only a newer version knows stay as it wrote them.
    usedUp: [...usedUp, ...before.usedUp.filter((kind) => !COUNTED_KINDS.includes(kind))],
  };
  const isKept = after.reported.length > 0 || after.usedUp.length > 0;
  const states = [...limitStates.filter((state) => state.month !== month), ...(isKept ? [after] : [])]
    .toSorted((one, other) => (one.month < other.month ? 1 : -1))
    .slice(0, MONTHS_KEPT);
  return {
    states,
    crossed,
    changesBots: sendsBots(before) !== sendsBots(after),
    isChanged: !isSame(before, after),
  };
}

/** Of nothing no share can be used: a limit of 0 is not reported. */
const isCrossed = ({ limit, threshold }: LimitUse, one: Threshold): boolean => limit > 0 && one <= (threshold ?? 0);

const isReported = ({ reported }: LimitState, kind: CountedKind, threshold: Threshold): boolean =>
  reported.some((one) => one.kind === kind && one.threshold === threshold);

/** Kinds that bots use: where one is used up, no bot is sent. */
const USED_BY_BOTS: readonly CountedKind[] = ['bots_sent', 'recorded_minutes', 'transcribed_minutes'];

const sendsBots = ({ usedUp }: LimitState): boolean => !usedUp.some((kind) => USED_BY_BOTS.includes(kind));

/** The months in which a workspace sends no bots, since a limit of theirs is used up. A new month is not among them. */
export const monthsWithoutBots = ({ limitStates = [] }: LimitedWorkspace): readonly string[] =>
  limitStates.filter((state) => !sendsBots(state)).map(({ month }) => month);

/** Whether a bot for this moment is beyond the limits. */
export const isBeyondLimits = (workspace: LimitedWorkspace, at: Instant): boolean =>
  monthsWithoutBots(workspace).includes(monthOf(utcDateOf(at)));

/** Whether the limit of a kind is used up in the month of this moment; one of 0 always is. */
export const isUsedUp = (
  { usageLimits = {}, limitStates = [] }: LimitedWorkspace,
  kind: CountedKind,
  at: Instant,
): boolean =>
  usageLimits[kind] === 0 ||
  limitStates.some(({ month, usedUp }) => month === monthOf(utcDateOf(at)) && usedUp.includes(kind));

/** The limits that keep bots from being sent. */
export const limitsOfBots = (uses: readonly LimitUse[]): readonly LimitUse[] =>
  uses.filter(({ kind, threshold }) => threshold === 100 && USED_BY_BOTS.includes(kind));

/** The workspace with the limit of a kind used up in the month of this moment, before its row says so. */
export function withUsedUp<Of extends LimitedWorkspace>(workspace: Of, kind: CountedKind, at: Instant): Of {
  const month = monthOf(utcDateOf(at));
  return { ...workspace, limitStates: [{ month, reported: [], usedUp: [kind] }, ...(workspace.limitStates ?? [])] };
}

/** The first moment of a month (UTC), `2026-11`. */
export const monthStartsAt = (month: string): Instant => startOf(month, 0);

/** The first moment of the month after. */
export const resetsAt = (month: string): Instant => startOf(month, 1);

function startOf(month: string, later: number): Instant {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return Date.UTC(year, nth - 1 + later, 1) as Instant;
}

/** What is used up and until when, as a sentence. */
export const limitSentence = ({ kind, limit, used, month }: LimitUse): string =>
  limit === 0
    ? `The limit of the workspace for ${kind.replace('_', ' ')} is 0: the operator of the deployment can raise it.`
    : `The workspace has used ${used} of ${limit} ${kind.replace('_', ' ')} in ${month}: the limit resets at ${isoOf(resetsAt(month))}.`;
