import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { signUp } from './user-actions.ts';

const { app_url } = stackClient();
const CONNECTOR = new URL(`${app_url}/mcp`);

let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

/** What the SDK's client keeps between the steps of OAuth, and the address to which it sends the user. */
function aProvider(redirectUrl: string) {
  let information: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let discovery: OAuthDiscoveryState | undefined;
  let verifier = '';
  const sent: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Desk notes', redirect_uris: [redirectUrl] },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => void sent.push(url),
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovery = given;
    },
    discoveryState: () => discovery,
  };
  return {
    ...{ provider, sent },
    tokens: () => tokens,
    /** As if the access token had ended. */
    spoilAccessToken: () => {
      if (tokens) tokens = { ...tokens, access_token: 'ended' };
    },
  };
}

it('the client of the SDK finds the server, registers, is allowed in a browser, calls, refreshes, and is ended', async () => {
  const callback = createServer((_, response) => response.end('Connected'));
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  const { provider, sent, tokens, spoilAccessToken } = aProvider(redirectUrl);
  const connect = async () => {
    const client = new Client({ name: 'desk-notes', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(CONNECTOR, { authProvider: provider });
    try {
      await client.connect(transport);
      return { client, transport };
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      return { client: undefined, transport };
    }
  };

  const refused = await connect();
  expect(refused.client).toBeUndefined();
  const { page, leave } = await aVisitor(browser);
  await signUp(page);
  await page.goto(String(sent[0]));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${redirectUrl}?**`);
  await refused.transport.finishAuth(new URL(page.url()).searchParams);

  const { client } = await connect();
  const { tools } = (await client?.listTools()) ?? { tools: [] };
  expect(tools.map(({ name }) => name)).toContain('list_meetings');
  const workspaces = async () =>
    (await client?.callTool({ name: 'list_workspaces', arguments: {} }))?.structuredContent;
  expect(await workspaces()).toMatchObject({ workspaces: [{ role: 'owner' }] });

  const before = tokens();
  spoilAccessToken();
  expect(await workspaces()).toMatchObject({ workspaces: [{ role: 'owner' }] });
  expect(tokens()?.refresh_token).not.toBe(before?.refresh_token);

  await page.goto(`${app_url}/settings/personal/agents`);
  await page.getByRole('button', { name: 'End access' }).click();
  await page.getByText('No agent is connected.').waitFor();
  await expect(workspaces()).rejects.toThrow();
  await client?.close();
  await leave();
  callback.close();
});
