import { createHash } from 'node:crypto';
import { type Chance, makeUser } from '#bin/make-user';
import { type Emulated, emulatorClient, withTable } from '#bin/table-client';
import type { Instant } from '#shared/core/time';
import type { Table } from '#shared/dynamodb/table';
import { apiKeys } from '#shared/identity/api-keys';
import { userStore } from '#shared/identity/store';
import { typeIds, workspaceNumber } from '#shared/platform/type-ids';

export interface Seeded {
  readonly api_key: string;
  readonly user_email: string;
  readonly workspace_id: string;
}

interface SeededTable extends Emulated {
  readonly tableName: string;
}

const EMAIL = 'you@rapporteur.local';
const WORKSPACE = 'My workspace';
/** The moment in the seeded ids. */
const SEEDED_AT = Date.UTC(2026, 0, 1) as Instant;

/**
 * Puts a user, a workspace that the user owns, and a key into a fresh stack: the same ids and key each time, so that
 * what was written down yesterday works today. For emulators alone: everybody knows this key.
 */
export const seed = ({ tableName, ...emulated }: SeededTable): Promise<Seeded> =>
  withTable(emulatorClient(emulated), tableName, seedInto);

/** A table that is seeded already is left as it is. */
export async function seedInto(table: Table): Promise<Seeded> {
  const { ids, apiKeys: keys } = seededChance();
  const [userId, workspaceId] = [ids.make('usr'), ids.make('wks')];
  if (!(await userStore(table).find(userId)))
    await makeUser(table, { email: EMAIL, place: { name: WORKSPACE } }, seededChance());
  return { api_key: keys.make(userId).key, user_email: EMAIL, workspace_id: workspaceId };
}

/** The same ids, number and key whenever they are drawn in the same order, each from a source of its own. */
const seededChance = (): Chance => ({
  ids: typeIds({ now: () => SEEDED_AT, randomBytes: seededBytes('ids') }),
  apiKeys: apiKeys({ randomBytes: seededBytes('key') }),
  workspaceNumber: () => workspaceNumber(seededBytes('number')),
});

/** Bytes that look random and are not: the digests of a name and a counter, one after the other. */
function seededBytes(name: string): (size: number) => Uint8Array {
  let drawn = 0;
  const block = (): Buffer => {
    drawn += 1;
    return createHash('sha256').update(`rapporteur ${name} ${drawn}`).digest();
  };
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, block)).subarray(0, size);
}
