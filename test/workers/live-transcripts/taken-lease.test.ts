import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import { dueRows } from '#shared/foundation/events/due-rows';
import { liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aLiveCall } from '#test/support/live-call';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

const calls: Awaited<ReturnType<typeof aLiveCall>>[] = [];
afterEach(async () => {
  for (const { gateway } of calls.splice(0)) await gateway.close();
});

const LEASE_MS = 30 * SECOND_MS;

/** A call that someone reads along, whose look is queued, and a worker that dies with the lease. */
async function aDeadWorker() {
  const call = await aLiveCall();
  calls.push(call);
  const { world, id, aReader, pass, gateway } = call;
  const { context, clock } = world;
  await aReader('one');
  await pass(0);
  return {
    ...call,
    /** A worker takes the lease, and dies. */
    async die() {
      const { head } = await liveFeeds.load(context.table, id);
      if (!head) throw new Error('There is no feed.');
      const at = clock.now();
      const lease = { holder: 'a dead worker', until: later(at, LEASE_MS) };
      await context.changes.save({ at, writes: [liveFeeds.put(head, { ...head.state, lease }, [], at)] });
    },
    received: () => gateway.received('one').flatMap((one) => (one.type === 'segment' ? [one.text] : [])),
  };
}

describe('a look that meets the lease of a worker that died', () => {
  it('is made again once the lease ends, and looks go on from there', async () => {
    const { die, keep, pass, received } = await aDeadWorker();
    await die();
    await keep(aLine(1, 'Hello.'));

    await pass(LEASE_MS - SECOND_MS);
    expect(received()).toEqual([]);
    await pass(2 * SECOND_MS);

    expect(received()).toEqual(['Hello.']);
    await keep(aLine(2, 'Shall we?'));
    await pass(4 * SECOND_MS);
    expect(received()).toEqual(['Hello.', 'Shall we?']);
  });

  it('has one successor, also where it and messages about lines meet it many times', async () => {
    const { die, serve, pass, waiting } = await aDeadWorker();
    await pass(2 * SECOND_MS);
    await die();
    await pass(SECOND_MS);
    for (let times = 0; times < 5; times += 1) await serve();
    waiting.splice(0);

    await pass(MINUTE_MS);

    // One every three seconds from the end of the lease, after 29 seconds.
    expect(waiting.length).toBeGreaterThan(8);
    expect(waiting.length).toBeLessThan(13);
  });
});

it('a line that meets the lease of a worker which died at its look is sent once the lease ends', async () => {
  const { keep, serve, pass, received, recorder } = await aDeadWorker();
  const { liveLines } = recorder;
  // Its message comes back after minutes.
  Object.assign(recorder, { liveLines: () => Promise.reject(new Error('The worker dies.')) });
  await expect(pass(4 * SECOND_MS)).rejects.toThrow();
  Object.assign(recorder, { liveLines });
  await keep(aLine(1, 'Hello.'));
  await serve();
  expect(received()).toEqual([]);

  await pass(LEASE_MS);

  expect(received()).toEqual(['Hello.']);
});

it('a look is not put off by a worker that met the lease of one which lives', async () => {
  const { die, serve, pass, world, id, waiting } = await aDeadWorker();
  const { context, clock } = world;
  await pass(3 * SECOND_MS);
  waiting.splice(0);
  await die();
  clock.advance(4 * SECOND_MS);
  await serve();
  const { head } = await liveFeeds.load(context.table, id);
  const at = clock.now();
  if (head) await context.changes.save({ at, writes: [liveFeeds.put(head, { ...head.state, lease: null }, [], at)] });

  await serve();

  expect(waiting.map(({ delaySeconds }) => delaySeconds)).toEqual([26, 3]);
});

describe('a message of the sweeper', () => {
  it('is queued once more with the workspace as its message group, where the feed is due', async () => {
    const { take, waiting, id, owner, gateway, world } = await aDeadWorker();
    const before = gateway.received('one').length;
    waiting.splice(0);
    world.clock.advance(3 * MINUTE_MS);

    await take({ botId: id });

    const { workspaceId } = owner;
    expect(waiting).toEqual([{ message: { botId: id, workspaceId }, group: workspaceId }]);
    expect(gateway.received('one')).toHaveLength(before);
  });

  it('is dropped where the feed was looked at since it was sent', async () => {
    const { take, waiting, id, world, serve } = await aDeadWorker();
    world.clock.advance(3 * MINUTE_MS);
    await serve();
    waiting.splice(0);

    await take({ botId: id });

    expect(waiting).toEqual([]);
  });

  it('is queued once more where only the sweeper has moved the row on', async () => {
    const { take, waiting, id, world } = await aDeadWorker();
    const { clock, context } = world;
    clock.advance(10 * MINUTE_MS);
    const due = dueRows(context.table);
    const shards = Array.from({ length: DUE_SHARDS.swept }, (_, shard) => due.page(shard, clock.now(), undefined));
    const entry = (await Promise.all(shards))
      .flatMap(({ entries }) => entries)
      .find(({ type }) => type === 'live_feed');
    const row = entry && (await due.read(entry));
    if (!row) throw new Error('No feed is due.');
    await due.postpone(row, later(clock.now(), HOUR_MS));
    waiting.splice(0);

    await take({ botId: id });

    expect(waiting).toHaveLength(1);
  });
});
