import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { aRecordedCall } from './a-recorded-call.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
let call: Awaited<ReturnType<typeof aRecordedCall>>;
beforeAll(async () => {
  [browser, call] = await Promise.all([aBrowser(), aRecordedCall('Launch')]);
});
afterAll(leaveBrowser);

describe('the trash', () => {
  it('takes a conversation from the list, gives it back, and is emptied after a confirmation', async () => {
    const translation = await call.aTranslation('fr');
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${stack.app_url}/app/workspaces/${call.workspaceId}/conversations?kind=translation`);
    await signIn(page, stack.user_email, stack.user_password, 'Conversations');

    await page.getByRole('button', { name: 'Move to trash' }).click();
    const moved = page.getByRole('status').filter({ hasText: 'Moved to the trash' });
    await moved.waitFor();
    expect(await page.getByText('No conversation matches.').count()).toBe(1);
    await moved.getByRole('link', { name: 'trash' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Restore' }));
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Restored from the trash' }).waitFor();
    expect(page.url()).toContain(translation);

    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('link', { name: 'Delete permanently…' }).click();
    await page.getByRole('heading', { level: 1, name: /^Delete Launch.* permanently[?]$/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect((await stack.call('GET', `/conversations/${translation}`)).status).toBe(404);
    expect(problems()).toEqual([]);
    await leave();
  });
});
