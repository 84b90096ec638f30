import type { Page } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';

const stack = stackClient();
const { app_url, workspace_id } = stack;
const workspacePath = `${app_url}/app/workspaces/${workspace_id}`;

/** People, companies, usage and the audit log of the workspace, a search without a result included. The user is signed in, and Grace was met. */
export async function* peopleScenes(page: Page): AsyncGenerator<string> {
  const { data } = await eventually(
    async () => (await stack.call('GET', `/people?workspace_id=${workspace_id}&q=grace`)).body,
    (found) => found.data.some(({ company_id, meetings_count }: Found) => company_id !== null && meetings_count > 0),
  );
  const { id, company_id } = data.find((one: Found) => one.company_id !== null);
  await page.goto(`${workspacePath}/people`);
  yield 'people';
  await page.goto(`${workspacePath}/people?q=zzz`);
  yield 'people-none-found';
  await page.goto(`${app_url}/app/people/${id}`);
  yield 'person';
  await page.goto(`${workspacePath}/companies`);
  yield 'companies';
  await page.goto(`${app_url}/app/companies/${company_id}`);
  yield 'company';
  await page.goto(`${workspacePath}/usage`);
  yield 'usage';
  await page.goto(`${workspacePath}/audit_events`);
  yield 'audit-log';
}

interface Found {
  readonly company_id: string | null;
  readonly meetings_count: number;
}
