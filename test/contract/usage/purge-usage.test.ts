import { workspaces } from '#shared/accounts/workspaces/store';
import { workspaceRows } from '#shared/lifecycle/workspaces/workspace-rows';
import { bots } from '#shared/meetings/bots/store';
import { expect, it } from '#test/support/jest';
import { aUsageWorld } from './a-usage-world.ts';

it('the purge of a workspace deletes what was counted of it', async () => {
  const { aRecordedBot, housekeeping, world, owner } = await aUsageWorld();
  await aRecordedBot();
  await housekeeping.runOnce();
  const counted = () =>
    world.dynamo.items().filter(({ pk, sk }) => pk?.S === owner.workspaceId && sk?.S?.startsWith('USAGE#'));
  const files = () => world.dynamo.items().filter(({ type }) => type?.S === 'stored_files');
  expect(counted().map(({ sk }) => sk?.S)).toEqual([
    'USAGE#2026-11',
    'USAGE#DUE',
    'USAGE#LIMITED_BYTES',
    'USAGE#STORED#2026-11',
  ]);

  const workspace = await workspaces.find(world.context.table, owner.workspaceId);
  if (!workspace) throw new Error('The workspace does not exist.');
  const rows = workspaceRows(world.context.table, [bots]);
  expect(files()).toHaveLength(1);
  await rows.clearSome(owner.workspaceId, 0);
  await rows.clearRest(workspace.state);

  expect([...counted(), ...files()]).toEqual([]);
});
