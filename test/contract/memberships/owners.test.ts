import fc from 'fast-check';
import { changeRole } from '#shared/accounts/memberships/commands/change-role';
import { removeMembership } from '#shared/accounts/memberships/commands/end-membership';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import { idOf } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';
import { aTeam } from './a-team.ts';
import { scheduledContext } from './scheduled-context.ts';

const CHANGES = ['removed', 'made less'] as const;

/** A team of so many owners, each of whom is changed by the next one; the table answers in the order of the scheduler. */
async function changedAtOnce(scheduler: fc.Scheduler, changes: readonly (typeof CHANGES)[number][]) {
  const { world, owner, aColleague } = await aTeam();
  const owners = [owner];
  while (owners.length < changes.length) owners.push({ ...owner, ...(await aColleague('owner')) });
  const context = scheduledContext(world, scheduler);
  const outcomes = await scheduler.waitFor(
    Promise.allSettled(
      owners.map(({ id }, nth) => {
        const actor = { userId: owners[(nth + 1) % owners.length]?.userId ?? owner.userId, role: 'owner' } as const;
        const membership = idOf('mbr', id) ?? fail(id);
        return changes[nth] === 'removed'
          ? removeMembership(context)(membership, actor)
          : changeRole(context)(membership, 'admin', actor);
      }),
    ),
  );
  const workspace = await workspaces.find(world.context.table, owner.workspaceId);
  const named = workspace && (await roleOf(world.context.table, workspace.state.ownerId, owner.workspaceId));
  return { outcomes, named };
}

function fail(id: string): never {
  throw new Error(`${id} is no id of a membership.`);
}

describe('a workspace whose owners are all removed or made less at the same time', () => {
  it('keeps an owner, whom it names, in whatever order the table answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(...CHANGES), { minLength: 2, maxLength: 3 }),
        async (scheduler, changes) => {
          const { outcomes, named } = await changedAtOnce(scheduler, changes);

          expect(named?.role).toBe('owner');
          expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 30 },
    );
  });
});
