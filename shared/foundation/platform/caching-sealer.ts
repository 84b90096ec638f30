import type { Clock } from '#shared/foundation/core/clock';
import type { SealContext, Sealer } from '#shared/foundation/core/secrets';

/** The longest time that a secret is cached, so that a rotated secret is used for five minutes at most. */
const CACHE_MS = 300_000;

/**
 * Opens each sealed secret once and caches it for five minutes, by ciphertext and context. A failure is not cached.
 */
export function cachingSealer(sealer: Sealer, clock: Clock): Sealer {
  const opened = new Map<string, { readonly plaintext: Promise<string>; readonly until: number }>();
  const dropExpired = () => {
    for (const [key, { until }] of opened) if (until <= clock.now()) opened.delete(key);
  };
  return {
    seal: (plaintext, context) => sealer.seal(plaintext, context),
    open(sealed, context) {
      dropExpired();
      const key = keyOf(sealed, context);
      const cached = opened.get(key);
      if (cached) return cached.plaintext;
      const plaintext = sealer.open(sealed, context);
      opened.set(key, { plaintext, until: clock.now() + CACHE_MS });
      plaintext.catch(() => opened.delete(key));
      return plaintext;
    },
  };
}

const keyOf = (sealed: string, context: SealContext): string => `${JSON.stringify(context)} ${sealed}`;
