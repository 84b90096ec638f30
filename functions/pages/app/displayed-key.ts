import type { UserKey } from '#shared/accounts/workspaces/rules/workspace';
import { formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Instant } from '#shared/foundation/core/time';

/**
 * Identifies the key that a page displayed, by its creation time. The form that replaces the key submits it, and the
 * command compares it: a form that is submitted twice, or was left open in another tab, does not end a newer key.
 */
export const displayedKeyFields = (key: UserKey | undefined): { readonly seen: string } => ({
  seen: key === undefined ? 'none' : String(key.createdAt),
});

/** Null when the page displayed no key; NaN, which matches no key, when the value is invalid. */
export function displayedKey(c: PageContext): Instant | null {
  const seen = formField(c, 'seen');
  return seen === 'none' ? null : (Number(seen || Number.NaN) as Instant);
}
