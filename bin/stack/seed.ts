import { createHash } from 'node:crypto';
import { createUser, type Generators } from '#bin/operator/create-user';
import { operatorContext } from '#bin/operator/operator-context';
import { changeWorkspace } from '#bin/operator/workspace';
import type { AwsEndpoint } from '#bin/stack/emulator-config';
import { type StackStore, withStackStore } from '#bin/stack/stack-store';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import { users } from '#shared/accounts/identity/store';
import type { Instant } from '#shared/foundation/core/time';
import { typeIds } from '#shared/foundation/platform/type-ids';

export interface Seed {
  readonly api_key: string;
  readonly user_email: string;
  readonly workspace_id: string;
}

const EMAIL = 'you@rapporteur.local';
const WORKSPACE = 'My workspace';
/** The timestamp in the seeded ids. */
const SEEDED_AT = Date.UTC(2026, 0, 1) as Instant;

/**
 * Creates a user who owns a workspace, and an API key, in an emulator: the same ids and key at every start, so that
 * saved requests keep working. The key is public.
 */
export const seed = (aws: AwsEndpoint, stack: StackStore): Promise<Seed> => withStackStore(aws, stack, seedTable);

/** Changes nothing in a table that is seeded already. */
export async function seedTable(stage: Parameters<typeof createUser>[0]): Promise<Seed> {
  const { ids, apiKeys: keys } = seededGenerators();
  const [userId, workspaceId] = [ids.make('usr'), ids.make('wks')];
  if (!(await users.find(stage.table, userId))) {
    await createUser(stage, { email: EMAIL, workspace: { name: WORKSPACE } }, seededGenerators());
    // A local stack keeps its mail: that to everyone who is invited can be looked at.
    await changeWorkspace(operatorContext(stage.table, 'local'), workspaceId, {}, {}, { mailApproved: true });
  }
  return { api_key: keys.make(userId).key, user_email: EMAIL, workspace_id: workspaceId };
}

/** Deterministic: the same values in the same order of calls. */
const seededGenerators = (): Generators => ({
  ids: typeIds({ now: () => SEEDED_AT, randomBytes: seededBytes('ids') }),
  apiKeys: apiKeys({ randomBytes: seededBytes('key') }),
  randomBytes: seededBytes('number'),
});

/** A deterministic stand-in for randomBytes: digests of a name and a counter. */
function seededBytes(name: string): (size: number) => Uint8Array {
  let counter = 0;
  const block = (): Buffer => {
    counter += 1;
    return createHash('sha256').update(`rapporteur ${name} ${counter}`).digest();
  };
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, block)).subarray(0, size);
}
