import { pauseOne, resumeOne } from '#bin/operator/pause';
import { auditEvents } from '#shared/audit-events/store';
import type { WorkspaceId } from '#shared/core/ids';
import { archiveWorkspace } from '#shared/workspaces/commands/save-workspace';
import { workspaces } from '#shared/workspaces/store';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

async function aWorkspace() {
  const world = aWorld();
  const { workspaceId } = await world.anOwner('Acme');
  const { context, clock, dynamo } = world;
  return {
    context: { ...context, operator: 'arn:aws:iam::1:user/ada' },
    workspaceId,
    pausedAt: async () => (await workspaces.find(context.table, workspaceId))?.state.pausedAt,
    audited: async () => {
      const filter = { now: clock.now() };
      const { items } = await auditEvents.list(context.table, workspaceId, filter, { limit: 9, after: undefined });
      return items.map(({ action }) => action);
    },
    resumingJobs: () => dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#job.workspace_resuming').length,
  };
}

describe('npm run ops -- pause', () => {
  it('pauses and resumes a workspace once, audited, and says what waits', async () => {
    const { context, workspaceId, pausedAt, audited, resumingJobs } = await aWorkspace();

    const first = await pauseOne(context, workspaceId);
    const again = await pauseOne(context, workspaceId);

    expect(first.text).toContain('is paused. What waits:\n  0 webhook events that were due');
    expect(again.text).toContain('has been paused since');
    expect(again.json).toEqual(first.json);
    expect(await pausedAt()).toBe(context.clock.now());
    expect((await resumeOne(context, workspaceId)).text).toContain('is resumed');
    expect((await resumeOne(context, workspaceId)).text).toContain('is not paused');
    expect(await pausedAt()).toBeUndefined();
    expect([...(await audited())].sort()).toEqual(['workspace.paused', 'workspace.resumed']);
    expect(resumingJobs()).toBe(1);
  });

  it('is refused for an archived workspace and an unknown one, and an archive ends a pause', async () => {
    const { context, workspaceId, pausedAt, resumingJobs } = await aWorkspace();
    await pauseOne(context, workspaceId);
    await archiveWorkspace(context)(workspaceId);

    expect([await pausedAt(), resumingJobs()]).toEqual([undefined, 1]);
    await expect(pauseOne(context, workspaceId)).rejects.toThrow('is archived');
    await expect(pauseOne(context, 'wks_none' as WorkspaceId)).rejects.toThrow('There is no workspace wks_none');
  });
});
