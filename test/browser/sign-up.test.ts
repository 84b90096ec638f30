import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { makeKey, makeWorkspace, signIn, signUp } from './user-actions.ts';

const { app_url, base_url } = stackClient();
let browser: Browser;
/** One user for all tests: sign-ups per hour and IP address are limited. */
let email: string;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

const withKey = (key: string, path: string) => fetch(`${base_url}${path}`, { headers: { authorization: key } });

describe('a new user', () => {
  it('signs up, creates a workspace and a key, and calls the API with it', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    email = await signUp(page);
    const workspace = await makeWorkspace(page, 'Acme Labs');

    const key = await makeKey(page);

    const answer = await withKey(key, '/workspaces');
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.text()).data).toContainEqual(
      expect.objectContaining({ id: workspace, name: 'Acme Labs', role: 'owner', owner_email: email }),
    );
    // No page shows it again.
    await page.goto(`${app_url}/settings/personal/api`);
    expect(await page.content()).not.toContain(key);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('replaces the key with the keyboard only', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${app_url}/settings/personal/api`);
    await signIn(page, email, undefined, 'Your API key');
    await page.getByRole('button', { name: 'Replace API key' }).click();
    const first = ((await page.locator('#key').textContent()) ?? '').trim();
    await tabTo(page, page.getByRole('link', { name: 'API key' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Replace your key' }).waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Replace API key' }));
    await page.keyboard.press('Enter');

    const second = ((await page.locator('#key').textContent()) ?? '').trim();
    expect([(await withKey(first, '/workspaces')).status, (await withKey(second, '/workspaces')).status]).toEqual([
      401, 200,
    ]);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is redirected to the sign-in page without a session, and back afterwards', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${app_url}/settings/personal/api`);
    await signIn(page, email, undefined, 'Your API key');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are signed out' }).waitFor();

    await page.goto(`${app_url}/app/agent_sessions/new`);

    await signIn(page, email, undefined, 'Agent code');
    expect(problems()).toEqual([]);
    await leave();
  });
});

describe('public pages', () => {
  it.each([
    ['sign-up', 'light'],
    ['sign-up', 'dark'],
    ['sign-up/confirm', 'light'],
    ['sign-up/confirm', 'dark'],
    ['connect/ccl_unknown', 'dark'],
  ] as const)('/%s in %s is accessible', async (path, colorScheme) => {
    const { page, problems, leave } = await aVisitor(browser, { colorScheme });
    await page.goto(`${app_url}/${path}`);

    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
