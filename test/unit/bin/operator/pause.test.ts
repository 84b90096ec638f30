import { pauseOne, resumeOne } from '#bin/operator/pause';
import { beginReadOnly, endReadOnly } from '#bin/operator/read-only';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { readOnlyModes } from '#shared/api/read-only/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
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

describe('npm run ops -- pause --read-only', () => {
  it('begins and ends read-only mode once, and says since when and by whom', async () => {
    const { context } = aWorld();
    const operator = { ...context, operator: 'arn:aws:iam::1:user/ada' };

    const told = [
      await beginReadOnly('production', operator),
      await beginReadOnly('production', { ...context, operator: 'arn:aws:iam::1:user/eve' }),
      await endReadOnly('production', operator),
      await endReadOnly('production', operator),
    ];

    expect(told.map(({ text }) => text.split('\n')[0])).toEqual([
      expect.stringContaining('The production stage is read-only: writes'),
      'The production stage has been read-only since 2026-11-02T12:00:00.000Z, by arn:aws:iam::1:user/ada.',
      expect.stringContaining('accepts writes again, within 10 seconds'),
      'The production stage is not read-only.',
    ]);
    expect(told.map(({ json }) => (json as { readonly read_only: boolean }).read_only)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await readOnlyModes(context.table).find()).toBeUndefined();
  });
});
