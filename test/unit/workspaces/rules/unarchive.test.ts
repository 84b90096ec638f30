import fc from 'fast-check';
import { createWorkspace } from '#shared/accounts/workspaces/rules/save-workspace';
import { archive, restorableUntil, startPurge, unarchive } from '#shared/accounts/workspaces/rules/workspace';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

const ids = { id: anId('wks'), number: 100_000_001 };
const workspace = createWorkspace(ids, noon, { id: anId('usr'), email: 'ada@acme.test' }, { name: 'Acme' });

describe('taking the archive of a workspace back', () => {
  it('gives the workspace of before within 30 days', () => {
    const at = later(noon, 29 * DAY_MS);

    expect(unarchive(archive(workspace, noon), at)).toEqual({ ...workspace, updatedAt: at });
  });

  it('is refused for one that is not archived', () => {
    expect(unarchive(workspace, noon)).toBeUndefined();
  });

  it('is never possible at a moment at which the purge may have begun', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * DAY_MS }), (elapsed) => {
        const at = later(noon, elapsed) as Instant;
        const archived = archive(workspace, noon);
        const purging = startPurge(archived, at);

        expect(unarchive(archived, at) === undefined).toBe(purging !== undefined);
        if (purging) expect(unarchive(purging, at)).toBeUndefined();
        expect(at >= restorableUntil(noon)).toBe(purging !== undefined);
      }),
    );
  });
});
