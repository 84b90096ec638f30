import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/could-not-start';
import { makeUser } from '#bin/make-user';
import { seedInto } from '#bin/seed';
import { tableOfStage } from '#bin/table-client';
import { meetings } from '#functions/api/meetings/index';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { workspaceStore } from '#shared/workspaces/store';
import { aWorld, callsTo } from '#test/support/api';
import { asSend } from '#test/support/aws/stand-in-client';

/** The status that a key is answered with when it lists a workspace's meetings. */
const asked = async ({ around }: ReturnType<typeof aWorld>, key: string, workspaceId: string) =>
  (await callsTo(meetings(around))('GET', `/meetings?workspace_id=${workspaceId}`, { key })).status;

describe('making a user', () => {
  it('in a new workspace: the key works there, and nowhere else', async () => {
    const world = aWorld();
    const other = await world.anOwner('Other');

    const made = await makeUser(world.around.table, { email: 'ada@acme.test', place: { name: 'Acme' } });

    expect(made).toMatchObject({ workspaceName: 'Acme', role: 'owner' });
    expect(await asked(world, made.apiKey, made.workspaceId)).toBe(200);
    expect(await asked(world, made.apiKey, other.workspaceId)).toBe(401);
  });

  it('in a workspace that is there, with the role that was asked for', async () => {
    const world = aWorld();
    const { workspaceId } = await world.anOwner('Acme');

    const made = await makeUser(world.around.table, { email: 'bo@acme.test', place: { workspaceId, role: 'guest' } });

    expect(made).toMatchObject({ workspaceId, workspaceName: 'Acme', role: 'guest' });
    const membership = await workspaceStore(world.around.table).membership(made.userId, workspaceId);
    expect(membership?.role).toBe('guest');
  });

  it('refuses a workspace that nobody has', async () => {
    const workspaceId = idOf('wks', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t') as WorkspaceId;
    const wanted = { email: 'ada@acme.test', place: { workspaceId, role: 'admin' } } as const;

    await expect(makeUser(aWorld().around.table, wanted)).rejects.toThrow(
      new CouldNotStart(`There is no workspace ${workspaceId}`),
    );
  });
});

describe('the seed of a local stack', () => {
  it('is the same in every stack', async () => {
    const [one, other] = [await seedInto(aWorld().around.table), await seedInto(aWorld().around.table)];

    expect(one).toEqual(other);
    expect(one.user_email).toBe('you@rapporteur.local');
  });

  it('is a key that works, of the owner of a workspace', async () => {
    const world = aWorld();

    const { api_key, workspace_id } = await seedInto(world.around.table);

    expect(await asked(world, api_key, workspace_id)).toBe(200);
    const workspace = await workspaceStore(world.around.table).find(workspace_id as WorkspaceId);
    expect(workspace?.state).toMatchObject({ name: 'My workspace', ownerEmail: 'you@rapporteur.local' });
  });

  it('leaves a stack alone that has it already', async () => {
    const world = aWorld();
    const first = await seedInto(world.around.table);

    expect(await seedInto(world.around.table)).toEqual(first);
  });
});

describe('finding the table of a stage', () => {
  const account = (...pages: readonly (readonly string[])[]) => ({
    send: asSend<never>(async (command) => {
      const at = Number((command.input as { ExclusiveStartTableName?: string }).ExclusiveStartTableName ?? 0);
      return { TableNames: pages[at], ...(at + 1 < pages.length && { LastEvaluatedTableName: `${at + 1}` }) };
    }),
  });

  it('looks through every page for the stage and no other', async () => {
    const client = account(['rapporteur-local-storage-Main-1', 'others'], ['rapporteur-sandbox-storage-Main-2']);

    expect(await tableOfStage(client, 'sandbox')).toBe('rapporteur-sandbox-storage-Main-2');
  });

  it.each([
    ['No table begins with rapporteur-sandbox-storage-; name it with --table', []],
    [
      'Several tables begin with rapporteur-sandbox-storage-; name one with --table',
      ['rapporteur-sandbox-storage-1', 'rapporteur-sandbox-storage-2'],
    ],
  ])('says so: %s', async (sentence, names) => {
    await expect(tableOfStage(account(names), 'sandbox')).rejects.toThrow(new CouldNotStart(sentence));
  });
});
