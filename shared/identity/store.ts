import * as v from 'valibot';
import type { Table, Write } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';
import { entity } from '#shared/dynamodb/entity';
import { userKeyKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { UserStore } from '#shared/events/ports/stores';
import type { User, UserKey } from '#shared/workspaces/rules/workspace';

const UserRow: v.GenericSchema<unknown, User> = v.object({ id: id('usr'), email: v.string(), createdAt: instant });

/** People who sign in. */
export const users = entity<User>({
  noun: 'user',
  type: 'user',
  prefix: 'usr',
  schema: UserRow,
  notes: {
    rows: {
      'usr_, KEY': 'Key of a user: digest, pin',
      'SUB#h(issuer subject), .': 'User by who signs in',
      'USERMAIL#h, .': 'User by email, asked at their first sign-in: the one made for it last',
    },
  },
});

/** Plain attributes, since the pin is written on its own. */
const KeyRow = v.object({
  digest: v.string(),
  pin: v.optional(v.string()),
  created_at: instant,
});

export const userStore = (table: Table): UserStore => ({
  find: (user) => users.find(table, user),

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

/** The one key of a user. */
export const putKey = (key: UserKey): Write => ({
  put: {
    ...userKeyKey(key.userId),
    type: 'key',
    digest: key.digest,
    ...(key.pin !== null && { pin: key.pin }),
    created_at: key.createdAt,
  },
});
