import * as v from 'valibot';
import { idOf, type UserId } from '#shared/core/ids';
import type { Table, Write } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';
import { entity } from '#shared/dynamodb/entity';
import { subjectKey, userEmailKey, userKeyKey } from '#shared/dynamodb/keys';
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
        : { put: keyRow({ userId: user, digest, pin: null, createdAt: at }), when: unlessThere },
    ),

  movePin: (user, pin) =>
    table.write({
      update: userKeyKey(user),
      set: { text: 'SET pin = :pin', values: { ':pin': pin } },
      when: { text: 'attribute_exists(pk)' },
    }),
});

const keyRow = (key: UserKey) => ({
  ...userKeyKey(key.userId),
  type: 'key',
  digest: key.digest,
  ...(key.pin !== null && { pin: key.pin }),
  created_at: key.createdAt,
});

/** The one key of a user. */
export const putKey = (key: UserKey): readonly Write[] => [{ put: keyRow(key) }];

/** The user of a subject, `<issuer> <subject>`, at the identity provider. */
export const userIdBySubject = async (table: Table, subject: string): Promise<UserId | undefined> =>
  idOf('usr', (await table.get(subjectKey(subject)))?.['user_id']);

/** The user who was created last for an email in lower case. */
export const userIdByEmail = async (table: Table, email: string): Promise<UserId | undefined> =>
  idOf('usr', (await table.get(userEmailKey(email)))?.['user_id']);

interface SubjectPointer {
  /** `<issuer> <subject>` at the identity provider. */
  readonly subject: string;
  readonly userId: UserId;
}

/** Refused if the subject leads to a user already. */
export const putSubject = ({ subject, userId }: SubjectPointer): readonly Write[] => [
  { put: { ...subjectKey(subject), type: 'subject', user_id: userId }, when: unlessThere },
];

interface EmailPointer {
  /** Lower case. */
  readonly email: string;
  readonly userId: UserId;
  /** Refused if the email leads to a user already; otherwise it leads to the last user. */
  readonly onlyIfNew: boolean;
}

export const putUserEmail = ({ email, userId, onlyIfNew }: EmailPointer): readonly Write[] => [
  { put: { ...userEmailKey(email), type: 'user_email', user_id: userId }, ...(onlyIfNew && { when: unlessThere }) },
];
