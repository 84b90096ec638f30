import type { Use } from '#shared/core/limits';

/** Counts what is limited and saves nothing else; what saves something counts it in its own transaction (`Changes.uses`). */
export interface LimitCounter {
  /** Counts one use. Throws the 429 where the limit is reached: of many at once, none goes past it. */
  take(use: Use): Promise<void>;
}
