import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
const PART_BYTES = 8_388_608;
let browser: Browser;
let workspaceId: string;
beforeAll(async () => {
  [browser, workspaceId] = await Promise.all([aBrowser(), stack.newWorkspace('Uploads')]);
});
afterAll(leaveBrowser);

/** A visitor on the page that uploads, and the requests to storage. */
async function anUploader() {
  const visitor = await aVisitor(browser);
  const { page } = visitor;
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).searchParams.get('partNumber') ?? '');
  });
  await page.goto(`${stack.app_url}/app/workspaces/${workspaceId}/uploads`);
  await signIn(page, stack.user_email, stack.user_password, 'Upload files');
  // The form is hidden until its script runs. Files that are set before would have no listener.
  await page.getByLabel('Choose files, or drop them here').waitFor();
  return { ...visitor, puts };
}

const aFile = (name: string, size: number) => ({ name, mimeType: 'audio/mpeg', buffer: randomBytes(size) });

const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** What screen readers announce from now on, a line each. */
async function announcements(page: Page): Promise<() => Promise<string>> {
  const said = await page.evaluateHandle(`(() => {
    const status = document.querySelector('form > [role=status]');
    const texts = [];
    new MutationObserver(() => texts.push(status.textContent)).observe(status, { childList: true });
    return texts;
  })()`);
  return async () => ((await said.jsonValue()) as readonly string[]).join('\n');
}

/** The ids of the uploads that the form holds. */
const uploadedIn = (page: Page): Promise<string[]> =>
  page
    .locator('input[name="upload"]')
    .evaluateAll((fields) => fields.map((field) => String(Reflect.get(field, 'value'))));

describe('the upload of files', () => {
  it('sends several files in parts to storage, with the progress of each', async () => {
    const { page, puts, problems, leave } = await anUploader();
    expect(await accessibilityFaults(page)).toEqual([]);
    await tabTo(page, page.getByLabel('Choose files, or drop them here'));
    const announced = await announcements(page);

    await page.setInputFiles('#files', [aFile('long.mp3', 2 * PART_BYTES), aFile('short.mp3', 2_000)]);

    for (const name of ['long.mp3', 'short.mp3']) await itemOf(page, name).getByText('Uploaded').waitFor();
    expect(puts.sort()).toEqual(['1', '1', '2']);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await announced()).toMatch(/long[.]mp3: (50|75) %\n(.*\n)*.* is uploaded[.] You can continue[.]$/);
    for (const id of await uploadedIn(page))
      expect((await stack.call('GET', `/uploads/${id}`)).body).toMatchObject({ parts: null, url: expect.any(String) });
    expect(problems()).toEqual([]);
    await leave();
  });

  it('takes files that are dropped', async () => {
    const { page, problems, leave } = await anUploader();
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['some sound'], 'dropped.mp3', { type: 'audio/mpeg' }));
      return transfer;
    })()`);

    await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped });

    await itemOf(page, 'dropped.mp3').getByText('Uploaded').waitFor();
    expect(problems()).toEqual([]);
    await leave();
  });

  it('tries a part again that storage refused, with a link that is signed anew', async () => {
    const { page, puts, leave } = await anUploader();
    let refused = 0;
    await page.route(/partNumber=1/, (route) => {
      refused += 1;
      return refused === 1
        ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        : route.continue();
    });

    await page.setInputFiles('#files', [aFile('again.mp3', 2_000)]);

    await itemOf(page, 'again.mp3').getByText('Uploaded').waitFor();
    expect(puts).toEqual(['1', '1']);
    await leave();
  });

  it('leaves out what is cancelled, and refuses an empty file', async () => {
    const { page, leave } = await anUploader();
    await page.route(/partNumber=/, () => undefined);

    await page.setInputFiles('#files', [aFile('stuck.mp3', 2_000), aFile('empty.mp3', 0)]);

    await itemOf(page, 'empty.mp3').getByText('The file is empty.').waitFor();
    await page.getByRole('button', { name: 'Cancel stuck.mp3' }).click();
    expect(await itemOf(page, 'stuck.mp3').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Continue' }).isVisible()).toBe(false);
    await leave();
  });
});
