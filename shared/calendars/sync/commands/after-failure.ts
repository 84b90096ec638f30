import { type Held, LeaseLost, saveHeld } from '#shared/calendars/sync/commands/claim';
import { loseGrant } from '#shared/calendars/sync/commands/lose-grant';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import {
  GrantLost,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports/calendar-provider';
import {
  failed,
  isRefusedForGood,
  mistrusted,
  refused,
  throttled,
} from '#shared/calendars/sync/rules/sync-transitions';
import { Unopenable } from '#shared/core/sealer';
import type { Instant } from '#shared/core/time';

/** What a pass ended in, and when the next is due. */
export interface PassFault {
  readonly outcome: 'elsewhere' | 'lost' | 'throttled' | 'down' | 'refused' | 'unopenable' | 'failed';
  readonly dueAt: Instant | null;
  readonly fault: unknown;
  /** It does not mend itself: whoever runs the service is to be told, and again when it has lasted twice as long. */
  readonly needsPerson?: boolean;
}

/** Says when to try again, or that only the member's consent helps. Throws where not even that could be saved. */
export async function afterFailure(needs: PassNeeds, held: Held, error: unknown): Promise<PassFault> {
  try {
    return { ...(await settle(needs, held, error)), fault: error };
  } catch (next) {
    if (next instanceof LeaseLost) return { outcome: 'elsewhere', dueAt: null, fault: error };
    throw next;
  }
}

async function settle(needs: PassNeeds, held: Held, error: unknown): Promise<Omit<PassFault, 'fault'>> {
  if (error instanceof LeaseLost) throw error;
  if (error instanceof GrantLost) return lost(needs, held, error.code);
  if (error instanceof ProviderRefused) {
    const again: Rule = (sync, now) => refused(sync, now, scaledBy(needs));
    if (isRefusedForGood(again(held.sync, needs.clock.now()))) return lost(needs, held, 'provider_error');
    const { sync } = await saveHeld(needs, held, again);
    return { outcome: 'refused', dueAt: sync.dueAt };
  }
  if (error instanceof ProviderThrottled && error.retryAfterMs !== undefined) {
    const { retryAfterMs } = error;
    const { sync } = await saveHeld(needs, held, (now, at) => throttled(now, at, retryAfterMs));
    return { outcome: 'throttled', dueAt: sync.dueAt };
  }
  const outcome = wordFor(error);
  const { sync } = await saveHeld(needs, held, (now, at) =>
    failed(outcome === 'failed' ? mistrusted(now) : now, at, scaledBy(needs)),
  );
  return { outcome, dueAt: sync.dueAt, needsPerson: isForPerson(outcome, error, sync.failures) };
}

type Rule = Parameters<typeof saveHeld>[2];

async function lost(needs: PassNeeds, held: Held, code: Parameters<typeof loseGrant>[2]) {
  await loseGrant(needs, held, code);
  return { outcome: 'lost', dueAt: null } as const;
}

/** A grant that does not open is ours to mend: the member has nothing to do with it, and is not told. */
function wordFor(error: unknown): PassFault['outcome'] {
  if (error instanceof ProviderThrottled) return 'throttled';
  if (error instanceof ProviderDown) return 'down';
  return error instanceof Unopenable ? 'unopenable' : 'failed';
}

/**
 * What opens for nobody at once; any other fault of ours when it has lasted for half an hour, and so what a provider
 * answers that we cannot read: one event may hold up its whole calendar. A provider that was out of reach before counts
 * as well, so there is more than one moment at which it is told.
 */
function isForPerson(outcome: PassFault['outcome'], error: unknown, failures: number): boolean {
  const hasLasted = Number.isInteger(Math.log2(failures / LASTING)) && failures >= LASTING;
  if (outcome === 'unopenable') return failures === 1 || hasLasted;
  const isNonsense = error instanceof ProviderDown && error.isNonsense;
  return (outcome === 'failed' || isNonsense) && hasLasted;
}

/** After 1, 2, 4 and 8 minutes. */
const LASTING = 5;

const scaledBy =
  ({ pace }: PassNeeds) =>
  (milliseconds: number): number =>
    pace.scaled(milliseconds);
