import { createHash } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { type ConnectLinkId, idOf } from '#shared/core/ids';
import { HOUR_MS, SECOND_MS } from '#shared/core/time';
import type { PageContext } from '#shared/page-kit/page-kit';
import { isSecret } from '#shared/page-kit/secrets';

/** What a browser keeps while its person is at a provider: the proof that it is the same, and the way back to the link. */
export interface KeptAttempt {
  readonly browser: string;
  readonly linkId: ConnectLinkId;
  readonly key: string;
}

const KEPT = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

/** Longer than the attempt is good for: who comes too late can begin again. */
const KEPT_SECONDS = HOUR_MS / SECOND_MS;

/** New for every attempt, so that nobody can have planted it, and so that two tabs do not take each other's place. */
const nameFor = (state: string): string => `consent_${createHash('sha256').update(state).digest('hex').slice(0, 12)}`;

export const keepAttempt = (c: PageContext, state: string, { browser, linkId, key }: KeptAttempt): void =>
  setCookie(c, nameFor(state), [browser, linkId, key].join('.'), { ...KEPT, maxAge: KEPT_SECONDS });

export const forgetAttempt = (c: PageContext, state: string): void =>
  setCookie(c, nameFor(state), '', { ...KEPT, maxAge: 0 });

/** Undefined where this browser was not sent off with that state. */
export function keptAttempt(c: PageContext, state: string): KeptAttempt | undefined {
  const [browser = '', link = '', key = '', ...more] = (getCookie(c, nameFor(state), 'host') ?? '').split('.');
  const linkId = idOf('ccl', link);
  if (!isSecret(browser) || !isSecret(key) || !linkId || more.length > 0) return undefined;
  return { browser, linkId, key };
}
