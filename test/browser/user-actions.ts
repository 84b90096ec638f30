import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';

const { app_url, base_url } = stackClient();
const PASSWORD = 'Correct-Horse-7-battery';

/** A unique address. */
export const anAddress = (name = 'ada'): string => `${name}-${randomUUID().slice(0, 8)}@acme.test`;

/** Signs up a new user, confirms the code and signs in; ends on the list of workspaces. */
export async function signUp(page: Page, email = anAddress()): Promise<string> {
  await page.goto(`${app_url}/sign-up`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await signIn(page, email, PASSWORD);
  return email;
}

/** Fills in the identity provider's page; ends on the page with this heading. */
export async function signIn(page: Page, email: string, password = PASSWORD, to = 'Your workspaces'): Promise<void> {
  await page.locator('input[name="username"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"], input[type="submit"]').first().click();
  await page.getByRole('heading', { level: 1, name: to }).waitFor();
}

/** Creates a workspace, and returns its id. */
export async function makeWorkspace(page: Page, name = 'Acme'): Promise<string> {
  await page.goto(`${app_url}/app`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL(/\/app\/workspaces\/wks_\w+\/meetings/);
  return /wks_\w+/.exec(page.url())?.[0] ?? '';
}

/** Creates the first key of a user, and returns it. */
export async function makeKey(page: Page): Promise<string> {
  await page.goto(`${app_url}/settings/personal/api`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  return ((await page.locator('#key').textContent()) ?? '').trim();
}

/** Lets an agent on the user's own machine read their meetings; ends where it is called back. */
export async function allowAgent(page: Page, authorization: string): Promise<void> {
  await page.goto(authorization);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/oauth/callback');
}

/** The ids of the agents that read the first workspace of a user. */
export async function agentsOf(key: string): Promise<readonly string[]> {
  const read = async (path: string) => {
    const answer = await fetch(`${base_url}${path}`, { headers: { authorization: key } });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    return data.map(({ id }) => id);
  };
  const [workspaceId] = await read('/workspaces');
  return read(`/agents?workspace_id=${workspaceId}`);
}
