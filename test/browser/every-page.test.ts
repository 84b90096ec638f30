import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { LOOKS } from './screenshots/looks.ts';
import { scenes } from './screenshots/scenes.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

async function faultsIn(page: Page, scene: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    for (const fault of await accessibilityFaults(page)) faults.push(`${scene}, ${name}: ${fault}`);
  }
  return faults;
}

/** The pages of test providers are not ours. */
const isOfATestProvider = (scene: string): boolean => scene.startsWith('test-provider');

describe('every page of the screenshots', () => {
  it('is accessible in light mode, dark mode and on a narrow screen, and reports no errors', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    const faults: string[] = [];

    for await (const scene of scenes(page))
      if (!isOfATestProvider(scene)) faults.push(...(await faultsIn(page, scene)));

    expect(faults).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
