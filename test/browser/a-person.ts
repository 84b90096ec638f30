import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { aStack } from '#test/integration/a-stack';

const { app_url } = aStack();
const PASSWORD = 'Correct-Horse-7-battery';

/** An address that nobody else of these tests has. */
export const anAddress = (name = 'ada'): string => `${name}-${randomUUID().slice(0, 8)}@acme.test`;

/** Signs up, confirms with a code and signs in, as somebody who never was here; ends on their list of workspaces. */
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

/** On the pool's own page, which is not ours; ends on the page that they were on the way to. */
export async function signIn(page: Page, email: string, password = PASSWORD, to = 'Your workspaces'): Promise<void> {
  await page.locator('input[name="username"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"], input[type="submit"]').first().click();
  await page.getByRole('heading', { level: 1, name: to }).waitFor();
}

/** A workspace of their own; its id. */
export async function makeWorkspace(page: Page, name = 'Acme'): Promise<string> {
  await page.goto(`${app_url}/app`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL(/\/app\/workspaces\/wks_\w+\/meetings/);
  return /wks_\w+/.exec(page.url())?.[0] ?? '';
}

/** The key that the page shows this once. */
export async function makeKey(page: Page): Promise<string> {
  await page.goto(`${app_url}/settings/personal/api`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  return ((await page.locator('#key').textContent()) ?? '').trim();
}
