import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';

const { base_url } = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

describe('the API reference', () => {
  it.each([
    ['in light', { colorScheme: 'light' }],
    ['in dark', { colorScheme: 'dark' }],
    ['on a narrow screen', { viewport: { width: 360, height: 740 } }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ] as const)('is accessible %s', async (_how, options) => {
    const { page, problems, leave } = await aVisitor(browser, options);

    await page.goto(`${base_url}/docs`);

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
