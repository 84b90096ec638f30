import { randomInt } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

describe('the outbox', () => {
  it('shows the mail to the owner of a disabled webhook endpoint, whose link leads to the unsubscribe page', async () => {
    const { workspace_id } = stack;
    // Nothing is sent there; the port tells this endpoint from those of other tests.
    const host = `localhost:${randomInt(20_000, 60_000)}`;
    const sent = { workspace_id, url: `http://${host}/`, enabled_events: ['meeting.created'] };
    const { body: endpoint } = await stack.call('POST', '/webhook_endpoints', sent);
    await stack.call('PATCH', `/webhook_endpoints/${endpoint.id}`, { status: 'disabled' });
    const { page, problems, leave } = await aVisitor(browser);

    await page.goto(`${stack.app_url}/app/outbox`);
    await signIn(page, stack.user_email, stack.user_password, 'Outbox');
    const link = page.getByRole('link', { name: `Webhook endpoint at ${host}` });
    await eventually(
      async () => {
        await page.reload();
        return link.count();
      },
      (links) => links > 0,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await link.click();

    const shown = page.frameLocator('iframe').getByText(endpoint.id);
    await shown.waitFor();
    expect(await page.locator('pre').textContent()).toContain(endpoint.id);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Unsubscribe' }).click();
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
