import type { Browser } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { anAddress, signIn } from './user-actions.ts';

const stack = stackClient();
const log = `${stack.app_url}/app/workspaces/${stack.workspace_id}/webhooks`;
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

describe('the webhook log', () => {
  it('shows the response of an endpoint, and redelivers the event', async () => {
    let status = 400;
    const receiver = await aReceiver(() => status);
    const { body: endpoint } = await stack.call('POST', '/webhook_endpoints', {
      workspace_id: stack.workspace_id,
      url: receiver.url,
      enabled_events: ['meeting.created'],
    });
    receiver.trust(endpoint.secret);
    await stack.call('POST', '/calendar_events', {
      workspace_id: stack.workspace_id,
      member_data: { email: anAddress() },
      ical_uid: `${endpoint.id}@calendar.test`,
      title: 'Launch',
      starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const [first] = await eventually(
      () => receiver.received,
      (received) => received.length > 0,
    );
    status = 204;
    const { page, problems, leave } = await aVisitor(browser);

    await page.goto(`${log}?endpoint=${endpoint.id}`);
    await signIn(page, stack.user_email, stack.user_password, 'Webhooks');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator(`a[href$="${first?.id}"]`).click();
    await page.getByRole('heading', { level: 1, name: 'meeting.created' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByRole('status').filter({ hasText: 'Redelivery requested' }).waitFor();

    const again = await eventually(
      () => receiver.received.find(({ answered, id }) => answered === 204 && id === first?.id),
      (taken) => taken !== undefined,
    );
    expect(again).toMatchObject({ id: first?.id, body: first?.body, genuine: true });
    await page.getByRole('link', { name: 'Refresh' }).click();
    await eventually(
      async () => {
        await page.reload();
        return page.getByRole('row').filter({ hasText: 'Manual' }).filter({ hasText: '204' }).count();
      },
      (count) => count === 1,
    );
    expect(problems()).toEqual([]);
    await stack.call('DELETE', `/webhook_endpoints/${endpoint.id}`);
    await Promise.all([leave(), receiver.close()]);
  });
});
