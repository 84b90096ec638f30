import * as v from 'valibot';
import type { Session } from '#shared/domain/sessions/session';
import { SECOND_MS } from '#shared/domain/time';
import type { SessionStore } from '#shared/ports/sessions';
import { unlessThere } from '#shared/storage/conditions';
import { sessionKey } from '#shared/storage/keys';
import { id, instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

const SessionRow: v.GenericSchema<unknown, Session> = v.object({
  userId: id('usr'),
  createdAt: instant,
  endsAt: instant,
});

export const sessionStore = (table: Table): SessionStore => ({
  async keep(secret, session) {
    const ttl = Math.ceil(session.endsAt / SECOND_MS);
    const put = { ...sessionKey(secret), type: 'session', state: JSON.stringify(session), ttl };
    await table.write({ put, when: unlessThere });
  },

  async find(secret) {
    const item = await table.get(sessionKey(secret));
    return item && stateOf(SessionRow, item);
  },

  async end(secret) {
    await table.write({ remove: sessionKey(secret) });
  },
});
