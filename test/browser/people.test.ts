import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

/** A person who was met two hours ago; returns their email, and waits until they are counted. */
async function aMetPerson(workspaceId: string): Promise<string> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const email = `mary-${randomUUID().slice(0, 8)}@harvard.test`;
  await stack.call('POST', '/calendar_events', {
    workspace_id: workspaceId,
    member_data: { name: 'Ada', email: 'ada@acme.test' },
    ical_uid: `${randomUUID()}@acme.test`,
    title: 'Renewal',
    starts_at: hoursAgo(2),
    ends_at: hoursAgo(1),
    attendees: [{ name: 'Mary Shaw', email, response: 'accepted' }],
  });
  await eventually(
    async () => (await stack.call('GET', `/people?workspace_id=${workspaceId}&email=${email}`)).body.data,
    ([person]) => person?.meetings_count === 1 && person.company_id !== null,
  );
  return email;
}

describe('people and companies', () => {
  it('are found by name, and lead to their meetings and to each other, by keyboard alone', async () => {
    const workspaceId = await stack.newWorkspace('People');
    const email = await aMetPerson(workspaceId);
    const { page, problems, leave } = await aVisitor(browser);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goto(`${stack.app_url}/app/workspaces/${workspaceId}/people`);
    await signIn(page, stack.user_email, stack.user_password, 'People');

    await tabTo(page, page.getByLabel('Name or email'));
    await page.keyboard.type('sha');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'People found by sha, last met first' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: email }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);

    await tabTo(page, page.getByRole('link', { name: 'Mary Shaw' }));
    await page.keyboard.press('Enter');
    await heading('Mary Shaw');
    expect(await page.getByRole('link', { name: 'Renewal' }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);

    await tabTo(page, page.getByRole('link', { name: 'harvard.test' }));
    await page.keyboard.press('Enter');
    await heading('harvard.test');
    expect(await page.getByRole('link', { name: 'Mary Shaw' }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.goto(`${stack.app_url}/app/workspaces/${workspaceId}/companies?q=harv`);
    expect(await page.getByRole('link', { name: 'harvard.test' }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
