import type { Browser } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { firstSeconds } from '#test/support/shipped-meeting';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
let workspaceId: string;
beforeAll(async () => {
  [browser, workspaceId] = await Promise.all([aBrowser(), stack.newWorkspace('Files'), speechServerStarts()]);
});
afterAll(leaveBrowser);

/** The first request to the speech server installs it: minutes on a new machine, seconds afterwards. */
async function speechServerStarts(): Promise<void> {
  const address = `${stack.speech_url}/v1/audio/transcriptions`;
  await eventually(
    async () => (await fetch(address, { method: 'POST', body: new FormData() })).status,
    (status) => status !== 503,
  );
}

describe('a file with speech', () => {
  it('is uploaded, ordered, and read with its sound', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${stack.app_url}/app/workspaces/${workspaceId}/uploads`);
    await signIn(page, stack.user_email, stack.user_password, 'Upload files');
    // The form is hidden until its script runs. A file that is set before would have no listener.
    await page.getByLabel('Choose files, or drop them here').waitFor();
    const file = { name: 'launch.wav', mimeType: 'audio/wav', buffer: Buffer.from(await firstSeconds(11)) };
    await page.setInputFiles('#files', file);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order a text of the file' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Spoken language').fill('en');
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch');
    await tabTo(page, page.getByRole('button', { name: 'Order', exact: true }));

    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Launch' }).waitFor();
    const text = page.locator('.transcript');
    await text.waitFor();
    expect(await text.textContent()).toMatch(/today we have to settle the date/i);
    expect(await accessibilityFaults(page)).toEqual([]);
    const player = page.locator('audio#player');
    await tabTo(page, text.locator('a.time').last());
    await page.keyboard.press('Enter');
    const start = Number(await text.locator('li').last().getAttribute('data-start'));
    await eventually(
      () => player.evaluate((element) => Number(Reflect.get(element, 'currentTime'))),
      (seconds) => seconds > start,
    );
    expect(Math.round(await player.evaluate((element) => Number(Reflect.get(element, 'duration'))))).toBe(11);
    expect(problems()).toEqual([]);
    await leave();
  });
});
