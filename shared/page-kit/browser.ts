import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from '#shared/page-kit/page-kit';
import { derived, isSecret, newSecret } from '#shared/page-kit/secrets';

/** `__Host-`: sent over TLS alone (or to this machine), to this host alone, and set by no other. No script reads them. */
const KEPT = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

const SESSION = 'session';
const VISITOR = 'visitor';

/** The secret of a session that the browser sent; whether there is such a session is another question. */
export const sessionSecret = (c: PageContext): string | undefined => secretIn(c, SESSION);

export const giveSessionSecret = (c: PageContext, secret: string, seconds: number): void =>
  setCookie(c, SESSION, secret, { ...KEPT, maxAge: seconds });

export const takeSessionSecret = (c: PageContext): void => setCookie(c, SESSION, '', { ...KEPT, maxAge: 0 });

/** Stands for this browser, signed in or not, until it is closed. Keep it with a state, compare it when the state returns. */
export const browserMark = (c: PageContext): string => derived(visitorSecret(c), 'browser');

/** What every form of this browser carries; nobody else can make it. Bound to the session where there is one. */
export const formToken = (c: PageContext): string => derived(sessionSecret(c) ?? visitorSecret(c), 'form');

/** The token that a form has to carry; undefined for a browser that was never given one. */
export function expectedFormToken(c: PageContext): string | undefined {
  const secret = sessionSecret(c) ?? secretIn(c, VISITOR);
  return secret && derived(secret, 'form');
}

function visitorSecret(c: PageContext): string {
  const known = secretIn(c, VISITOR) ?? c.get('givenSecret');
  if (known) return known;
  const secret = newSecret(c.var.kit.randomBytes);
  c.set('givenSecret', secret);
  setCookie(c, VISITOR, secret, KEPT);
  return secret;
}

function secretIn(c: PageContext, name: string): string | undefined {
  const sent = getCookie(c, name, 'host');
  return isSecret(sent) ? sent : undefined;
}
