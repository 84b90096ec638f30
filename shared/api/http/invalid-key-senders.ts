import type { InvalidKeySenders } from '#shared/api/http/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** After an invalid API key, requests of the address have the key read alone for so long. They take a round trip more; none is refused. */
const REMEMBERED_MS = MINUTE_MS;

/**
 * Addresses that a process remembers. While it remembers as many, it reads the key alone for every address: a sender with
 * many addresses makes it forget none, and it starts the reads of 20 such requests a minute at most.
 */
export const MOST_ADDRESSES = 20;

/** One for each process (docs/decisions/prefetch-before-authentication.md). */
export function invalidKeySenders(clock: Clock): InvalidKeySenders {
  const addresses = new Map<string, Instant>();

  const forgetOld = (): void => {
    for (const [address, until] of addresses) if (until <= clock.now()) addresses.delete(address);
  };

  return {
    has(address) {
      forgetOld();
      return addresses.size >= MOST_ADDRESSES || addresses.has(address);
    },

    add(address) {
      forgetOld();
      if (addresses.has(address) || addresses.size < MOST_ADDRESSES)
        addresses.set(address, later(clock.now(), REMEMBERED_MS));
    },
  };
}
