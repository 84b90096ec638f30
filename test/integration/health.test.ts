import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const { app_url } = stackClient();

it('GET /health says without a key that the table, the bus and the keys of the stack answer', async () => {
  const response = await fetch(`${app_url}/health`);

  expect([response.status, await response.json()]).toEqual([
    200,
    {
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      checked_at: expect.any(String),
      parts: { table: 'ok', bus: 'ok', keys: 'ok' },
    },
  ]);
});
