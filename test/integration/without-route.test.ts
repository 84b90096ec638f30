import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const { call, newWorkspace } = stackClient();

it.each(['meetings', 'bots', 'webhook_endpoints'])(
  'GET /%s/ has no route, and answers as without the slash, by the function of its group',
  async (resource) => {
    // Its own, in which other tests make nothing between the two requests.
    const query = `workspace_id=${await newWorkspace('Without a route')}&limit=1`;

    const passedOn = await call('GET', `/${resource}/?${query}`);
    const direct = await call('GET', `/${resource}?${query}`);

    expect([passedOn.status, passedOn.body]).toEqual([200, direct.body]);
  },
);
