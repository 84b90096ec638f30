import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { aBrowser, aVisitor, leaveBrowser } from '../a-browser.ts';
import { DESK, LOOKS } from './looks.ts';
import { scenes } from './scenes.ts';

/** Takes a full-page screenshot of each page in each look, or of one page alone, and returns their number. */
export async function shootPages(folder: string, only?: string): Promise<number> {
  const browser = await aBrowser();
  let count = 0;
  try {
    const { page } = await aVisitor(browser);
    for await (const name of scenes(page)) {
      if (only !== undefined && name !== only) continue;
      count += await shootOne(page, join(folder, name));
      if (name === only) break;
    }
  } finally {
    leaveBrowser();
  }
  return count;
}

async function shootOne(page: Page, path: string): Promise<number> {
  for (const { name, colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.screenshot({ path: `${path}-${name}.png`, fullPage: true });
  }
  await page.setViewportSize(DESK);
  return LOOKS.length;
}
