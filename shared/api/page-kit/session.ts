import type { MiddlewareHandler } from 'hono';
import type { Credential } from '#shared/accounts/identity/rules/credential';
import { hasSession, isOver, newSession, SESSION_MS } from '#shared/accounts/identity/rules/session';
import type { User } from '#shared/accounts/workspaces/rules/workspace';
import { clearSessionCookie, newSecret, sessionSecret, setSessionCookie } from '#shared/api/page-kit/cookies';
import { PageError } from '#shared/api/page-kit/page-error';
import type { PageContext, PageEnv } from '#shared/api/page-kit/page-kit';
import type { UserId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';

/** Redirects users without a session to the sign-in page, and back afterwards. A form sent without a session is refused. */
export const requireSession: MiddlewareHandler<PageEnv> = async (c, next) => {
  const user = await sessionUser(c);
  if (user) {
    c.set('user', user);
    c.var.kit.admit(user.id);
    return next();
  }
  if (c.req.method === 'POST') throw sessionEnded();
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`, 303);
};

/** The signed-in user of a page behind `requireSession`. */
export function currentUser(c: PageContext): User {
  const user = c.get('user');
  if (!user) throw new Error('The page is not behind requireSession.');
  return user;
}

/** The session of a page behind `requireSession`, for what it opens. */
export function currentCredential(c: PageContext): Credential {
  const secret = sessionSecret(c);
  if (secret === undefined) throw new Error('The page is not behind requireSession.');
  return c.var.kit.sessions.credentialOf(secret);
}

/** The user of the browser's session; undefined without a session or when it has expired. */
export async function sessionUser(c: PageContext): Promise<User | undefined> {
  const { sessions, findUser, clock } = c.var.kit;
  const secret = sessionSecret(c);
  const session = secret === undefined ? undefined : await sessions.find(secret);
  if (!session || isOver(session, clock.now())) return undefined;
  const user = (await findUser(session.userId))?.state;
  return user && hasSession(user, session) ? user : undefined;
}

/** Starts a session under a new secret and ends the previous one, so that a planted cookie is useless. */
export async function startSession(c: PageContext, userId: UserId): Promise<void> {
  const { sessions, clock, randomBytes } = c.var.kit;
  const previous = sessionSecret(c);
  const secret = newSecret(randomBytes);
  await Promise.all([
    sessions.keep(secret, newSession(userId, clock.now())),
    previous === undefined ? undefined : sessions.end(previous),
  ]);
  setSessionCookie(c, secret, SESSION_MS / SECOND_MS);
}

/** Ends the browser's session, for copies of its cookie as well. */
export async function endSession(c: PageContext): Promise<void> {
  const secret = sessionSecret(c);
  if (secret !== undefined) await c.var.kit.sessions.end(secret);
  clearSessionCookie(c);
}

const sessionEnded = () =>
  new PageError({
    status: 401,
    title: 'You are no longer signed in',
    message: 'A session ends after 12 hours. Sign in, then try again: your last action was not carried out.',
  });
