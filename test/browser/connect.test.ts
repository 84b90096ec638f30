import type { Browser, Page } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { aPartnersPage } from './a-partners-page.ts';
import { aTestAccount, type Provider } from './a-test-account.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { anAddress, signIn } from './user-actions.ts';

const stack = stackClient();
const NAMES = { google: 'Google', microsoft: 'Microsoft' };
/** Connections that these tests created. */
const made = new Set<string>();
let browser: Browser;
let partner: Awaited<ReturnType<typeof aPartnersPage>>;
beforeAll(async () => {
  [browser, partner] = await Promise.all([aBrowser(), aPartnersPage()]);
});
afterAll(async () => {
  leaveBrowser();
  await partner?.close();
  // A calendar that stays connected would be polled while the stack runs.
  for (const id of made) await stack.call('DELETE', `/calendar_connections/${id}`);
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function aLinkFor(email: string): Promise<string> {
  const { status, body } = await stack.call('POST', '/calendar_connect_links', {
    workspace_id: stack.workspace_id,
    member_data: { name: 'Ada', email },
    return_url: partner.url,
    state: 'onboarding-7',
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.url;
}

/** Answers on the provider's page. */
async function answer(page: Page, email: string, words: 'Allow' | 'Deny'): Promise<void> {
  await page.locator(`input[name="account"][value="${email}"]`).check();
  await page.getByRole('button', { name: words }).click();
}

/** The query of the return URL. */
async function backAtThePartner(page: Page): Promise<URLSearchParams> {
  await page.getByRole('heading', { name: 'Back at the partner' }).waitFor();
  const query = new URL(page.url()).searchParams;
  made.add(query.get('calendar_connection_id') ?? '');
  return query;
}

const connection = async (id: string) => (await stack.call('GET', `/calendar_connections/${id}`)).body;

describe.each(['google', 'microsoft'] as const)('a calendar at %s', (provider: Provider) => {
  it('is denied, then connected; fails when access is revoked, and reconnects under the same id', async () => {
    const account = await aTestAccount(provider, anAddress(provider));
    const title = `Launch of ${account.email}`;
    await account.adds(title, inAnHour(), 'https://meet.google.com/abc-good-def');
    const receiver = await aReceiver();
    const { body: endpoint } = await stack.call('POST', '/webhook_endpoints', {
      workspace_id: stack.workspace_id,
      url: receiver.url,
      enabled_events: ['calendar_connection.error', 'calendar_connection.connected', 'meeting.created'],
    });
    receiver.trust(endpoint.secret);
    const { page, problems, leave } = await aVisitor(browser);

    await page.goto(await aLinkFor(account.email));
    await page.getByRole('heading', { level: 1, name: 'Connect your calendar' }).waitFor();
    await page.getByRole('button', { name: `Continue with ${NAMES[provider]}` }).click();
    await answer(page, account.email, 'Deny');
    await page.getByRole('heading', { level: 1, name: 'You did not allow access' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: `Continue with ${NAMES[provider]}` }).click();
    await answer(page, account.email, 'Allow');

    const query = await backAtThePartner(page);
    expect(Object.fromEntries(query)).toMatchObject({ tab: 'mine', status: 'connected', state: 'onboarding-7' });
    const id = query.get('calendar_connection_id') ?? '';
    expect(await connection(id)).toMatchObject({ status: 'active', member_id: query.get('member_id') });
    await eventually(
      () => receiver.received.filter(({ type, object }) => type === 'meeting.created' && object.title === title),
      (meetings) => meetings.length === 1,
    );

    await page.goto(`${stack.app_url}/app/workspaces/${stack.workspace_id}/connections`);
    await signIn(page, stack.user_email, stack.user_password, 'Calendars');
    const row = page.getByRole('row').filter({ hasText: account.email });
    await row.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('status').filter({ hasText: 'Sync requested' }).waitFor();
    await account.takesAccessBack();
    // A sync run that has already started may notice it first.
    await stack.call('POST', `/calendar_connections/${id}/sync`);
    const told = await eventually(
      () => receiver.received.filter(({ type, object }) => type === 'calendar_connection.error' && object.id === id),
      (errors) => errors.length === 1,
    );
    expect(told).toMatchObject([{ genuine: true, object: { status: 'error', error: { code: 'access_revoked' } } }]);

    await page.goto(`${stack.app_url}/app/workspaces/${stack.workspace_id}/connections`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Create reconnect link' }).click();
    const link = ((await page.locator('#link').textContent()) ?? '').trim();
    await page.goto(link);
    await page.getByRole('button', { name: `Continue with ${NAMES[provider]}` }).click();
    await answer(page, account.email, 'Allow');
    await page.getByRole('heading', { level: 1, name: 'Your calendar is connected' }).waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await connection(id)).toMatchObject({ id, status: 'active', error: null });
    expect(problems()).toEqual([]);
    await stack.call('DELETE', `/webhook_endpoints/${endpoint.id}`);
    await Promise.all([leave(), receiver.close()]);
  });

  it('is connected with the keyboard only', async () => {
    const account = await aTestAccount(provider, anAddress(provider));
    const { page, problems, leave } = await aVisitor(browser, { colorScheme: 'dark' });
    await page.goto(await aLinkFor(account.email));
    expect(await accessibilityFaults(page)).toEqual([]);

    await tabTo(page, page.getByRole('button', { name: `Continue with ${NAMES[provider]}` }));
    await page.keyboard.press('Enter');
    await answer(page, account.email, 'Allow');

    await backAtThePartner(page);
    expect(problems()).toEqual([]);
    await leave();
  });
});

describe('a connect link', () => {
  it('that was used or is incomplete, and an invalid callback, end on a page with the reason', async () => {
    const account = await aTestAccount('google', anAddress('grace'));
    const link = await aLinkFor(account.email);
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await answer(page, account.email, 'Allow');
    await backAtThePartner(page);

    const headingAt = async (url: string) => {
      await page.goto(url);
      expect(await accessibilityFaults(page)).toEqual([]);
      return page.getByRole('heading', { level: 1 }).textContent();
    };

    expect(await headingAt(link)).toBe('This link has already been used');
    expect(await headingAt(link.slice(0, -4))).toBe('This link does not exist');
    expect(await headingAt(`${stack.app_url}/connect/callback?code=x&state=y`)).toBe('This request has expired');
    expect(problems()).toEqual([]);
    await leave();
  });
});
