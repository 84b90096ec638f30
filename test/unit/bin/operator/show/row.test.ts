import { partitionRows } from '#bin/operator/show/row';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { storedState } from '#shared/foundation/dynamodb/rows';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const PARTITION = 'W#CALL#h';

/** A call with a row whose state is compressed, and rows beside it. */
async function aStage({ neighbours = 1 } = {}) {
  const world = aWorld();
  const { workspaceId } = await world.anOwner();
  const { table } = world.context;
  const state = {
    workspaceId,
    title: 'Board meeting',
    notes: Array.from({ length: 300 }, (_, nth) => nth),
    token: 'abc',
  };
  await table.write({ put: { pk: PARTITION, sk: '0', type: 'call', revision: 1, state: storedState(state) } });
  for (let nth = 1; nth <= neighbours; nth += 1)
    await table.write({ put: { pk: PARTITION, sk: String(nth).padStart(3, '0'), type: 'guard' } });
  const context = { ...world.context, operator: 'arn:aws:sts::111122223333:assumed-role/operators/ada' };
  return {
    ...{ ...world, workspaceId, state },
    rows: (from?: string, reveals = false) => partitionRows(context, { pk: PARTITION, from }, reveals),
  };
}

describe('npm run ops -- row', () => {
  it('prints a row with its compressed state expanded, and the others of the partition', async () => {
    const { rows, dynamo, state } = await aStage();
    expect(dynamo.item({ pk: { S: PARTITION }, sk: { S: '0' } })?.['state']?.B).toBeDefined();

    expect(await rows(undefined, true)).toEqual({
      rows: [
        { pk: PARTITION, sk: '0', type: 'call', revision: 1, state: { ...state, token: '(secret)' } },
        { pk: PARTITION, sk: '001', type: 'guard' },
      ],
    });
  });

  it('has no texts unless they are revealed', async () => {
    const { rows } = await aStage();

    expect(JSON.stringify(await rows())).not.toContain('Board meeting');
  });

  it('begins at a sort key, and says what comes after the last of a hundred rows', async () => {
    const { rows } = await aStage({ neighbours: 120 });

    expect(await rows('118')).toMatchObject({ rows: [{ sk: '118' }, { sk: '119' }, { sk: '120' }] });
    expect(await rows()).toMatchObject({ more_rows: expect.stringMatching(/^the next are after \d+$/) });
  });

  it('is told to the audit log of the workspace that the rows name', async () => {
    const { rows, workspaceId, context, clock } = await aStage();

    await rows();

    const filter = { action: 'workspace.read', now: clock.now() } as const;
    const { items } = await auditEvents.list(context.table, workspaceId, filter, { limit: 9, after: undefined });
    expect(items.map(({ after }) => after)).toEqual([{ command: 'row', revealed: false }]);
  });

  it('says where the partition has no row', async () => {
    const { rows } = await aStage();

    await expect(rows('2')).rejects.toThrow('The table has no row W#CALL#h from 2 on');
  });
});
