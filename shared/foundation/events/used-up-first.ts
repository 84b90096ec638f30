import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';

/** Of these the one that was found longest ago is forgotten. */
const MOST_REMEMBERED = 1_000;

/** Which workspaces have no more first uses in a window, as far as a process knows. */
export interface UsedUpFirst {
  has(first: Use): boolean;
  add(first: Use): void;
}

/** One for each process. That a workspace had no room for so many says nothing of fewer. */
export function usedUpFirst(): UsedUpFirst {
  const known = new Map<string, { readonly windowStartsAt: Instant; readonly amount: number }>();
  const nameOf = ({ limit, subject }: Use) => `${limit} ${subject}`;
  return {
    has(first) {
      const found = known.get(nameOf(first));
      return found?.windowStartsAt === first.windowStartsAt && first.amount >= found.amount;
    },

    add(first) {
      const name = nameOf(first);
      known.delete(name);
      known.set(name, first);
      for (const oldest of known.keys()) {
        if (known.size <= MOST_REMEMBERED) break;
        known.delete(oldest);
      }
    },
  };
}
