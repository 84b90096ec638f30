import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults, accessibilityFaultsInEachLook } from './accessibility.ts';

const { base_url } = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

describe('the API reference', () => {
  // The longest page: it is laid out once for all looks.
  it('is accessible in light mode, dark mode and on a narrow screen', async () => {
    const { page, problems, leave } = await aVisitor(browser);

    await page.goto(`${base_url}/docs`);

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await accessibilityFaultsInEachLook(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });

  it('is accessible without JavaScript', async () => {
    const { page, problems, leave } = await aVisitor(browser, { javaScriptEnabled: false });

    await page.goto(`${base_url}/docs`);

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
