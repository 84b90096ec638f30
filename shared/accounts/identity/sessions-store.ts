import * as v from 'valibot';
import type { SessionStore } from '#shared/accounts/identity/ports';
import type { Session } from '#shared/accounts/identity/rules/session';
import type { Table } from '#shared/foundation/core/table';
import { ttlAt } from '#shared/foundation/core/time';
import { sessionIdOf, sessionKey, sessionKeyById } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

const SessionRow: v.GenericSchema<unknown, Session> = v.object({
  userId: id('usr'),
  createdAt: instant,
  endsAt: instant,
});

/** A session by its id, also one that is over, for as long as it lies there. */
export async function findSession(table: Table, sessionId: string): Promise<Session | undefined> {
  const item = await table.get(sessionKeyById(sessionId));
  return item && stateOf(SessionRow, item);
}

export const sessionStore = (table: Table): SessionStore => ({
  async keep(secret, session) {
    const ttl = ttlAt(session.endsAt);
    const put = { ...sessionKey(secret), type: 'session', state: JSON.stringify(session), ttl };
    await table.write({ put, when: unlessThere });
  },

  async find(secret) {
    const item = await table.get(sessionKey(secret));
    return item && stateOf(SessionRow, item);
  },

  credentialOf: (secret) => ({ type: 'session', sessionId: sessionIdOf(secret) }),

  async end(secret) {
    await table.write({ remove: sessionKey(secret) });
  },
});
