import type { WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { LimitOverrides } from '#shared/core/limits';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { dynamoTable } from '#shared/dynamodb/table';
import { workspaceLine } from '#shared/webhooks/delivery/workspace-line';
import { hourOf } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { workspaces } from '#shared/workspaces/store';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aClock, noon } from '#test/support/api';
import { aWorkspace } from '#test/support/event-path/partner-workspace';
import { describe, expect, it } from '#test/support/jest';

const workspace = 'wks_01h455vb4pex5vsknk084sn02q' as WorkspaceId;
const other = 'wks_01h455vb4pex5vsknk084sn03q' as WorkspaceId;

function aWorld(limits?: LimitOverrides) {
  const clock = aClock();
  const table = dynamoTable(inMemoryMainTable(), 'main');
  let writes = 0;
  const counting = {
    ...table,
    update: (...given: Parameters<typeof table.update>) => {
      writes += 1;
      return table.update(...given);
    },
  };
  const aProcess = () => workspaceLine({ table: counting, clock, ...(limits && { limits }) });
  return { clock, table, aProcess, writes: () => writes };
}

/** As many events as that, each with so many deliveries, one after the other; when each is fanned out, since noon. */
async function slotsOf(
  { slotFor }: ReturnType<typeof workspaceLine>,
  events: number,
  deliveries: number,
  of: WorkspaceId = workspace,
): Promise<readonly number[]> {
  const slots: number[] = [];
  for (let event = 0; event < events; event += 1) {
    const slot = await slotFor({ workspaceId: of, receivers: Array(deliveries).fill(null) });
    slots.push(slot === undefined ? 0 : slot.at - noon);
  }
  return slots;
}

const inTime = (slots: readonly number[]): number => slots.filter((slot) => slot === 0).length;

describe('the events of a workspace', () => {
  it('of which all go to twenty endpoints, a thousand in a minute, wait beyond 6,000 deliveries and are evenly spread', async () => {
    const { aProcess } = aWorld();

    const slots = await slotsOf(aProcess(), 1_000, 20);

    expect(inTime(slots)).toBe(300);
    expect(slots.slice(300)).toEqual(Array.from({ length: 700 }, (_, nth) => (nth + 1) * 200));
  });

  it('are made as fast as that for as long as more of them happen', async () => {
    const { aProcess, clock } = aWorld();
    const line = aProcess();
    const slots: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      slots.push(...(await slotsOf(line, 600, 20)).map((slot) => slot || clock.now() - noon));
      clock.advance(MINUTE_MS);
    }

    // A minute's deliveries at once, and then as many each minute.
    for (const minutes of [1, 2, 3]) {
      const made = slots.filter((slot) => slot < minutes * MINUTE_MS).length * 20;
      expect(made).toBeLessThanOrEqual((minutes + 1) * 6_000);
      expect(made).toBeGreaterThan((minutes + 1) * 6_000 - 40);
    }
  });

  it('are counted with one write for twenty deliveries, and not at all where there are few', async () => {
    const { aProcess, clock, writes } = aWorld();
    const line = aProcess();

    expect(inTime(await slotsOf(line, 19, 1))).toBe(19);
    expect(writes()).toBe(0);
    clock.advance(MINUTE_MS);
    expect(inTime(await slotsOf(line, 19, 1))).toBe(19);
    expect(writes()).toBe(0);
    await slotsOf(line, 201, 1);
    // A line that begins anew takes two.
    expect(writes()).toBeLessThanOrEqual(11 + 1);
  });

  it('wait in every process, and those of another workspace do not', async () => {
    const { aProcess } = aWorld();
    const [one, two] = [aProcess(), aProcess()];
    await slotsOf(one, 400, 20);

    expect(await slotsOf(two, 1, 20)).toEqual([20_200]);
    expect(await slotsOf(two, 1, 20, other)).toEqual([0]);
  });

  it('are made at once again a minute after the last that waited', async () => {
    const { aProcess, clock } = aWorld();
    const line = aProcess();
    const last = (await slotsOf(line, 400, 20)).at(-1) ?? 0;
    clock.set(later(noon, last + MINUTE_MS));

    expect(inTime(await slotsOf(line, 300, 20))).toBe(300);
  });

  it('wait where all workspaces of their founder have too many', async () => {
    const { aProcess, table, clock } = aWorld({ user_webhooks: 8_000 });
    for (const [number, id] of [workspace, other].entries())
      await table.transact(workspaces.put(undefined, { ...aWorkspace(id, clock.now()), number }));
    const line = aProcess();

    expect(inTime(await slotsOf(line, 300, 20))).toBe(300);
    expect(inTime(await slotsOf(line, 300, 20, other))).toBe(100);
  });

  it('wait once more where their endpoint refused so much meanwhile that they count as more than twice as many', async () => {
    const { aProcess, table, clock } = aWorld({ webhooks: 60 });
    const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
    const one = {
      group: endpoint,
      hour: hourOf(clock.now()),
      responseClass: '5xx',
      delivered: false,
      failed: false,
    } as const;
    await table.transact(countAttempts(Array(200).fill({ ...one, bucket: 1 }), 0));
    const event = { workspaceId: workspace, receivers: Array(20).fill(endpoint) };
    const waited = (weight: number) => ({ ...event, waited: { in: 'workspace', at: noon, weight } as const });

    expect(await aProcess().slotFor(waited(5))).toBeUndefined();
    expect(await aProcess().slotFor(waited(1))).toEqual({
      ...{ in: 'workspace', at: later(noon, (200 / 60 - 1) * MINUTE_MS), weight: 10 },
    });
  });

  it('wait by the limit of the deployment', async () => {
    const { aProcess } = aWorld({ webhooks: 60 });

    expect(await slotsOf(aProcess(), 5, 20)).toEqual([0, 0, 0, 20 * SECOND_MS, 40 * SECOND_MS]);
  });
});
