import type { Browser } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
let id: string;
beforeAll(async () => {
  [browser, id] = await Promise.all([aBrowser(), aRecordedMeeting()]);
});
afterAll(leaveBrowser);

async function aRecordedMeeting(): Promise<string> {
  const { body } = await stack.call('POST', '/bots', {
    workspace_id: stack.workspace_id,
    meeting_url: 'https://meet.google.com/abc-good-def',
    title: 'Launch',
    allow_multiple_bots: true,
  });
  const meeting = await eventually(
    async () => (await stack.call('GET', `/meetings/${body.meeting_id}`)).body,
    (seen) => seen.results.status === 'ready',
  );
  return meeting.id;
}

describe('the page of a recorded meeting', () => {
  it('plays the recording, and the transcript follows', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    await page.goto(`${stack.app_url}/app/meetings/${id}`);
    await signIn(page, stack.user_email, stack.user_password, 'Launch');
    expect(await accessibilityFaults(page)).toEqual([]);
    const parts = page.locator('.transcript li');
    const third = parts.nth(2);
    const start = Number(await third.getAttribute('data-start'));

    await third.locator('a.time').click();

    const player = page.locator('#player');
    await eventually(
      () => player.evaluate((element) => Number(Reflect.get(element, 'currentTime'))),
      (seconds) => seconds >= start,
    );
    await page.locator('.transcript li[aria-current]').waitFor();
    expect(await page.locator('.transcript li[aria-current]').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 2, name: 'Summary' }).count()).toBe(1);

    await tabTo(page, parts.nth(3).locator('a.time'));
    await page.keyboard.press('Enter');
    await eventually(
      () => parts.nth(3).getAttribute('aria-current'),
      (current) => current !== null,
    );
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is readable on a narrow screen, in dark mode and without JavaScript', async () => {
    const looks = { colorScheme: 'dark', javaScriptEnabled: false, viewport: { width: 360, height: 740 } } as const;
    const { page, problems, leave } = await aVisitor(browser, looks);

    await page.goto(`${stack.app_url}/app/meetings/${id}`);
    await signIn(page, stack.user_email, stack.user_password, 'Launch');

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.locator('.transcript li').count()).toBeGreaterThan(3);
    expect(problems()).toEqual([]);
    await leave();
  });
});
