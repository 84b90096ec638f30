import type { Browser, Page } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { aRecordedCall } from './a-recorded-call.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
let id: string;
beforeAll(async () => {
  const [opened, call] = await Promise.all([aBrowser(), aRecordedCall('Launch')]);
  browser = opened;
  id = call.conversationId;
});
afterAll(leaveBrowser);

const pageOf = (conversation: string) => `${stack.app_url}/app/conversations/${conversation}`;

async function correctedByTheApi(segment: string | null, text: string): Promise<void> {
  const path = `/conversations/${id}/transcript`;
  const etag = String((await stack.call('GET', path)).headers.get('etag'));
  const { status } = await stack.call('PATCH', path, { segments: [{ id: segment, text }] }, { 'if-match': etag });
  expect(status).toBe(200);
}

const playedSeconds = (page: Page) =>
  page.locator('#player').evaluate((element) => Number(Reflect.get(element, 'currentTime')));

describe('the conversations of a workspace', () => {
  it('are kept in folders, named and tagged, by mouse and on a narrow screen', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Conversations' }).click();

    await page.getByRole('link', { name: 'New folder' }).click();
    await page.getByLabel('Name').fill('Renewals');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { level: 1, name: 'Renewals' }).waitFor();
    await page.getByRole('link', { name: 'New folder' }).click();
    await page.getByLabel('Name').fill('2026');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { level: 1, name: '2026' }).waitFor();
    await page.goto(pageOf(id));
    await page.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Renewals/2026' });
    await page.getByRole('textbox', { name: 'Tags' }).fill('renewal, q4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: '2026' }).click();

    await page.getByRole('link', { name: 'Launch' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'q4' }).click();
    await page.getByRole('link', { name: 'Launch' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: '2026', exact: true }).click();
    await page.getByRole('link', { name: 'Rename, move or delete' }).click();
    await page.getByRole('button', { name: 'Delete folder' }).click();
    await page.getByRole('alert').filter({ hasText: 'There are conversations in this folder' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});

describe('an export', () => {
  it('is asked for on the page, and downloaded when it is written', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    await page.getByLabel('Format').selectOption({ label: 'Word document' });
    await page.getByLabel('Times').uncheck();

    await page.getByRole('button', { name: 'Export' }).click();

    const link = page.getByRole('link', { name: /^Download .*[.]docx$/ });
    await link.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/[.]docx$/);
    expect(problems()).toEqual([]);
    await leave();
  });
});

describe('a correction', () => {
  it('is saved in place, and on a conflict shows what the other has written', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    const item = page.locator('.transcript li').nth(3);
    const segment = await item.getAttribute('data-segment');
    await page.locator('.transcript li').nth(6).locator('a.time').click();
    await item.getByRole('link', { name: 'Correct' }).click();
    const text = page.getByLabel('Text at');
    await text.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await text.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await correctedByTheApi(segment, 'What another has written.');

    await text.fill('What <b>I</b> have written.');
    await item.getByRole('button', { name: 'Save' }).click();

    await item.getByText('It now reads').waitFor();
    expect(await item.locator('q').textContent()).toContain('What another has written.');
    expect(await text.inputValue()).toBe('What <b>I</b> have written.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await item.getByRole('button', { name: 'Save' }).click();
    await item.locator('.said').waitFor();
    expect(await item.locator('.said').textContent()).toBe('What <b>I</b> have written.');
    // The page was never left: the recording plays on.
    expect(await playedSeconds(page)).toBeGreaterThan(1);
    // Chromium reports the 412 to the console.
    expect(problems().filter((problem) => !problem.includes('412'))).toEqual([]);
    await leave();
  });

  it('keeps what was typed when the service is not reached, and works without JavaScript', async () => {
    const { page, leave } = await aVisitor(browser);
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    const item = page.locator('.transcript li').nth(4);
    await item.getByRole('link', { name: 'Correct' }).click();
    await page.getByLabel('Text at').fill('Typed offline.');
    await page.context().setOffline(true);
    await item.getByRole('button', { name: 'Save' }).click();
    await item.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
    expect(await page.getByLabel('Text at').inputValue()).toBe('Typed offline.');
    await page.context().setOffline(false);
    await item.getByRole('button', { name: 'Save' }).click();
    await item.locator('.said').getByText('Typed offline.').waitFor();
    await leave();

    const scriptless = await aVisitor(browser, { javaScriptEnabled: false });
    await scriptless.page.goto(pageOf(id));
    await signIn(scriptless.page, stack.user_email, stack.user_password, 'Launch');
    const same = scriptless.page.locator('.transcript li').nth(4);
    await same.getByRole('link', { name: 'Correct' }).click();
    await scriptless.page.getByLabel('Text at').fill('Typed without a script.');
    await same.getByRole('button', { name: 'Save' }).click();
    await same.locator('.said').getByText('Typed without a script.').waitFor();
    expect(scriptless.problems()).toEqual([]);
    await scriptless.leave();
  });
});

describe('the page of a conversation', () => {
  it('plays from the word that is clicked, marks the word that is spoken, and begins at #t=', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${pageOf(id)}#t=20.5`);
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    await page.goto(`${pageOf(id)}#t=20.5`);
    expect(await playedSeconds(page)).toBeCloseTo(20.5, 1);
    const parts = page.locator('.transcript li');
    const current = page.locator('.transcript li[aria-current]');
    expect(Number(await current.getAttribute('data-start'))).toBeLessThanOrEqual(20.5);
    expect(await accessibilityFaults(page)).toEqual([]);

    await parts
      .nth(1)
      .locator('.said')
      .click({ position: { x: 3, y: 5 } });

    const first = parts.nth(1).locator('[data-at]').first();
    const start = Number(await first.getAttribute('data-at'));
    await eventually(
      () => playedSeconds(page),
      (seconds) => seconds > start && seconds < 20,
    );
    await eventually(
      () => parts.nth(1).locator('[data-spoken]').count(),
      (count) => count === 1,
    );
    expect(await current.count()).toBe(1);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is operated with the keyboard only', async () => {
    const { page, problems, leave } = await aVisitor(browser, { colorScheme: 'dark' });
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    const times = page.locator('.transcript a.time');
    await tabTo(page, times.nth(0));

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const third = Number(await page.locator('.transcript li').nth(2).getAttribute('data-start'));
    // It plays on meanwhile, and a busy machine may look when a later passage is current.
    await eventually(
      async () => Number(await page.locator('.transcript li[aria-current]').getAttribute('data-start')),
      (current) => current >= third,
    );
    await page.keyboard.press('Space');
    const spoken = page.locator('[data-spoken]');
    const before = Number(await spoken.getAttribute('data-at'));
    await page.keyboard.press('ArrowRight');

    expect(Number(await spoken.getAttribute('data-at'))).toBeGreaterThan(before);
    expect(new URL(page.url()).hash).toMatch(/^#t=\d/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is readable without JavaScript, and a link to a moment leads to its text', async () => {
    const looks = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } } as const;
    const { page, problems, leave } = await aVisitor(browser, looks);
    await page.goto(pageOf(id));
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    expect(await accessibilityFaults(page)).toEqual([]);
    const last = page.locator('.transcript li').last();

    await page.locator('.transcript a.time').last().click();

    expect(new URL(page.url()).hash).toBe(`#${await last.getAttribute('id')}`);
    expect(problems()).toEqual([]);
    await leave();
  });
});
