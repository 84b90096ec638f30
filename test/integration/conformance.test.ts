import { freePort } from '#bin/stack/ports';
import { LOCAL_PASSWORD } from '#bin/stack/seed-cognito-user';
import { expect, it } from '#test/support/jest';
import { runAuthorizationScenarios } from '#test/support/run-conformance';
import { aScriptlessBrowser } from './scriptless-browser.ts';
import { stackClient } from './stack-client.ts';

const { app_url, user_email } = stackClient();

/** A browser with a signed-in user, who allows each agent. */
async function aWillingUser() {
  const browser = aScriptlessBrowser();
  await browser.go(`${app_url}/sign-in?next=/app`);
  await browser.submit('/login', { username: user_email, password: LOCAL_PASSWORD });
  return async (authorization: string) => {
    const { url } = await browser.go(authorization);
    await browser.submit(new URL(url).pathname, { decision: 'allow' });
  };
}

it.each(['2025-11-25', '2026-07-28'])(
  'the authorization scenarios of the conformance tests pass, of protocol %s',
  async (version) => {
    const port = await freePort();
    const registered = await fetch(`${app_url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
    });
    const { client_id: clientId } = (await registered.json()) as { readonly client_id: string };

    const { code, output } = await runAuthorizationScenarios({
      ...{ url: app_url, version, clientId, port, resource: `${app_url}/mcp` },
      visit: await aWillingUser(),
    });

    expect([code, output]).toEqual([0, expect.stringMatching(/authorization-code-grant: 1 passed, 0 failed/)]);
  },
);
