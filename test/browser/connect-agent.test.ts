import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { aLocalAgent } from './a-local-agent.ts';
import { accessibilityFaults } from './accessibility.ts';
import { signUp } from './user-actions.ts';

const { app_url } = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

it('a user connects an agent, sees it among their agents, and ends it', async () => {
  const agent = await aLocalAgent();
  const { page, leave } = await aVisitor(browser);
  await signUp(page);

  await page.goto(agent.authorize);
  await page.getByRole('heading', { level: 1, name: 'Connect an agent' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${agent.redirect_uri}?**`);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['desk', app_url]);
  expect((await agent.exchange(searchParams.get('code') ?? '')).status).toBe(200);

  await page.goto(`${app_url}/settings/personal/agents`);
  await page.getByText('Desk notes').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'End access' }).click();
  await page.getByText('No agent is connected.').waitFor();
  await leave();
  agent.close();
});
