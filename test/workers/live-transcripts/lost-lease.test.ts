import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { deliverFeed } from '#shared/capture/live-transcripts/commands/deliver-feed';
import { later } from '#shared/foundation/core/time';
import { liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
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

it('a reader whose right ends within a long run gets no line that is said a second later', async () => {
  const { world, owner, id: botId, aReader, keep, gateway } = await aLiveCall();
  await gateway.close();
  const guest = await world.aColleague(owner.workspaceId, 'guest');
  await aReader('slow');
  await aReader('guest', { key: guest.key });
  await keep(aLine(1, 'Hello.'));
  const { context, clock } = world;
  const { head } = await liveFeeds.load(context.table, botId);
  if (!head) throw new Error('There is no feed.');
  const lease = { holder: 'this worker', until: later(clock.now(), 60_000) };
  await context.changes.save({
    at: clock.now(),
    writes: [liveFeeds.put(head, { ...head.state, lease }, [], clock.now())],
  });
  const posted: string[] = [];
  const closed: string[] = [];
  const slow = Promise.withResolvers<'sent'>();
  const connections = {
    post: async (connectionId: string, frame: string) => {
      if (connectionId === 'slow') return slow.promise;
      posted.push(frame);
      return 'sent' as const;
    },
    close: async (connectionId: string) => {
      closed.push(connectionId);
      return 'ended' as const;
    },
  };
  let rounds = 0;
  const sleep = async () => {
    rounds += 1;
    // The other connections of the round have been sent to by the second one.
    if (rounds === 2) {
      await disableUser(context)(guest.userId);
      clock.advance(1000);
      await keep(aLine(2, 'Secret.'));
    }
    if (rounds === 4) slow.resolve('sent');
  };

  const delivery = { botId, holder: 'this worker', status: 'in_call', lookInSeconds: 1, lookAt: undefined } as const;
  await deliverFeed({ ...context, connections, sleep }, delivery);

  expect(posted.join('')).toContain('Hello.');
  expect(posted.join('')).not.toContain('Secret.');
  expect(closed).toEqual(['guest']);
});

it('a slow reader whose right ends gets no more of what was said before', async () => {
  const { world, owner, id: botId, aReader, keep, gateway } = await aLiveCall();
  await gateway.close();
  const guest = await world.aColleague(owner.workspaceId, 'guest');
  await aReader('guest', { key: guest.key });
  await keep(...Array.from({ length: 150 }, (_, nth) => aLine(nth + 1, `${nth} ${'word '.repeat(399)}`)));
  const { context, clock } = world;
  const { head } = await liveFeeds.load(context.table, botId);
  if (!head) throw new Error('There is no feed.');
  const lease = { holder: 'this worker', until: later(clock.now(), 60_000) };
  const at = clock.now();
  await context.changes.save({ at, writes: [liveFeeds.put(head, { ...head.state, lease }, [], at)] });
  const posted: number[] = [];
  const closed: string[] = [];
  const connections = {
    async post() {
      posted.push(clock.now());
      // As long as a connection may take for a frame; the worker reads the rights meanwhile.
      clock.advance(1000);
      for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
      if (posted.length === 1) await disableUser(context)(guest.userId);
      return 'sent' as const;
    },
    close: async (connectionId: string) => {
      closed.push(connectionId);
      return 'ended' as const;
    },
  };
  const sleep = () => new Promise<void>((done) => setImmediate(done));

  const delivery = { botId, holder: 'this worker', status: 'in_call', lookInSeconds: 1, lookAt: undefined } as const;
  await deliverFeed({ ...context, connections, sleep }, delivery);

  expect(posted.length).toBeLessThanOrEqual(5);
  expect(closed).toEqual(['guest']);
});
