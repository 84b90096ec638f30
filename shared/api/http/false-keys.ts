import type { FalseKeys } from '#shared/api/http/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** For so long an address that sent a false key has keys read alone: its requests take a round trip more, none is refused. */
const REMEMBERED_MS = MINUTE_MS;

/**
 * Addresses in a process. While as many have sent false keys, all others have keys read alone too: who has many addresses
 * makes it forget none, and it starts the reads of 20 such requests a minute at most.
 */
export const MOST_ADDRESSES = 20;

/** One for each process (docs/decisions/prefetch-before-authentication.md). */
export function falseKeys(clock: Clock): FalseKeys {
  const addresses = new Map<string, Instant>();

  const forgetOld = (): void => {
    for (const [address, until] of addresses) if (until <= clock.now()) addresses.delete(address);
  };

  return {
    areExpectedOf(address) {
      forgetOld();
      return addresses.size >= MOST_ADDRESSES || addresses.has(address);
    },

    cameFrom(address) {
      forgetOld();
      if (addresses.has(address) || addresses.size < MOST_ADDRESSES)
        addresses.set(address, later(clock.now(), REMEMBERED_MS));
    },
  };
}
