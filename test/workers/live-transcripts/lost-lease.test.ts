import { later } from '#shared/core/time';
import { deliverFeed } from '#shared/live-transcripts/commands/deliver-feed';
import { liveFeeds } from '#shared/live-transcripts/feeds-store';
import { expect, it } from '#test/support/jest';
import { aLiveCall } from '#test/support/live-call';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

it('a worker that has lost its lease returns when what it is sending has ended, and not before', async () => {
  const { world, id: botId, aReader, keep, gateway } = await aLiveCall();
  await gateway.close();
  await aReader('slow');
  await keep(aLine(1, 'Hello.'));
  const { context, clock } = world;
  const leaseTo = async (holder: string) => {
    const { head } = await liveFeeds.load(context.table, botId);
    if (!head) throw new Error('There is no feed.');
    const lease = { holder, until: later(clock.now(), 60_000) };
    const at = clock.now();
    await context.changes.save({ at, writes: [liveFeeds.put(head, { ...head.state, lease }, [], at)] });
  };
  await leaseTo('this worker');
  const order: string[] = [];
  const connections = {
    async post() {
      // Longer than a worker takes to see that the lease is another's.
      for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
      order.push('sent');
      return 'sent' as const;
    },
    close: async () => 'ended' as const,
  };
  const sleep = () => leaseTo('another worker');

  const delivery = { botId, holder: 'this worker', status: 'in_call', lookInSeconds: 1, lookAt: undefined } as const;
  const next = await deliverFeed({ ...context, connections, sleep }, delivery);
  order.push('returned');

  expect(next).toBeNull();
  expect(order).toEqual(['sent', 'returned']);
});
