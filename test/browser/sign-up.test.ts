import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { aStack } from '#test/integration/a-stack';
import { aBrowser, aVisitor } from './a-browser.ts';
import { makeKey, makeWorkspace, signIn, signUp } from './a-person.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';

const { app_url, base_url } = aStack();
let browser: Browser;
/** Signed up once: from one address, few may in an hour. */
let email: string;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(() => browser?.close());

const withKey = (key: string, path: string) => fetch(`${base_url}${path}`, { headers: { authorization: key } });

describe('somebody who was never here before', () => {
  it('signs up, makes a workspace, takes a key, and calls the API with it', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    email = await signUp(page);
    const workspace = await makeWorkspace(page, 'Acme Labs');

    const key = await makeKey(page);

    const answer = await withKey(key, '/workspaces');
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.text()).data).toContainEqual(
      expect.objectContaining({ id: workspace, name: 'Acme Labs', role: 'owner', owner_email: email }),
    );
    // Nothing shows it again.
    await page.goto(`${app_url}/settings/personal/api`);
    expect(await page.content()).not.toContain(key);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('gets a key with the keyboard alone, and ends the one before', async () => {
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

  it('is led to sign in from a page of people who are signed in, and from there to that page', async () => {
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

describe('pages for everybody', () => {
  it.each([
    ['sign-up', 'light'],
    ['sign-up', 'dark'],
    ['sign-up/confirm', 'light'],
    ['sign-up/confirm', 'dark'],
    ['connect/ccl_nobody', 'dark'],
  ] as const)('/%s in %s can be used by everybody', async (path, colorScheme) => {
    const { page, problems, leave } = await aVisitor(browser, { colorScheme });
    await page.goto(`${app_url}/${path}`);

    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
