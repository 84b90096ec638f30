import type { Browser, Page } from 'playwright-core';
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

/** The id of a draft of a translation. */
async function aDraft(): Promise<string> {
  const body = { source_conversation_id: call.conversationId, target_languages: ['fr'], confirm: false };
  return (await stack.call('POST', '/translate', body)).body.id;
}

/** Counts the documents that the tab loads from now on. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}

describe('an order on its page', () => {
  it('is confirmed with the keyboard, and shows its text when it is there without being loaded again', async () => {
    const id = await aDraft();
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${stack.app_url}/app/workspaces/${call.workspaceId}/orders?state=incomplete`);
    await signIn(page, stack.user_email, stack.user_password, 'Orders');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator(`a[href="/app/orders/${id}"]`).click();
    await page.getByText('This order is a draft.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Confirm this order' }));

    await page.keyboard.press('Enter');

    await page.getByText('Confirmed', { exact: true }).waitFor();
    const loads = countLoads(page);
    await page.getByText('Done', { exact: true }).first().waitFor();
    expect(loads()).toBe(0);
    expect(await page.getByRole('button', { name: 'Cancel this order' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.locator('.transcript').waitFor();
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is cancelled, also without JavaScript', async () => {
    const id = await aDraft();
    const { page, problems, leave } = await aVisitor(browser, { javaScriptEnabled: false });
    await page.goto(`${stack.app_url}/app/orders/${id}`);
    await signIn(page, stack.user_email, stack.user_password, 'Order: Launch');

    await page.getByRole('button', { name: 'Cancel this order' }).click();

    await page.getByText('Cancelled').first().waitFor();
    expect(await page.getByRole('link', { name: 'Open' }).count()).toBe(0);
    expect(problems()).toEqual([]);
    await leave();
  });
});

describe('the conversation of an order', () => {
  it('shows its text when it is there, without being loaded again', async () => {
    const id = await aDraft();
    const [conversation] = (await stack.call('GET', `/orders/${id}`)).body.outputs_ids;
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${stack.app_url}/app/conversations/${conversation}`);
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    await page.getByText('There is no text yet').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await stack.call('POST', `/orders/${id}/confirm`);
    await page.reload();
    const loads = countLoads(page);

    await page.locator('.transcript').waitFor();

    expect(loads()).toBe(0);
    expect(problems()).toEqual([]);
    await leave();
  });
});
