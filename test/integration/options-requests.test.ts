import { stackClient } from '#test/integration/stack-client';
import { describe, expect, it } from '#test/support/jest';

const { base_url: baseUrl, app_url: appUrl } = stackClient();

describe('OPTIONS', () => {
  it('405: of a path of the API, with what is allowed, as deployed', async () => {
    const answered = await fetch(`${baseUrl}/meetings`, { method: 'OPTIONS' });

    expect([answered.status, answered.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
    expect(await answered.json()).toMatchObject({ errors: [{ code: 'method_not_allowed' }] });
  });

  it('204: of the token endpoint, to a page of another origin', async () => {
    const headers = { origin: 'https://agent.test', 'access-control-request-method': 'POST' };

    const answered = await fetch(`${appUrl}/oauth/token`, { method: 'OPTIONS', headers });

    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});
