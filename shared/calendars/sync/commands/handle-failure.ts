import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import { FeedFailed, FeedLimitReached } from '#shared/calendars/feeds/ports';
import { type Lease, type SyncTransition, saveUnderLease } from '#shared/calendars/sync/commands/lease';
import { markFeedFailed } from '#shared/calendars/sync/commands/mark-feed-failed';
import { markFeedLimited } from '#shared/calendars/sync/commands/mark-feed-limited';
import { markGrantLost } from '#shared/calendars/sync/commands/mark-grant-lost';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import {
  GrantLost,
  PeopleLimitReached,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports';
import { awaited } from '#shared/calendars/sync/rules/feed-rest';
import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import {
  failed,
  isDownForGood,
  isRefusedForGood,
  refused,
  throttled,
  unanswered,
  withFullSyncNext,
} from '#shared/calendars/sync/rules/sync-transitions';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { LeaseLost } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';

/** The failure that ended a run, and when the next run is due. */
export interface SyncFailure {
  readonly outcome: 'leased' | 'lost' | 'throttled' | 'limited' | 'down' | 'refused' | 'unopenable' | 'failed';
  readonly dueAt: Instant | null;
  readonly fault: unknown;
  /** An operator has to act: reported once, and again each time it has lasted twice as long. */
  readonly needsOperator?: boolean;
}

/** Saves when to retry, or that the member has to consent again. Throws where that cannot be saved. */
export async function handleFailure(context: SyncContext, lease: Lease, error: unknown): Promise<SyncFailure> {
  try {
    return { ...(await saveFailure(context, lease, error)), fault: error };
  } catch (next) {
    if (next instanceof LeaseLost) return { outcome: 'leased', dueAt: null, fault: error };
    throw next;
  }
}

async function saveFailure(context: SyncContext, lease: Lease, error: unknown): Promise<Omit<SyncFailure, 'fault'>> {
  if (error instanceof LeaseLost) throw error;
  if (error instanceof GrantLost) return lost(context, lease, error.code);
  if (error instanceof FeedFailed) return feedFailed(context, lease, error);
  if (lease.sync.provider === 'feed' && isUnanswered(error)) return feedUnanswered(context, lease, error);
  if (error instanceof FeedLimitReached)
    return { outcome: 'limited', dueAt: await markFeedLimited(context)(lease, { ...error, answerMs: 0 }) };
  if (error instanceof PeopleLimitReached) return peopleLimited(context, lease, error);
  if (error instanceof ProviderRefused) {
    const again: SyncTransition = (sync, now) => refused(sync, now, scaledBy(context));
    if (isRefusedForGood(again(lease.sync, context.clock.now()))) return lost(context, lease, 'provider_error');
    const { sync } = await saveUnderLease(context)(lease, again);
    return { outcome: 'refused', dueAt: sync.dueAt };
  }
  if (error instanceof ProviderThrottled && error.retryAfterMs !== undefined) {
    const { retryAfterMs } = error;
    const { sync } = await saveUnderLease(context)(lease, (now, at) => throttled(now, at, retryAfterMs));
    return { outcome: 'throttled', dueAt: sync.dueAt };
  }
  const outcome = outcomeOf(error);
  const { sync } = await saveUnderLease(context)(lease, (now, at) =>
    failed(outcome === 'failed' ? withFullSyncNext(now) : now, at, scaledBy(context)),
  );
  return { outcome, dueAt: sync.dueAt, needsOperator: isForOperator(outcome, error, sync.failures) };
}

/** Calendars of a workspace go on in their own minutes, spread over the time between two polls. */
async function peopleLimited(context: SyncContext, lease: Lease, error: PeopleLimitReached) {
  if (lease.sync.provider === 'feed')
    return { outcome: 'limited', dueAt: await markFeedLimited(context)(lease, error) } as const;
  const until = nextPollAt(lease.id, error.windowEndsAt, scaledBy(context)(POLL_MS));
  const { sync } = await saveUnderLease(context)(lease, (now, at) => throttled(withFullSyncNext(now), at, until - at));
  return { outcome: 'limited', dueAt: sync.dueAt } as const;
}

/** A feed that was synced before has about two hours: servers lose files while they are changed. */
async function feedFailed(context: SyncContext, lease: Lease, { code }: FeedFailed) {
  const again: SyncTransition = (sync, now) =>
    awaited(refused(sync, now, scaledBy(context)), now, now - lease.startedAt);
  if (lease.sync.syncedAt !== null && !isRefusedForGood(again(lease.sync, context.clock.now()))) {
    const { sync } = await saveUnderLease(context)(lease, again);
    return { outcome: 'refused', dueAt: sync.dueAt } as const;
  }
  await markFeedFailed(context)(lease, code);
  return { outcome: 'lost', dueAt: null } as const;
}

const isUnanswered = (error: unknown): error is ProviderDown | ProviderThrottled =>
  error instanceof ProviderDown || error instanceof ProviderThrottled;

/** Its server is asked less and less often, and no more after a week without an answer. */
async function feedUnanswered(context: SyncContext, lease: Lease, error: ProviderDown | ProviderThrottled) {
  const scaled = scaledBy(context);
  const retryAfterMs = error instanceof ProviderThrottled ? error.retryAfterMs : undefined;
  if (isDownForGood(lease.sync, context.clock.now(), scaled)) {
    await markFeedFailed(context)(lease, 'feed_error');
    return { outcome: 'lost', dueAt: null } as const;
  }
  const { sync } = await saveUnderLease(context)(lease, (now, at) =>
    awaited(unanswered(now, at, { scaled, retryAfterMs }), at, at - lease.startedAt),
  );
  return { outcome: outcomeOf(error), dueAt: sync.dueAt };
}

async function lost(context: SyncContext, lease: Lease, code: SyncErrorCode) {
  await markGrantLost(context)(lease, code);
  return { outcome: 'lost', dueAt: null } as const;
}

/** A grant that cannot be opened is a fault of the deployment: the connection is not set to `error`. */
function outcomeOf(error: unknown): SyncFailure['outcome'] {
  if (error instanceof ProviderThrottled) return 'throttled';
  if (error instanceof ProviderDown) return 'down';
  return error instanceof DecryptionFailed ? 'unopenable' : 'failed';
}

/**
 * A grant that cannot be opened is reported at once. Other faults of ours, and provider responses that cannot be parsed,
 * are reported after 15 minutes: one event may block its whole calendar. Failures before it count as well, so that it is
 * reported at more than one number of failures.
 */
function isForOperator(outcome: SyncFailure['outcome'], error: unknown, failures: number): boolean {
  const hasLasted = Number.isInteger(Math.log2(failures / LASTING)) && failures >= LASTING;
  if (outcome === 'unopenable') return failures === 1 || hasLasted;
  const isInvalidResponse = error instanceof ProviderDown && error.isInvalidResponse;
  return (outcome === 'failed' || isInvalidResponse) && hasLasted;
}

/** After 1, 2, 4 and 8 minutes. */
const LASTING = 5;

const scaledBy =
  ({ timeScale }: SyncContext) =>
  (milliseconds: number): number =>
    timeScale.scaled(milliseconds);
