import type { Clock } from '#shared/core/clock';
import type { SealContext, Sealer } from '#shared/core/sealer';

/** A secret stays in memory this long at most; what was rotated away is then gone from here, too. */
const KEPT_MS = 300_000;

/**
 * Opens each sealed secret once and remembers it for five minutes, by what was sealed and for whom. A failure is not
 * remembered.
 */
export function rememberingSealer(sealer: Sealer, clock: Clock): Sealer {
  const opened = new Map<string, { readonly plaintext: Promise<string>; readonly until: number }>();
  const forget = () => {
    for (const [key, { until }] of opened) if (until <= clock.now()) opened.delete(key);
  };
  return {
    seal: (plaintext, context) => sealer.seal(plaintext, context),
    open(sealed, context) {
      forget();
      const key = keyOf(sealed, context);
      const known = opened.get(key);
      if (known) return known.plaintext;
      const plaintext = sealer.open(sealed, context);
      opened.set(key, { plaintext, until: clock.now() + KEPT_MS });
      plaintext.catch(() => opened.delete(key));
      return plaintext;
    },
  };
}

const keyOf = (sealed: string, { workspace, resource }: SealContext): string => `${workspace} ${resource} ${sealed}`;
