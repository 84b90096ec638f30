import * as v from 'valibot';
import { unlessThere } from '#shared/dynamodb/conditions';
import { resourceKey, userKeyKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';
import type { UserStore } from '#shared/events/ports/stores';
import type { User, UserKey } from '#shared/workspaces/rules/workspace';

const UserRow: v.GenericSchema<unknown, User> = v.object({ id: id('usr'), email: v.string(), createdAt: instant });

/** Plain attributes, since the pin is written on its own. */
const KeyRow = v.object({
  digest: v.string(),
  pin: v.optional(v.string()),
  created_at: instant,
});

export const userStore = (table: Table): UserStore => ({
  find: async (user) => loaded(UserRow, await table.get(resourceKey(user))),

  async key(userId) {
    const item = await table.get(userKeyKey(userId));
    if (!item) return undefined;
    const { digest, pin, created_at } = v.parse(KeyRow, item);
    return { userId, digest, pin: pin ?? null, createdAt: created_at };
  },

  async pinKey(user, pin) {
    await table.write({
      update: userKeyKey(user),
      set: { text: 'SET pin = :pin', values: { ':pin': pin } },
      when: { text: 'attribute_exists(pk) AND attribute_not_exists(pin)' },
    });
  },

  replaceKey: (user, digest, at) =>
    table.write({
      update: userKeyKey(user),
      set: { text: 'SET digest = :digest, created_at = :at', values: { ':digest': digest, ':at': at } },
      when: { text: 'attribute_exists(pk)' },
    }),

  changeKey: (user, seen, digest, at) =>
    table.write(
      seen
        ? {
            update: userKeyKey(user),
            set: { text: 'SET digest = :digest, created_at = :at', values: { ':digest': digest, ':at': at } },
            when: { text: 'digest = :seen', values: { ':seen': seen.digest } },
          }
        : { ...putKey({ userId: user, digest, pin: null, createdAt: at }), when: unlessThere },
    ),

  movePin: (user, pin) =>
    table.write({
      update: userKeyKey(user),
      set: { text: 'SET pin = :pin', values: { ':pin': pin } },
      when: { text: 'attribute_exists(pk)' },
    }),
});

export const putUser = (user: User): Write => ({
  put: { ...resourceKey(user.id), type: 'user', revision: 1, state: JSON.stringify(user) },
  when: unlessThere,
});

export const putKey = (key: UserKey) => ({
  put: {
    ...userKeyKey(key.userId),
    type: 'key',
    digest: key.digest,
    ...(key.pin !== null && { pin: key.pin }),
    created_at: key.createdAt,
  },
});
