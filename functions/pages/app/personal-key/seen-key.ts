import type { Instant } from '#shared/core/time';
import { fieldOf } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { UserKey } from '#shared/workspaces/rules/workspace';

/**
 * Which key a page told of. It travels with the form that makes another, and is compared: a form that is sent twice, or
 * that was left open in another tab, ends no key that its page did not tell of.
 */
export const seenFields = (key: UserKey | undefined): { readonly seen: string } => ({
  seen: key === undefined ? 'none' : String(key.createdAt),
});

/** As it comes back; what cannot be read is the moment of no key. */
export function seenIn(c: PageContext): Instant | null {
  const seen = fieldOf(c, 'seen');
  return seen === 'none' ? null : (Number(seen || Number.NaN) as Instant);
}
