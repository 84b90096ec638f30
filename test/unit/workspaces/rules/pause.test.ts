import { isPaused, paused, resumed } from '#shared/accounts/workspaces/rules/pause';
import { archive, unarchive } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

async function aWorkspace() {
  const { context, anOwner } = aWorld();
  const { workspaceId } = await anOwner('Acme');
  const found = await workspaces.find(context.table, workspaceId);
  if (!found) throw new Error('There is no workspace.');
  return found.state;
}

describe('the pause of a workspace', () => {
  it('begins and ends once, however often it is asked for', async () => {
    const workspace = await aWorkspace();

    const one = paused(workspace, noon) ?? workspace;

    expect([isPaused(workspace), isPaused(one)]).toEqual([false, true]);
    expect(paused(one, later(noon, MINUTE_MS))).toBe(one);
    expect(resumed(one)).toEqual(workspace);
    expect(resumed(workspace)).toBe(workspace);
  });

  it('ends with an archive, does not come back with it, and is refused after it', async () => {
    const workspace = await aWorkspace();
    const archived = archive(paused(workspace, noon) ?? workspace, noon);

    expect(isPaused(archived)).toBe(false);
    expect(paused(archived, noon)).toBeUndefined();
    expect(isPaused(unarchive(archived, later(noon, MINUTE_MS)) ?? archived)).toBe(false);
  });
});
