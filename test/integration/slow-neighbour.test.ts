import { expect, it, jest } from '@jest/globals';
import { eventually, stackClient } from '#test/integration/stack-client';
import { aReceiver } from '#test/support/receiver';

jest.setTimeout(180_000);

const stack = stackClient();
/** More than the local stack has concurrent batches of first attempts. */
const EVENTS_FOR_SLOW = 11;
const EVENTS_FOR_HEALTHY = 3;

/** A workspace of its own with one endpoint. */
async function aWorkspace(url: string) {
  const workspace_id: string = (await stack.call('POST', '/workspaces', { name: 'Neighbour' })).body.id;
  const subscription = { workspace_id, url, enabled_events: ['meeting.created'] };
  const { id } = (await stack.call('POST', '/webhook_endpoints', subscription)).body;
  let events = 0;
  return {
    happens: async () => {
      events += 1;
      const { status } = await stack.call('POST', '/calendar_events', {
        workspace_id,
        member_data: { email: 'ada@neighbour.test' },
        ical_uid: `${workspace_id}-${events}@calendar.test`,
        starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
      expect(status).toBe(201);
    },
    deleteEndpoint: () => stack.call('DELETE', `/webhook_endpoints/${id}`),
  };
}

/** Attempts at `slow` end when the sender gives up, or when the receiver is closed. */
async function receivers() {
  const order: string[] = [];
  let asked = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await aReceiver(async () => {
    asked += 1;
    await Promise.race([released, new Promise((givenUp) => setTimeout(givenUp, GIVES_UP_MS).unref())]);
    order.push('slow');
    return 204;
  });
  const healthy = await aReceiver(() => {
    order.push('healthy');
    return 204;
  });
  const close = async () => {
    release();
    await Promise.all([slow.close(), healthy.close()]);
  };
  return { slow, healthy, order, asked: () => asked, close };
}

/** The sender's limit for a response. */
const GIVES_UP_MS = 10_000;

it('an endpoint receives its events before the first attempt ends at a slow endpoint of another workspace', async () => {
  const { slow, healthy, order, asked, close } = await receivers();
  const [neighbour, workspace] = [await aWorkspace(slow.url), await aWorkspace(healthy.url)];
  const receives = (events: number) =>
    eventually(
      () => order,
      (seen) => seen.filter((receiver) => receiver === 'healthy').length === events,
    );
  // The functions have started then.
  await workspace.happens();
  await receives(1);

  for (let nth = 0; nth < EVENTS_FOR_SLOW; nth += 1) await neighbour.happens();
  await eventually(asked, (requests) => requests > 0);
  for (let nth = 0; nth < EVENTS_FOR_HEALTHY; nth += 1) await workspace.happens();
  await receives(1 + EVENTS_FOR_HEALTHY);
  const received = [...order];
  await Promise.all([neighbour.deleteEndpoint(), workspace.deleteEndpoint()]);
  await close();

  expect(received).toEqual(Array(1 + EVENTS_FOR_HEALTHY).fill('healthy'));
});
