import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from '#shared/page-kit/page-kit';
import { deriveToken, isSecret, newSecret } from '#shared/page-kit/secrets';

/** `__Host-` cookies: sent over TLS only (or to localhost), to this host only, and set by no other host. */
export const HOST_COOKIE = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

const SESSION = 'session';
const VISITOR = 'visitor';

/** The session secret that the browser sent; it may belong to no session. */
export const sessionSecret = (c: PageContext): string | undefined => secretIn(c, SESSION);

export const setSessionCookie = (c: PageContext, secret: string, maxAgeSeconds: number): void =>
  setCookie(c, SESSION, secret, { ...HOST_COOKIE, maxAge: maxAgeSeconds });

export const clearSessionCookie = (c: PageContext): void => setCookie(c, SESSION, '', { ...HOST_COOKIE, maxAge: 0 });

/** Identifies this browser until it is closed, signed in or not. Store it with a `state`, compare it on the callback. */
export const browserId = (c: PageContext): string => deriveToken(visitorSecret(c), 'browser');

/** The CSRF token of this browser's forms, bound to the session if there is one. */
export const formToken = (c: PageContext): string => deriveToken(sessionSecret(c) ?? visitorSecret(c), 'form');

/** The CSRF token that a submitted form must carry; undefined for a browser without a cookie of ours. */
export function expectedFormToken(c: PageContext): string | undefined {
  const secret = sessionSecret(c) ?? secretIn(c, VISITOR);
  return secret && deriveToken(secret, 'form');
}

function visitorSecret(c: PageContext): string {
  const known = secretIn(c, VISITOR) ?? c.get('newVisitorSecret');
  if (known) return known;
  const secret = newSecret(c.var.kit.randomBytes);
  c.set('newVisitorSecret', secret);
  setCookie(c, VISITOR, secret, HOST_COOKIE);
  return secret;
}

function secretIn(c: PageContext, cookie: string): string | undefined {
  const sent = getCookie(c, cookie, 'host');
  return isSecret(sent) ? sent : undefined;
}
