import type { CommandContext } from '#shared/foundation/commands/context';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** The retries at endpoints that acknowledge nothing, over all instances of the delivery function. */
export interface RetryRateLimiter {
  /** Counts a retry; false where the endpoint has had those of this minute. Throws `Throttled`. */
  take(endpoint: WebhookEndpointId): Promise<boolean>;
}

/** Endpoints whose minute is remembered. */
const MOST_REMEMBERED = 10_000;

/**
 * One for each process. A refused count is written as well, so a process remembers it until the minute ends, and counts
 * one retry of an endpoint at a time: thousands that find no room cost a write for each process and minute.
 */
export function retryRateLimiter({
  clock,
  useOf,
  limitCounter,
}: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>): RetryRateLimiter {
  const usedUpUntil = new Map<WebhookEndpointId, Instant>();
  const counting = new Map<WebhookEndpointId, Promise<unknown>>();
  const count = async (endpoint: WebhookEndpointId): Promise<boolean> => {
    const use = useOf('unanswered_retries', endpoint, clock.now());
    if (await limitCounter.hasRoomFor(use)) return true;
    if (usedUpUntil.size >= MOST_REMEMBERED) usedUpUntil.clear();
    usedUpUntil.set(endpoint, use.windowEndsAt);
    return false;
  };
  return {
    async take(endpoint) {
      while (counting.has(endpoint)) await counting.get(endpoint)?.catch(() => undefined);
      if ((usedUpUntil.get(endpoint) ?? 0) > clock.now()) return false;
      const taking = count(endpoint).finally(() => counting.delete(endpoint));
      counting.set(endpoint, taking);
      return taking;
    },
  };
}
