import type { Sealer } from '#shared/foundation/core/secrets';
import type { Opened } from './texts-in.ts';

/** A sealer that remembers what it sealed, so that a test can look into what is encrypted at rest. */
export function openingSealer(sealer: Sealer): { readonly sealer: Sealer; readonly opened: Opened } {
  const plaintexts = new Map<string, string>();
  return {
    sealer: {
      async seal(plaintext, context) {
        const sealed = await sealer.seal(plaintext, context);
        plaintexts.set(sealed, plaintext);
        return sealed;
      },
      open: (sealed, context) => sealer.open(sealed, context),
    },
    opened: (sealed) => plaintexts.get(sealed),
  };
}
