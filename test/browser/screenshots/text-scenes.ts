import type { Page } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { firstSeconds } from '#test/support/shipped-meeting';

const stack = stackClient();
const { app_url, workspace_id } = stack;
const workspacePath = `${app_url}/app/workspaces/${workspace_id}`;

/** A file on its way to a text; orders, exports and the trash. The user is signed in. */
export async function* textScenes(page: Page, conversationId: string): AsyncGenerator<string> {
  yield* uploading(page);
  yield* ordering(page, conversationId);
}

async function* uploading(page: Page): AsyncGenerator<string> {
  const made = await somethingToWriteBy();
  await page.goto(`${workspacePath}/uploads`);
  yield 'uploads-none';
  const buffer = Buffer.from(await firstSeconds(5));
  await page.setInputFiles('#files', { name: 'interview.wav', mimeType: 'audio/wav', buffer });
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  yield 'uploads';
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).waitFor();
  yield 'order-new';
  await page.getByLabel('Spoken language').fill('nonsense!');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.locator('[aria-invalid]').waitFor();
  yield 'order-new-refused';
  for (const path of made) await stack.call('DELETE', path);
}

/** A style guide and a glossary; returns their paths. */
async function somethingToWriteBy(): Promise<readonly string[]> {
  const named = { workspace_id, organization_default: true };
  const guide = { ...named, name: 'House style', operation: 'transcription' };
  const glossary = { ...named, name: 'Products', source_language: 'en' };
  const made = [await stack.call('POST', '/style_guides', guide), await stack.call('POST', '/glossaries', glossary)];
  const [guideId, glossaryId] = made.map(({ body }) => body.id);
  return [`/style_guides/${guideId}`, `/glossaries/${glossaryId}`];
}

/** A translation, from its order to the trash and out of it. */
async function* ordering(page: Page, conversationId: string): AsyncGenerator<string> {
  const asked = { source_conversation_id: conversationId, target_languages: ['fr'] };
  const draft = (await stack.call('POST', '/translate', { ...asked, confirm: false })).body;
  await page.goto(`${app_url}/app/orders/${draft.id}`);
  yield 'order-draft';
  await stack.call('POST', `/orders/${draft.id}/confirm`);
  const order = await eventually(
    async () => (await stack.call('GET', `/orders/${draft.id}`)).body,
    ({ state }) => state === 'fulfilled',
  );
  await page.goto(`${workspacePath}/orders`);
  yield 'orders';
  await page.goto(`${app_url}/app/orders/${order.id}`);
  yield 'order';
  const [translation] = order.outputs_ids;
  yield* exporting(page, translation);
  await stack.call('DELETE', `/conversations/${translation}`);
  await page.goto(`${workspacePath}/trash`);
  yield 'trash';
  await page.goto(`${app_url}/app/conversations/${translation}/delete`);
  yield 'delete-permanently';
  await page.getByRole('button', { name: 'Delete permanently' }).click();
}

async function* exporting(page: Page, conversationId: string): AsyncGenerator<string> {
  const asked = { conversation_ids: [conversationId], format: 'docx' };
  const { id } = (await stack.call('POST', '/exports', asked)).body;
  await page.goto(`${app_url}/app/exports/${id}`);
  await page.getByRole('link', { name: /^Download / }).waitFor();
  yield 'export';
}
