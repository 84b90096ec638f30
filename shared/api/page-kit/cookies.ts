import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from '#shared/api/page-kit/page-kit';

/** `__Host-` cookies: sent over TLS only (or to localhost), to this host only, and set by no other host. */
export const HOST_COOKIE = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

const SESSION = 'session';
const VISITOR = 'visitor';
const WORKSPACE = 'workspace';
/** A year. */
const WORKSPACE_SECONDS = 31_536_000;

/** The session secret that the browser sent; it may belong to no session. */
export const sessionSecret = (c: PageContext): string | undefined => secretIn(c, SESSION);

export const setSessionCookie = (c: PageContext, secret: string, maxAgeSeconds: number): void =>
  setCookie(c, SESSION, secret, { ...HOST_COOKIE, maxAge: maxAgeSeconds });

export const clearSessionCookie = (c: PageContext): void => setCookie(c, SESSION, '', { ...HOST_COOKIE, maxAge: 0 });

/** The id of the workspace that was used last in this browser; the user may have no access to it. */
export const lastWorkspace = (c: PageContext): string | undefined => getCookie(c, WORKSPACE, 'host');

export const rememberWorkspace = (c: PageContext, id: string): void =>
  setCookie(c, WORKSPACE, id, { ...HOST_COOKIE, maxAge: WORKSPACE_SECONDS });

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

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A cookie value of 256 random bits, so that its stored digest needs no salt. */
export const newSecret = (randomBytes: (size: number) => Uint8Array): string =>
  Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');

/** Whether a text has the form of a secret; any other text costs no read. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** Derives a token for one purpose from a secret; the token does not reveal the secret. */
export const deriveToken = (secret: string, purpose: 'form' | 'browser'): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

/** Compares in constant time. Digests are compared, since `timingSafeEqual` needs equal lengths. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
