import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { anAddress, signIn, signUp } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

describe('an invitation to a team', () => {
  it('is sent by an owner, and accepted by who signs up with the address, who then leaves', async () => {
    const email = anAddress('grace');
    const team = `${stack.app_url}/app/workspaces/${stack.workspace_id}/team`;
    const owner = await aVisitor(browser);
    await owner.page.goto(team);
    await signIn(owner.page, stack.user_email, stack.user_password, 'Team');

    await owner.page.getByLabel('Email').fill(email);
    await owner.page.getByLabel('Role').selectOption('Guest');
    await tabTo(owner.page, owner.page.getByRole('button', { name: 'Send invitation' }));
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('status').filter({ hasText: 'The invitation is on its way by mail.' }).waitFor();
    const row = owner.page.getByRole('row').filter({ hasText: email });
    expect(await row.getByText('Invited', { exact: true }).count()).toBe(1);
    expect(await accessibilityFaults(owner.page)).toEqual([]);

    const { page, problems, leave } = await aVisitor(browser);
    await signUp(page, email);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'See the invitation' }).click();
    await page.getByRole('heading', { level: 1, name: /^Invitation to / }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Meetings' }).waitFor();

    await page.goto(team);
    expect(await page.getByRole('button', { name: 'Send invitation' }).count()).toBe(0);
    await page.getByRole('link', { name: `Change ${email}` }).click();
    await page.getByRole('heading', { level: 1, name: email }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave workspace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your workspaces' }).waitFor();
    await owner.page.goto(team);
    expect(await owner.page.getByText(email).count()).toBe(0);
    expect([...problems(), ...owner.problems()]).toEqual([]);
    await Promise.all([leave(), owner.leave()]);
  });
});
