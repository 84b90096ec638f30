import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { AttemptGroup } from './delivery.ts';

/** From this duration of an attempt on, the endpoint's first attempts leave the queue that quick endpoints use. */
export const DEGRADED_MS = SECOND_MS;
/** A fifth of the receiver's ten seconds: a queue of faster endpoints alone still sends several hundred a second. */
const SLOW_MS = 2 * SECOND_MS;
/** Half of it: one such attempt is enough, or each of a hundred processes would have to see several. */
const STUCK_MS = 5 * SECOND_MS;
/** An endpoint is slow when its last five attempts together were under way this long: two seconds each. */
const SLOW_SAMPLE = 5;
/** An endpoint is judged quick again by its last ten attempts, and by none fewer once it was slow. */
const QUICK_SAMPLE = 10;
/** Without a further attempt of its class an endpoint counts as quick again after this time. */
const LISTED_FOR_MS = 5 * MINUTE_MS;
/** An endpoint keeps its class for this time after the last attempt that was noted for it, whatever follows. */
const KEPT_AT_LEAST_MS = { degraded: 30 * SECOND_MS, slow: MINUTE_MS } as const;
/** Attempts of one class are noted at most once in this time: a thousand responses are not a thousand writes. */
const NOTED_EVERY_MS = 30 * SECOND_MS;

/**
 * The most endpoints on the list, which is one row that every process reads each second. A slow endpoint replaces
 * a degraded one, and any other is listed when one of the listed ones is quick again.
 */
export const MOST_LISTED = 2_000;

/**
 * How long an endpoint takes to respond. Quick: less than a second on average, or no attempt lately. Degraded: an attempt
 * took a second or longer; its first attempts take the queue of retries. Slow: one attempt of five seconds, or ten
 * seconds in five attempts; all its attempts take the slow queue. Quick attempts between slow ones change nothing.
 */
export type LatencyClass = 'quick' | 'degraded' | 'slow';

/** The endpoints that are not quick, and until when each counts as such. A workspace stands for the webhooks of its orders. */
export type SlowEndpoints = Readonly<Partial<Record<AttemptGroup, ListedEndpoint>>>;

export interface ListedEndpoint {
  readonly latency: Exclude<LatencyClass, 'quick'>;
  readonly until: Instant;
}

/** The durations of an endpoint's last attempts in milliseconds, newest last, as one process sees them. */
export type RecentDurations = readonly number[];

/** The last attempts after one more, whatever its result: a timeout occupies a worker like a late response. */
export const withAttempt = (recent: RecentDurations, durationMs: number): RecentDurations =>
  [...recent, durationMs].slice(-QUICK_SAMPLE);

/** Whether these attempts can still change the class of an endpoint that is not listed; quick ones alone cannot. */
export const areWorthKeeping = (recent: RecentDurations): boolean =>
  recent.some((durationMs) => durationMs >= DEGRADED_MS);

export function latencyAt(listed: SlowEndpoints, endpoint: AttemptGroup, now: Instant): LatencyClass {
  return listedAt(listed, endpoint, now)?.latency ?? 'quick';
}

/** An attempt that has ended. */
interface Attempt {
  readonly endpoint: AttemptGroup;
  readonly durationMs: number;
  /** The last attempts, this one included. */
  readonly recent: RecentDurations;
  readonly now: Instant;
}

/** The list after an attempt. */
export function afterAttempt(listed: SlowEndpoints, attempt: Attempt): SlowEndpoints {
  const { endpoint, now } = attempt;
  const before = listedAt(listed, endpoint, now);
  const shown = latencyShownBy(attempt, before?.latency);
  if (isFaster(shown, before?.latency)) return before && isOver(before, attempt) ? replaced(listed, attempt) : listed;
  if (shown === 'quick') return listed;
  if (before?.latency === shown && before.until > later(now, LISTED_FOR_MS - NOTED_EVERY_MS)) return listed;
  return listedAs(shown, listed, attempt);
}

/** The list with the endpoint at its end; unchanged where the list is full. */
function listedAs(latency: ListedEndpoint['latency'], listed: SlowEndpoints, attempt: Attempt): SlowEndpoints {
  const others = without(listed, attempt);
  const withRoom = Object.keys(others).length < MOST_LISTED ? others : latency === 'slow' && withoutOneDegraded(others);
  return withRoom ? { ...withRoom, [attempt.endpoint]: { latency, until: later(attempt.now, LISTED_FOR_MS) } } : listed;
}

/** Without the degraded endpoint that was noted longest ago; undefined where all are slow. */
function withoutOneDegraded(listed: SlowEndpoints): SlowEndpoints | undefined {
  const entries = Object.entries(listed);
  const at = entries.findIndex(([, entry]) => entry?.latency === 'degraded');
  return at < 0 ? undefined : Object.fromEntries(entries.toSpliced(at, 1));
}

/** The list while an attempt is under way that has taken `DEGRADED_MS`. */
export const whileUnderWay = (listed: SlowEndpoints, endpoint: AttemptGroup, now: Instant): SlowEndpoints =>
  latencyAt(listed, endpoint, now) === 'quick'
    ? afterAttempt(listed, { endpoint, durationMs: DEGRADED_MS, recent: [DEGRADED_MS], now })
    : listed;

/** What this attempt alone says of its endpoint, with those before it where they make it slow. */
function latencyShownBy({ durationMs, recent }: Attempt, before: LatencyClass | undefined): LatencyClass {
  if (durationMs < DEGRADED_MS) return 'quick';
  const isSlow =
    durationMs >= STUCK_MS ||
    sum(recent.slice(-SLOW_SAMPLE)) >= SLOW_SAMPLE * SLOW_MS ||
    (before === 'slow' && durationMs >= SLOW_MS);
  return isSlow ? 'slow' : 'degraded';
}

const RANK: Readonly<Record<LatencyClass, number>> = { quick: 0, degraded: 1, slow: 2 };

const isFaster = (shown: LatencyClass, before: LatencyClass | undefined): boolean =>
  RANK[shown] < RANK[before ?? 'quick'];

/** Whether the class is over: no process noted it lately, and this one's last attempts were faster. */
function isOver({ latency, until }: ListedEndpoint, { recent, now }: Attempt): boolean {
  if (until > later(now, LISTED_FOR_MS - KEPT_AT_LEAST_MS[latency])) return false;
  return latency === 'slow' ? recent.length >= QUICK_SAMPLE && mean(recent) < SLOW_MS : mean(recent) < DEGRADED_MS;
}

/** With the class of the last attempts in place of the one that is over. */
function replaced(listed: SlowEndpoints, attempt: Attempt): SlowEndpoints {
  const others = without(listed, attempt);
  if (mean(attempt.recent) < DEGRADED_MS) return others;
  return { ...others, [attempt.endpoint]: { latency: 'degraded', until: later(attempt.now, LISTED_FOR_MS) } };
}

const sum = (durations: RecentDurations): number => durations.reduce((total, durationMs) => total + durationMs, 0);
const mean = (durations: RecentDurations): number => sum(durations) / durations.length;

function listedAt(listed: SlowEndpoints, endpoint: AttemptGroup, now: Instant): ListedEndpoint | undefined {
  const found = listed[endpoint];
  return found && found.until > now ? found : undefined;
}

/** Without the endpoint, and without those whose time is over. */
const without = (listed: SlowEndpoints, { endpoint, now }: Attempt): SlowEndpoints =>
  Object.fromEntries(
    Object.entries(listed).filter(([id, entry]) => id !== endpoint && entry !== undefined && entry.until > now),
  );
