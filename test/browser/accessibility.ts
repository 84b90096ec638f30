import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { LOOKS } from './screenshots/looks.ts';

const PAGE_FAULTS = readFileSync(join('test', 'browser', 'in-page', 'page-faults.js'), 'utf8');

/** Roles that need an accessible name. */
const NAMED = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider'],
  ...['spinbutton', 'menuitem', 'tab', 'dialog', 'image', 'table', 'navigation', 'region', 'Audio', 'Video'],
]);

/**
 * Accessibility defects of a page, by its accessibility tree, the outline of its document and the contrast of its texts.
 * Empty when it has none.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  return [...(await unnamedIn(page)), ...(await visibleFaults(page))];
}

async function visibleFaults(page: Page): Promise<readonly string[]> {
  // The document may be parsed before its stylesheet is loaded.
  await page.waitForLoadState('load');
  return page.evaluate(PAGE_FAULTS);
}

/** The same in light mode, in dark mode and on a narrow screen, each with the name of its look. */
export async function accessibilityFaultsInEachLook(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    // Names do not depend on colours.
    const found = colorScheme === 'dark' ? await visibleFaults(page) : await accessibilityFaults(page);
    for (const fault of found) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

async function unnamedIn(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState('load');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(
      ({ ignored, role, name }) => !ignored && NAMED.has(String(role?.value)) && !String(name?.value ?? '').trim(),
    )
    .map(({ role, nodeId }) => `a ${role?.value} without a name (node ${nodeId})`);
}
