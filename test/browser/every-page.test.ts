import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaultsInEachLook } from './accessibility.ts';
import { scenes } from './screenshots/scenes.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

/** The pages of test providers are not ours. */
const isOfATestProvider = (scene: string): boolean => scene.startsWith('test-provider');

describe('every page of the screenshots', () => {
  it('is accessible in light mode, dark mode and on a narrow screen, and reports no errors', async () => {
    const { page, problems, leave } = await aVisitor(browser);
    const faults: string[] = [];

    for await (const scene of scenes(page))
      if (!isOfATestProvider(scene))
        for (const fault of await accessibilityFaultsInEachLook(page)) faults.push(`${scene}, ${fault}`);

    expect(faults).toEqual([]);
    expect(problems()).toEqual([]);
    await leave();
  });
});
