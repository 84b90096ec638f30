import { type Instant, isoOf } from '#shared/core/time';

/** What was found out about a reason: what holds it, or what speaks against it. No names, addresses and texts of people. */
export type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One reason of several that are gone through in order. */
export interface Reason {
  /** `endpoints_disabled`. */
  readonly reason: string;
  readonly holds: boolean;
  /** In a sentence, with what to do. */
  readonly says: string;
  readonly evidence: Evidence;
}

/** One of a list. */
export const reason = (name: string, holds: boolean, says: string, evidence: Evidence): Reason => ({
  ...{ reason: name, holds, says, evidence },
});

/** Of a workspace whose bots, calendars or deliveries wait. */
export const paused = (pausedAt: Instant | null, waits: string): Reason =>
  reason(
    'paused',
    pausedAt !== null,
    `the workspace is paused and ${waits}: npm run ops -- pause wks_… --resume ends it`,
    {
      paused_at: pausedAt === null ? null : isoOf(pausedAt),
    },
  );

export interface Finding {
  /** The first that holds. */
  readonly found: Reason;
  /** Those before it, which do not. */
  readonly ruledOut: readonly Reason[];
}

/** The first reason that holds. The last of a list holds whenever none before it does. */
export function firstThatHolds(reasons: readonly Reason[]): Finding {
  const at = reasons.findIndex(({ holds }) => holds);
  const found = reasons[at];
  if (!found) throw new Error('The last reason of a list always holds.');
  return { found, ruledOut: reasons.slice(0, at) };
}

/** Lines for a person: the reason that holds with its evidence, then what was ruled out. */
export function lines({ found, ruledOut }: Finding): readonly string[] {
  return [
    `${found.reason}: ${found.says}`,
    ...Object.entries(found.evidence).map(
      ([name, value]) => `  ${name}: ${Array.isArray(value) ? value.join(', ') : value}`,
    ),
    ...(ruledOut.length > 0 ? [`Ruled out: ${ruledOut.map(({ reason }) => reason).join(', ')}.`] : []),
  ];
}
