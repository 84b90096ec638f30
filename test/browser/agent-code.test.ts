import type { Browser, Page } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { makeKey, signIn, signUp } from './user-actions.ts';

const { app_url, base_url } = stackClient();
let browser: Browser;
/** One user for all tests: sign-ups per hour and IP address are limited. */
let email: string;
let key: string;
beforeAll(async () => {
  browser = await aBrowser();
  const { page, leave } = await aVisitor(browser);
  email = await signUp(page);
  key = await makeKey(page);
  await leave();
});
afterAll(leaveBrowser);

const exchange = (token: string) =>
  fetch(`${base_url}/agent_sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });

const codeOn = async (page: Page) => {
  await page.locator('#code').waitFor();
  return ((await page.locator('#code').textContent()) ?? '').trim();
};

describe('the agent code', () => {
  it('is shown to a person at once, without the key, and can be exchanged once', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${app_url}/app/agent_sessions/new`);
    await signIn(page, email, undefined, 'Agent code');

    const code = await codeOn(page);

    expect(await accessibilityFaults(page)).toEqual([]);
    const [first, second] = [await exchange(code), await exchange(code)];
    expect([first.status, second.status]).toEqual([200, 401]);
    expect(await first.json()).toMatchObject({ object: 'agent_session', api_key: key });
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is not shown to an automated browser', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => true }));
    await page.goto(`${app_url}/app/agent_sessions/new`);
    await signIn(page, email, undefined, 'Agent code');

    await page.getByRole('alert').filter({ hasText: 'controlled by a program' }).waitFor();
    expect(await page.locator('#code').count()).toBe(0);
    expect(problems()).toEqual([]);
    await leave();
  });
});
