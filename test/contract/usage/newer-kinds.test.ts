import type { CountedKind } from '#shared/accounts/usage/rules/usage';
import { workspaces } from '#shared/accounts/workspaces/store';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { noon } from '#test/support/api';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aUsageWorld } from './a-usage-world.ts';

/** A kind that a newer version counts, beside which this one works while a deployment shifts traffic. */
const NEWER = 'pages_scanned' as CountedKind;

/** A workspace for which a newer version counted 5 of 4 pages. */
async function aWorkspaceOfANewerVersion() {
  const made = await aUsageWorld();
  const { world, owner } = made;
  const row = async () => {
    const found = await workspaces.find(world.context.table, owner.workspaceId);
    if (!found) throw new Error('The workspace does not exist.');
    return found;
  };
  const before = await row();
  const reported = [{ kind: NEWER, threshold: 100 }] as const;
  const newer = {
    usageLimits: { ...before.state.usageLimits, [NEWER]: 4 },
    limitStates: [{ month: '2026-11', reported, usedUp: [NEWER] }],
  };
  await world.context.changes.save({ at: noon, writes: [workspaces.put(before, { ...before.state, ...newer })] });
  return { ...made, row };
}

describe('a kind of usage that a newer version counts', () => {
  it('leaves the workspace readable, and its limit and what is used up as they were', async () => {
    const { aRecordedBot, housekeeping, world, owner, row, read } = await aWorkspaceOfANewerVersion();
    await setUsageLimits(world.context)(owner.workspaceId, { recorded_minutes: 1 });
    await aRecordedBot(90);
    await housekeeping.runOnce();

    const { usageLimits, limitStates } = (await row()).state;
    expect(usageLimits).toMatchObject({ [NEWER]: 4, recorded_minutes: 1 });
    expect(limitStates?.[0]?.usedUp.toSorted()).toEqual([NEWER, 'recorded_minutes']);
    expect(limitStates?.[0]?.reported).toContainEqual({ kind: NEWER, threshold: 100 });
    const { data, limits } = expectSuccess(getUsageContract, await read(), 200);
    expect(JSON.stringify([data, limits])).not.toContain(NEWER);
  });

  it('is counted by its job, for the newer version to read', async () => {
    const { world, owner, housekeeping, read } = await aWorkspaceOfANewerVersion();
    const fact = { kind: NEWER, subject: 'fil_1', day: '2026-11-02', memberId: null, amount: 3 };
    const content = { workspaceId: owner.workspaceId, facts: [fact], files: [] };
    await world.context.changes.save({ at: noon, writes: [], jobs: [{ type: 'job.usage', content }] });

    await housekeeping.runOnce();

    const rows = world.dynamo.items().filter(({ sk }) => sk?.S === 'USAGE#2026-11');
    expect(rows).toEqual([expect.objectContaining({ [`d02_${NEWER}`]: { N: '3' } })]);
    expectSuccess(getUsageContract, await read(), 200);
  });
});
