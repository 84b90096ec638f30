import { createHash } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { HOST_COOKIE, isSecret } from '#shared/api/page-kit/cookies';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type ConnectLinkId, idOf } from '#shared/foundation/core/ids';
import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';

/** Stored in the browser during the authorization: a secret that binds the callback to it, and the way back to the link. */
interface Attempt {
  readonly browser: string;
  readonly linkId: ConnectLinkId;
  readonly key: string;
}

/** Longer than the attempt is valid, so that the page of an expired attempt can link to a new one. */
const MAX_AGE_SECONDS = HOUR_MS / SECOND_MS;

/** Each attempt has its own cookie: it cannot be planted before, and two tabs do not overwrite each other. */
const nameOf = (state: string): string => `consent_${createHash('sha256').update(state).digest('hex').slice(0, 12)}`;

export const setAttemptCookie = (c: PageContext, state: string, { browser, linkId, key }: Attempt): void =>
  setCookie(c, nameOf(state), [browser, linkId, key].join('.'), { ...HOST_COOKIE, maxAge: MAX_AGE_SECONDS });

export const clearAttemptCookie = (c: PageContext, state: string): void =>
  setCookie(c, nameOf(state), '', { ...HOST_COOKIE, maxAge: 0 });

/** Undefined when this browser did not start the attempt with that state. */
export function attemptCookie(c: PageContext, state: string): Attempt | undefined {
  const [browser = '', link = '', key = '', ...more] = (getCookie(c, nameOf(state), 'host') ?? '').split('.');
  const linkId = idOf('ccl', link);
  if (!isSecret(browser) || !isSecret(key) || !linkId || more.length > 0) return undefined;
  return { browser, linkId, key };
}
