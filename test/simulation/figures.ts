import { automaticGaps, wentOut } from './invariants/schedule.ts';
import type { Outcome } from './outcome.ts';

/** What can be counted in one story, and added up over many. */
export interface Figures {
  readonly events: number;
  /** Operational events. */
  readonly reported: number;
  readonly deliveries: number;
  /** Endpoints, and of these the ones with a filter and with a rate. */
  readonly endpoints: number;
  readonly filtered: number;
  readonly rated: number;
  readonly attempts: number;
  /** Requests that receivers saw. */
  readonly sends: number;
  /** Of these, the ones that are on no record. */
  readonly duplicates: number;
  readonly wakeUps: number;
  readonly sweeperSent: number;
  readonly longestGapMs: number;
  /** From the first to the last of 21 attempts, of those that failed: how many, and their sum. */
  readonly failed: number;
  readonly spansMs: number;
  readonly requests: number;
  readonly askedToComeBack: number;
}

export const NO_FIGURES: Figures = {
  ...{ endpoints: 0, filtered: 0, rated: 0 },
  ...{ events: 0, reported: 0, deliveries: 0, attempts: 0, sends: 0, duplicates: 0, wakeUps: 0, sweeperSent: 0 },
  ...{ longestGapMs: 0, failed: 0, spansMs: 0, requests: 0, askedToComeBack: 0 },
};

export function figuresOf({ ledger, told, reported, histories, wakeUps, sweeperSent }: Outcome): Figures {
  const sends = histories.reduce((sum, { received }) => sum + received.length, 0);
  const recorded = histories.reduce((sum, { attempts }) => sum + attempts.filter(wentOut).length, 0);
  const failed = histories.filter(({ delivery }) => delivery.status === 'failed');
  const counts = [...ledger.answers];
  return {
    events: told.length,
    reported: reported.length,
    deliveries: histories.length,
    endpoints: ledger.endpoints.length,
    filtered: ledger.endpoints.filter(({ titles }) => Object.keys(titles).length > 0).length,
    rated: ledger.endpoints.filter(({ rate }) => rate !== null).length,
    attempts: histories.reduce((sum, { attempts }) => sum + attempts.length, 0),
    sends,
    duplicates: sends - recorded,
    wakeUps,
    sweeperSent,
    longestGapMs: Math.max(0, ...histories.flatMap(({ attempts }) => automaticGaps(attempts))),
    failed: failed.length,
    spansMs: failed.reduce((sum, { attempts }) => sum + automaticGaps(attempts).reduce((all, gap) => all + gap, 0), 0),
    requests: counts.reduce((sum, [, count]) => sum + count, 0),
    askedToComeBack: counts.reduce((sum, [status, count]) => sum + (status === 503 ? count : 0), 0),
  };
}

/** Of two runs together. */
export function together(one: Figures, other: Figures): Figures {
  const sums: Record<keyof Figures, number> = { ...one };
  for (const name of NAMES) sums[name] += other[name];
  return { ...sums, longestGapMs: Math.max(one.longestGapMs, other.longestGapMs) };
}

const NAMES = Object.keys(NO_FIGURES) as (keyof Figures)[];
