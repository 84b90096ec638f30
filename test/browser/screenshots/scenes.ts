import type { Page } from 'playwright-core';
import { anAddress, makeKey, makeWorkspace, signIn, signUp } from '#test/browser/user-actions';
import { eventually, stackClient } from '#test/integration/stack-client';
import { aReceiver } from '#test/support/receiver';
import { aLocalAgent } from '../a-local-agent.ts';
import { aTestAccount } from '../a-test-account.ts';
import { peopleScenes } from './people-scenes.ts';
import { textScenes } from './text-scenes.ts';

const stack = stackClient();
const { app_url, base_url, workspace_id } = stack;
const workspacePath = `${app_url}/app/workspaces/${workspace_id}`;

/** Goes through the pages as users do, and yields a name at each one to look at, errors and empty lists included. */
export async function* scenes(page: Page): AsyncGenerator<string> {
  yield* newcomer(page);
  const connected = yield* connecting(page);
  yield* insider(page);
  yield* reference(page);
  await stack.call('DELETE', `/calendar_connections/${connected}`);
}

async function* newcomer(page: Page): AsyncGenerator<string> {
  await page.goto(`${app_url}/sign-up`);
  yield 'sign-up';
  await page.getByLabel('Email').fill('ada@acme.test');
  await page.getByLabel('Password').fill('too-short');
  await page.getByRole('button', { name: 'Sign up' }).click();
  yield 'sign-up-refused';
  await page.goto(`${app_url}/sign-up/confirm`);
  yield 'confirm';
  await signUp(page);
  yield 'workspaces-first';
  await page.goto(`${app_url}/settings/personal/api`);
  yield 'key-none';
  await makeKey(page);
  yield 'key-new';
  await page.goto(`${app_url}/settings/personal/api`);
  yield 'key';
  await page.goto(`${app_url}/app/agent_sessions/new`);
  await page.locator('#code').waitFor();
  yield 'agent-code-shown';
  const agent = await aLocalAgent();
  await page.goto(agent.authorize);
  yield 'agent-consent';
  await page.goto(`${app_url}/settings/personal/agents`);
  yield 'agents-none';
  agent.close();
  await makeWorkspace(page, 'Acme');
  yield 'meetings-none';
  await page.goto(page.url().replace('/meetings', '/connections'));
  yield 'calendars-none';
  await page.goto(page.url().replace('/connections', '/webhooks'));
  yield 'webhooks-none';
  await page.goto(`${app_url}/app/meetings/mtg_01kcw3v9e2f3hb5wnkq8zr6m4t`);
  yield 'not-there';
  await page.getByRole('button', { name: 'Sign out' }).click();
  yield 'signed-out';
}

/** Returns the id of the connection that it creates. */
async function* connecting(page: Page): AsyncGenerator<string, string> {
  const account = await aTestAccount('google', anAddress('grace'));
  await account.adds('Launch review', new Date(Date.now() + 3_600_000).toISOString(), 'https://zoom.us/j/123456789');
  const { body } = await stack.call('POST', '/calendar_connect_links', {
    workspace_id,
    member_data: { name: 'Grace', email: account.email },
    return_url: `${app_url}/api/v1/docs`,
  });
  await page.goto(body.url);
  yield 'connect';
  let connected = '';
  for (const words of ['Deny', 'Allow']) {
    await page.goto(body.url);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.locator(`input[name="account"][value="${account.email}"]`).check();
    if (words === 'Deny') yield 'test-provider-consent';
    await page.getByRole('button', { name: words }).click();
    await page.waitForURL(`${app_url}/**`);
    connected = new URL(page.url()).searchParams.get('calendar_connection_id') ?? '';
    if (words === 'Deny') yield 'connect-denied';
  }
  await page.goto(body.url);
  yield 'connect-used';
  await page.goto(stack.test_providers.google);
  yield 'test-provider-calendar';
  return connected;
}

async function* insider(page: Page): AsyncGenerator<string> {
  const receiver = await aReceiver(() => 500);
  try {
    yield* insiderWith(page, receiver.url);
  } finally {
    // Also where the pictures end before the last page.
    await receiver.close();
  }
}

async function* insiderWith(page: Page, receiverUrl: string): AsyncGenerator<string> {
  const { body: endpoint } = await stack.call('POST', '/webhook_endpoints', {
    workspace_id,
    url: receiverUrl,
    enabled_events: ['*'],
  });
  const { body: bot } = await stack.call('POST', '/bots', {
    workspace_id,
    meeting_url: 'https://meet.google.com/abc-good-xyz',
    title: 'Beta launch',
    allow_multiple_bots: true,
    participants: [
      { name: 'Ada Lovelace', email: 'ada@acme.test' },
      { name: 'Grace Hopper', email: 'grace@navy.test' },
    ],
  });
  await page.goto(`${app_url}/app`);
  await signIn(page, stack.user_email, stack.user_password);
  yield 'workspaces';
  const { transcript } = await eventually(
    async () => (await stack.call('GET', `/meetings/${bot.meeting_id}`)).body.results,
    ({ status }) => status === 'ready',
  );
  await page.goto(`${workspacePath}/meetings`);
  yield 'meetings';
  await page.goto(`${app_url}/app/meetings/${bot.meeting_id}`);
  yield 'meeting';
  await page.goto(`${workspacePath}/conversations`);
  yield 'conversations';
  await page.getByRole('link', { name: 'Beta launch' }).first().click();
  yield 'conversation';
  await page.goto(`${workspacePath}/folders`);
  yield 'folder-new';
  await page.goto(`${workspacePath}/team`);
  yield 'team';
  yield* peopleScenes(page);
  yield* textScenes(page, transcript.conversation_id);
  await page.goto(`${workspacePath}/connections`);
  yield 'calendars';
  await page.getByRole('link', { name: 'Feeds' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calendar feeds' }).waitFor();
  yield 'calendar-feeds-none';
  await page.goto(`${workspacePath}/connections`);
  await page.getByRole('link', { name: 'Disconnect…' }).first().click();
  yield 'calendar-disconnect';
  await page.goto(`${workspacePath}/webhooks`);
  yield 'webhooks';
  await eventually(
    async () =>
      (await stack.call('GET', `/webhook_events?workspace_id=${workspace_id}&webhook_endpoint_id=${endpoint.id}`)).body
        .data.length,
    (events) => events > 0,
  );
  await page.goto(`${workspacePath}/webhooks?endpoint=${endpoint.id}`);
  await page.locator('tbody a').first().click();
  yield 'webhook-event';
  await stack.call('DELETE', `/webhook_endpoints/${endpoint.id}`);
}

async function* reference(page: Page): AsyncGenerator<string> {
  await page.goto(`${base_url}/docs`);
  yield 'reference';
  await page.goto(`${base_url}/docs/first-request`);
  yield 'guide';
}
