import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const { call, workspace_id } = stackClient();

it.each(['meetings', 'bots', 'webhook_endpoints'])(
  'GET /%s/ has no route, and answers as without the slash, by the function of its group',
  async (resource) => {
    const query = `workspace_id=${workspace_id}&limit=1`;

    const passedOn = await call('GET', `/${resource}/?${query}`);
    const direct = await call('GET', `/${resource}?${query}`);

    expect([passedOn.status, passedOn.body]).toEqual([200, direct.body]);
  },
);
