import type { Target } from '#bin/fuzz/create-resources';
import { createUser } from '#bin/operator/create-user';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { withStackStore } from '#bin/stack/stack-store';

const USER = { email: 'fuzzer@rapporteur.local', workspace: { name: 'Fuzzing' } } as const;

/** Creates a user with a workspace in a running stack: what the fuzzer deletes and uses up is theirs alone. */
export async function newUser({ base_url, endpoint_url, region }: Stack): Promise<Target> {
  const aws = { endpoint: endpoint_url, region };
  const created = await withStackStore(aws, await stackOutputs(aws), (store) => createUser(store, USER));
  return { base_url, api_key: created.apiKey, workspace_id: created.workspaceId };
}
