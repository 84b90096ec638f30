import type { MiddlewareHandler } from 'hono';
import type { UserId } from '#shared/core/ids';
import { SECOND_MS } from '#shared/core/time';
import { isOver, newSession, SESSION_MS } from '#shared/identity/rules/session';
import { giveSessionSecret, sessionSecret, takeSessionSecret } from '#shared/page-kit/browser';
import type { PageContext, PageEnv } from '#shared/page-kit/page-kit';
import { newSecret } from '#shared/page-kit/secrets';
import { Trouble } from '#shared/page-kit/trouble';
import type { User } from '#shared/workspaces/rules/workspace';

/** Lets signed-in people through. Whoever is not signs in first and comes back here; what they sent is not kept. */
export const signedIn: MiddlewareHandler<PageEnv> = async (c, next) => {
  const person = await personBehind(c);
  if (person) {
    c.set('person', person);
    return next();
  }
  if (c.req.method === 'POST') throw signedOut();
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`, 303);
};

/** Who looks at the page. Behind `signedIn` alone. */
export function personOf(c: PageContext): User {
  const person = c.get('person');
  if (!person) throw new Error('The page does not ask people to sign in.');
  return person;
}

/** Who the browser's session belongs to; undefined where there is none, or its time is over. */
export async function personBehind(c: PageContext): Promise<User | undefined> {
  const { sessions, users, clock } = c.var.kit;
  const secret = sessionSecret(c);
  const session = secret === undefined ? undefined : await sessions.find(secret);
  if (!session || isOver(session, clock.now())) return undefined;
  return (await users.find(session.userId))?.state;
}

/** Signs a person in under a new secret, so that one which the browser had before is worth nothing. */
export async function startSession(c: PageContext, userId: UserId): Promise<void> {
  const { sessions, clock, randomBytes } = c.var.kit;
  const former = sessionSecret(c);
  const secret = newSecret(randomBytes);
  await Promise.all([
    sessions.keep(secret, newSession(userId, clock.now())),
    former === undefined ? undefined : sessions.end(former),
  ]);
  giveSessionSecret(c, secret, SESSION_MS / SECOND_MS);
}

/** Ends the browser's session, also for whoever copied its secret. */
export async function endSession(c: PageContext): Promise<void> {
  const secret = sessionSecret(c);
  if (secret !== undefined) await c.var.kit.sessions.end(secret);
  takeSessionSecret(c);
}

const signedOut = () =>
  new Trouble({
    status: 401,
    title: 'You are no longer signed in',
    words: 'A session ends after twelve hours. Sign in again, then repeat what you did: it was not carried out.',
  });
