import { paused, resumed } from '#shared/accounts/workspaces/rules/pause';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { sendHeldDeliveries } from '#shared/lifecycle/workspaces/commands/catch-up';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

async function changeWorkspace(
  { table, workspaceId, commands, clock }: EventPath,
  change: (one: Workspace) => Workspace,
) {
  const before = await workspaces.find(table, workspaceId);
  if (!before) throw new Error('There is no workspace.');
  await commands.changes.save({ at: clock.now(), writes: [workspaces.put(before, change(before.state))] });
}

/** Eleven seconds later, no worker has it in its cache that the workspace is not paused. */
async function pauseIt(path: EventPath): Promise<void> {
  await changeWorkspace(path, (one) => paused(one, path.clock.now()) ?? one);
  path.clock.advance(11 * SECOND_MS);
}

async function resumeIt(path: EventPath): Promise<void> {
  await changeWorkspace(path, resumed);
  let after: string | undefined;
  do after = await sendHeldDeliveries(path.commands)({ workspaceId: path.workspaceId }, after);
  while (after !== undefined);
}

const wakeUps = (path: EventPath): number =>
  path.lines.reduce((sum, { outcomes }) => sum + (Object(outcomes)['paused'] ?? 0), 0);

const hoursLater = (path: EventPath, hours: number) => later(path.clock.now(), hours * HOUR_MS);

describe('the deliveries of a paused workspace', () => {
  it('wait without attempts, are looked at three times an hour, and are sent within two minutes of its resumption', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await pauseIt(path);
    for (let event = 0; event < 3; event += 1) await path.happens();

    await path.untilQuiet({ until: hoursLater(path, 10) });

    expect(endpoint.receiver.received).toEqual([]);
    expect((await path.all()).map(({ status, attemptsCount }) => [status, attemptsCount])).toEqual(
      Array(3).fill(['pending', 0]),
    );
    expect(path.waiting().length).toBeLessThanOrEqual(3);
    expect(wakeUps(path) / 3).toBeGreaterThan(25);
    expect(wakeUps(path) / 3).toBeLessThanOrEqual(31);
    const overdue = path.lines.filter((line) => line['overdue'] !== undefined);
    expect(overdue).toEqual([]);

    const resumedAt = path.clock.now();
    await resumeIt(path);
    await path.untilQuiet();

    expect(await violations(path, { events: 3, endpoints: [endpoint] })).toEqual([]);
    expect(endpoint.receiver.received).toHaveLength(3);
    expect((endpoint.receiver.received.at(-1)?.at ?? 0) - resumedAt).toBeLessThanOrEqual(2 * MINUTE_MS);
  });

  it('become due oldest first, 25 each second', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await pauseIt(path);
    for (let event = 0; event < 30; event += 1) {
      await path.happens();
      path.clock.advance(SECOND_MS);
    }
    await path.untilQuiet({ until: hoursLater(path, 1) });

    const resumedAt = path.clock.now();
    await resumeIt(path);

    const dues = (await path.all()).sort((one, other) => one.createdAt - other.createdAt);
    expect(dues.map((one) => ('dueAt' in one ? one.dueAt - resumedAt : -1))).toEqual([
      ...Array(25).fill(0),
      ...Array(5).fill(SECOND_MS),
    ]);
    await path.untilQuiet();
    expect(await violations(path, { events: 30, endpoints: [endpoint] })).toEqual([]);
  });

  it('keep their schedule: what is due after the resumption comes at its time', async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: [500, 500, 500, 500, 204] });
    await path.anEndpoint({ receiver });
    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), 2 * MINUTE_MS) });
    const [before] = await path.all();
    const attempts = receiver.received.length;
    await changeWorkspace(path, (one) => paused(one, path.clock.now()) ?? one);

    await resumeIt(path);

    expect(await path.all()).toEqual([before]);
    await path.untilQuiet();
    expect(receiver.received.length).toBeGreaterThan(attempts);
    expect((await path.all()).map(({ status }) => status)).toEqual(['delivered']);
  });

  it('are sent at their next look where no job moves them', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await pauseIt(path);
    await path.happens();
    await path.untilQuiet({ until: hoursLater(path, 1) });

    await changeWorkspace(path, resumed);
    const resumedAt = path.clock.now();
    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    expect((endpoint.receiver.received[0]?.at ?? 0) - resumedAt).toBeLessThanOrEqual(22 * MINUTE_MS);
  });

  it('come once, though queues deliver every message twice', async () => {
    let left = 20;
    const path = anEventPath({ duplicates: () => (left-- > 0 ? 1 : undefined) });
    const endpoint = await path.anEndpoint();
    await pauseIt(path);
    await path.happens();
    await path.untilQuiet({ until: hoursLater(path, 1) });

    await resumeIt(path);
    await resumeIt(path);
    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    expect(endpoint.receiver.received).toHaveLength(1);
  });

  it('are within the rate of their endpoint when they are caught up', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ options: { maxPerSecond: 2 } });
    await pauseIt(path);
    for (let event = 0; event < 8; event += 1) await path.happens();
    await path.untilQuiet({ until: hoursLater(path, 1) });

    await resumeIt(path);
    await path.untilQuiet();

    const seconds = Map.groupBy(endpoint.receiver.received, ({ at }) => Math.floor(at / SECOND_MS));
    expect(Math.max(...[...seconds.values()].map(({ length }) => length))).toBeLessThanOrEqual(2);
    expect(await violations(path, { events: 8, endpoints: [endpoint] })).toEqual([]);
  });
});

describe('a redelivery that is requested while the workspace is paused', () => {
  it('waits as its job, in one chain of messages, and is made after the resumption', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    await path.untilQuiet();
    const [delivered] = await path.all();
    if (!delivered) throw new Error('There is no delivery.');
    await pauseIt(path);

    await path.asksFor(delivered.id);
    await path.untilQuiet({ until: hoursLater(path, 5) });

    expect(receiver.received).toHaveLength(1);
    expect(wakeUps(path)).toBeLessThanOrEqual(5 * 3 + 2);
    expect(path.lines.filter((line) => line['overdue'] !== undefined)).toEqual([]);
    await changeWorkspace(path, resumed);
    await path.untilQuiet();
    expect(receiver.received).toHaveLength(2);
  });
});
