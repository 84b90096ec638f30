import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';

const stack = stackClient();
/** More than the local stack has concurrent batches of first attempts. */
const EVENTS_FOR_SLOW = 11;
const EVENTS_FOR_HEALTHY = 3;
/** A round is repeated where the sender gave up first: on a busy machine that need not be the neighbour's work. */
const ROUNDS = 8;

const subscribe = async (workspace_id: string, url: string): Promise<string> =>
  (await stack.call('POST', '/webhook_endpoints', { workspace_id, url, enabled_events: ['meeting.created'] })).body.id;

let pushes = 0;
async function push(workspace_id: string, events: number): Promise<void> {
  for (let nth = 0; nth < events; nth += 1) {
    pushes += 1;
    const { status } = await stack.call('POST', '/calendar_events', {
      workspace_id,
      member_data: { email: 'ada@neighbour.test' },
      ical_uid: `${workspace_id}-${pushes}@calendar.test`,
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(status).toBe(201);
  }
}

/** A receiver that never responds: an attempt ends when the sender gives up. */
async function aSilentReceiver() {
  let [begun, ended] = [0, 0];
  const server = createServer((request, response) => {
    begun += 1;
    response.once('close', () => {
      ended += 1;
    });
    request.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    begun: () => begun,
    ended: () => ended,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

it('an endpoint receives its events before the first attempt ends at a slow endpoint of another workspace', async () => {
  const [neighbour, workspace] = [await stack.newWorkspace('Neighbour'), await stack.newWorkspace('Healthy')];
  const healthy = await aReceiver();
  const endpoint = await subscribe(workspace, healthy.url);
  let expected = 0;
  /** Answers whether all have arrived when the condition holds, or when they have. */
  const arrive = async (events: number, orUntil: () => boolean = () => false): Promise<boolean> => {
    expected += events;
    await push(workspace, events);
    const count = () => new Set(healthy.received.map(({ id }) => id)).size;
    await eventually(count, (received) => received === expected || orUntil());
    return count() === expected;
  };
  /** Answers whether all events of the healthy endpoint arrived while each attempt at the slow one was under way. */
  const round = async (): Promise<boolean> => {
    const slow = await aSilentReceiver();
    // Of its own in each round: what is known to be slow is kept apart from the beginning.
    const slowEndpoint = await subscribe(neighbour, slow.url);
    await push(neighbour, EVENTS_FOR_SLOW);
    await eventually(slow.begun, (requests) => requests > 0);
    const arrived = await arrive(EVENTS_FOR_HEALTHY, () => slow.ended() > 0);
    const wasMeanwhile = arrived && slow.ended() === 0;
    await stack.call('DELETE', `/webhook_endpoints/${slowEndpoint}`);
    slow.close();
    if (!arrived) await arrive(0);
    return wasMeanwhile;
  };
  // The functions have started then.
  await arrive(1);

  let wasMeanwhile = false;
  for (let nth = 0; nth < ROUNDS && !wasMeanwhile; nth += 1) wasMeanwhile = await round();
  await stack.call('DELETE', `/webhook_endpoints/${endpoint}`);
  await healthy.close();

  expect(wasMeanwhile).toBe(true);
});
