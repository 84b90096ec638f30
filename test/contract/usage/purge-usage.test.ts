import { expect, it } from '@jest/globals';
import { workspaces } from '#shared/workspaces/store';
import { workspaceRows } from '#shared/workspaces/workspace-rows';
import { aUsageWorld } from './a-usage-world.ts';

it('the purge of a workspace deletes what was counted of it', async () => {
  const { aRecordedBot, housekeeping, world, owner } = await aUsageWorld();
  await aRecordedBot();
  await housekeeping.runOnce();
  const counted = () =>
    world.dynamo.items().filter(({ pk, sk }) => pk?.S === owner.workspaceId && sk?.S?.startsWith('USAGE#'));
  expect(counted().map(({ sk }) => sk?.S)).toEqual(['USAGE#2026-11', 'USAGE#DUE', 'USAGE#STORED#2026-11']);

  const workspace = await workspaces.find(world.context.table, owner.workspaceId);
  if (!workspace) throw new Error('The workspace does not exist.');
  await workspaceRows(world.context.table, []).clearRest(workspace.state);

  expect(counted()).toEqual([]);
});
