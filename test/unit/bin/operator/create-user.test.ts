import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CliError } from '#bin/cli/cli-error';
import { createUser } from '#bin/operator/create-user';
import { tableOfStage } from '#bin/operator/stage';
import { seedTable } from '#bin/stack/seed';
import { meetings } from '#functions/api/meetings/index';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { aWorld, callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** The status of a request for the meetings of a workspace. */
const statusOf = async ({ context }: ReturnType<typeof aWorld>, key: string, workspaceId: string) =>
  (await callsTo(meetings(context))('GET', `/meetings?workspace_id=${workspaceId}`, { key })).status;

describe('creating a user', () => {
  it('creates a new workspace with it; the key works in that workspace only', async () => {
    const world = aWorld();
    const other = await world.anOwner('Other');

    const made = await createUser(world.context, { email: 'ada@acme.test', workspace: { name: 'Acme' } });

    expect(made).toMatchObject({ workspaceName: 'Acme', role: 'owner' });
    expect(await statusOf(world, made.apiKey, made.workspaceId)).toBe(200);
    expect(await statusOf(world, made.apiKey, other.workspaceId)).toBe(401);
  });

  it('adds it to an existing workspace with the given role', async () => {
    const world = aWorld();
    const { workspaceId } = await world.anOwner('Acme');

    const made = await createUser(world.context, {
      email: 'bo@acme.test',
      workspace: { workspaceId, role: 'guest' },
    });

    expect(made).toMatchObject({ workspaceId, workspaceName: 'Acme', role: 'guest' });
    const membership = await roleOf(world.context.table, made.userId, workspaceId);
    expect(membership?.role).toBe('guest');
  });

  it('fails for an unknown workspace', async () => {
    const workspaceId = idOf('wks', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t') as WorkspaceId;
    const newUser = { email: 'ada@acme.test', workspace: { workspaceId, role: 'admin' } } as const;

    await expect(createUser(aWorld().context, newUser)).rejects.toThrow(
      new CliError(`There is no workspace ${workspaceId}`),
    );
  });
});

describe('the seed of a local stack', () => {
  it('is the same in every stack', async () => {
    const [one, other] = [await seedTable(aWorld().context), await seedTable(aWorld().context)];

    expect(one).toEqual(other);
    expect(one.user_email).toBe('you@rapporteur.local');
  });

  it('is a valid key of the owner of a workspace', async () => {
    const world = aWorld();

    const { api_key, workspace_id } = await seedTable(world.context);

    expect(await statusOf(world, api_key, workspace_id)).toBe(200);
    const workspace = await workspaces.find(world.context.table, workspace_id as WorkspaceId);
    expect(workspace?.state).toMatchObject({
      name: 'My workspace',
      ownerEmail: 'you@rapporteur.local',
      mailApproved: true,
    });
  });

  it('changes nothing in a stack that has it already', async () => {
    const world = aWorld();
    const first = await seedTable(world.context);

    expect(await seedTable(world.context)).toEqual(first);
  });
});

describe('finding the table of a stage', () => {
  const anAccount = (...pages: readonly (readonly string[])[]) =>
    Object.assign(new DynamoDBClient({ region: 'us-east-1' }), {
      send: async (command: unknown) => {
        if (!(command instanceof ListTablesCommand)) throw new Error('This command is not supported.');
        const at = Number(command.input.ExclusiveStartTableName ?? 0);
        return { TableNames: pages[at], ...(at + 1 < pages.length && { LastEvaluatedTableName: `${at + 1}` }) };
      },
    });

  it('searches every page for the tables of the stage', async () => {
    const client = anAccount(['rapporteur-local-storage-Main-1', 'others'], ['rapporteur-sandbox-storage-Main-2']);

    expect(await tableOfStage(client, 'sandbox')).toBe('rapporteur-sandbox-storage-Main-2');
  });

  it.each([
    ['No table begins with rapporteur-sandbox-storage-; choose one with --table', []],
    [
      'More than one table begins with rapporteur-sandbox-storage-; choose one with --table',
      ['rapporteur-sandbox-storage-1', 'rapporteur-sandbox-storage-2'],
    ],
  ])('fails with: %s', async (message, names) => {
    await expect(tableOfStage(anAccount(names), 'sandbox')).rejects.toThrow(new CliError(message));
  });
});
