import { UserRow } from '#shared/accounts/identity/row';
import type { User, UserKey } from '#shared/accounts/workspaces/rules/workspace';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import type { Expression, Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { subjectKey, userEmailKey, userKeyKey } from '#shared/foundation/dynamodb/keys';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

/** People who sign in. */
export const users = entity<User>({
  noun: 'user',
  type: 'user',
  prefix: 'usr',
  schema: UserRow,
  notes: {
    rows: {
      'usr_, KEY':
        'Key of a user: digest, sealed copy, pin; without a key where the user was disabled or removed first',
      'SUB#h(issuer subject), .': 'User by who signs in',
      'USERMAIL#h, .': 'User by email, asked at their first sign-in: the one made for it last',
    },
  },
});

/** What is stored of a key: its SHA-256, and itself, sealed. Both change together. */
export interface StoredKey {
  readonly digest: string;
  readonly sealed: string;
}

/** Pins a key to the version of its first call; a second first call changes nothing. */
export async function pinKey(table: Table, user: UserId, pin: string): Promise<void> {
  const when = { text: 'attribute_exists(pk) AND attribute_not_exists(pin)' };
  await table.write({ update: userKeyKey(user), set: pinnedTo(pin), when });
}

/** Pins a key to another version; refused where the user has no key. */
export const movePin = (user: UserId, pin: string): Write => ({
  update: userKeyKey(user),
  set: pinnedTo(pin),
  when: { text: 'attribute_exists(digest)' },
});

const pinnedTo = (pin: string): Expression => ({ text: 'SET pin = :pin', values: { ':pin': pin } });

/**
 * Puts another key in the place of whatever is there, or a first one. The pin stays, and so does the end of a disabled
 * user's key: the new one works once the user is enabled.
 */
export const replaceKey = (user: UserId, { digest, sealed }: StoredKey, at: Instant): Write => ({
  update: userKeyKey(user),
  set: {
    text: 'SET #type = :type, digest = :digest, sealed = :sealed, created_at = :at',
    names: { '#type': 'type' },
    values: { ':type': 'key', ':digest': digest, ':sealed': sealed, ':at': at },
  },
});

/** Ends the key that was seen, with its pin; refused where another is there. A disabled user stays disabled. */
export const dropKey = (user: UserId, digest: string, isDisabled: boolean): Write =>
  isDisabled
    ? {
        update: userKeyKey(user),
        set: { text: 'REMOVE digest, sealed, created_at, pin' },
        when: { text: 'digest = :seen', values: { ':seen': digest } },
      }
    : { remove: userKeyKey(user), when: ifDigest(digest) };

/** Puts another key in the place of the one that was seen, or a first one; refused where that is not what is there. */
export const changeKey = (user: UserId, seen: UserKey | undefined, key: StoredKey, at: Instant): Write =>
  seen
    ? { update: userKeyKey(user), set: anotherKey(key, at), when: ifDigest(seen.digest) }
    : { put: keyRow({ userId: user, ...key, pin: null, createdAt: at }), when: unlessThere };

/** Adds the sealed copy to a key that has none; false where the user's key is another one. */
export const keepSealedCopy = (table: Table, user: UserId, { digest, sealed }: StoredKey): Promise<boolean> =>
  table.write({
    update: userKeyKey(user),
    set: { text: 'SET sealed = :sealed', values: { ':sealed': sealed } },
    when: ifDigest(digest),
  });

const anotherKey = ({ digest, sealed }: StoredKey, at: Instant): Expression => ({
  text: 'SET digest = :digest, sealed = :sealed, created_at = :at',
  values: { ':digest': digest, ':sealed': sealed, ':at': at },
});

const ifDigest = (digest: string): Expression => ({
  text: 'digest = :seen AND attribute_not_exists(disabled_at)',
  values: { ':seen': digest },
});

const keyRow = (key: UserKey) => ({
  ...userKeyKey(key.userId),
  type: 'key',
  digest: key.digest,
  ...(key.sealed !== undefined && { sealed: key.sealed }),
  ...(key.pin !== null && { pin: key.pin }),
  created_at: key.createdAt,
});

/** The one key of a user. */
export const putKey = (key: UserKey): readonly Write[] => [{ put: keyRow(key) }];

/** Ends the use of a user's key until it is enabled; a key that is created at the same moment, too. */
export const disableKey = (user: UserId, at: Instant): readonly Write[] => [
  { update: userKeyKey(user), set: { text: 'SET disabled_at = :at', values: { ':at': at } } },
];

/** The key works again as it did. */
export const enableKey = (user: UserId, key: 'kept' | 'none'): readonly Write[] => [
  key === 'kept'
    ? { update: userKeyKey(user), set: { text: 'REMOVE disabled_at' }, when: { text: 'attribute_exists(digest)' } }
    : { remove: userKeyKey(user), when: { text: 'attribute_not_exists(digest)' } },
];

/** Whether the user has a key, a disabled one included. */
export const hasKey = async (table: Table, user: UserId): Promise<boolean> =>
  (await table.get(userKeyKey(user)))?.['digest'] !== undefined;

/** Ends a key for good: the row stays without it, so that no other key takes its place. */
export const revokeKey = (user: UserId, at: Instant): readonly Write[] => [
  { put: { ...userKeyKey(user), type: 'key', disabled_at: at } },
];

/** Frees the email of a removed user; refused if it leads to another one. */
export const removeUserEmail = (email: string, userId: UserId): readonly Write[] => [
  { remove: userEmailKey(email), when: { text: 'user_id = :user', values: { ':user': userId } } },
];

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
  /** A user who was removed, to whom the subject led. */
  readonly inPlaceOf?: UserId | undefined;
}

/** Refused if the subject leads to another user already. */
export const putSubject = ({ subject, userId, inPlaceOf }: SubjectPointer): readonly Write[] => [
  {
    put: { ...subjectKey(subject), type: 'subject', user_id: userId },
    when: inPlaceOf === undefined ? unlessThere : { text: 'user_id = :removed', values: { ':removed': inPlaceOf } },
  },
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
