import { restoreWorkspace } from '#bin/operator/restore-workspace';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { accessTo } from '#shared/accounts/workspaces/access';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

async function anArchivedWorkspace() {
  const world = aWorld();
  const { workspaceId, userId } = await world.anOwner('Acme');
  await archiveWorkspace(world.context)(workspaceId);
  const isOpen = async () => (await accessTo(world.context.table, userId, workspaceId)) !== undefined;
  return { ...world, workspaceId, isOpen };
}

describe('npm run ops -- workspace --restore', () => {
  it('opens an archived workspace again, with an audit event, and says what comes back and what does not', async () => {
    const { context, workspaceId, isOpen } = await anArchivedWorkspace();
    expect(await isOpen()).toBe(false);

    const { text } = await restoreWorkspace({ ...context, operator: 'arn:aws:iam::1:user/ada' }, workspaceId);

    expect(await isOpen()).toBe(true);
    expect(text).toContain(`Acme (${workspaceId}) is restored.`);
    expect(text).toContain('Comes back by itself:');
    expect(text).toContain('bots that were sent by hand');
    const filter = { action: 'workspace.restored', now: context.clock.now() };
    const { items } = await auditEvents.list(context.table, workspaceId, filter, { limit: 5, after: undefined });
    expect(items.map(({ actor }) => actor)).toEqual([{ type: 'command', principal: 'arn:aws:iam::1:user/ada' }]);
  });

  it('is refused after 30 days, for one that is not archived, and for an unknown one', async () => {
    const { context, clock, workspaceId, isOpen, anOwner } = await anArchivedWorkspace();
    const other = await anOwner('Other');
    clock.advance(30 * DAY_MS);

    await expect(restoreWorkspace(context, workspaceId)).rejects.toThrow('its 30 days are over');
    await expect(restoreWorkspace(context, other.workspaceId)).rejects.toThrow('is not archived');
    await expect(restoreWorkspace(context, 'wks_none' as WorkspaceId)).rejects.toThrow(
      'There is no workspace wks_none',
    );
    expect(await isOpen()).toBe(false);
  });
});
