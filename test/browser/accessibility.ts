import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const PAGE_FAULTS = readFileSync(join('test', 'browser', 'in-page', 'page-faults.js'), 'utf8');

/** Roles that a person acts on, or that stand for something to be seen: without a name they are a riddle. */
const NAMED = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider'],
  ...['spinbutton', 'menuitem', 'tab', 'dialog', 'image', 'table', 'navigation', 'region', 'Audio', 'Video'],
]);

/**
 * What somebody who does not see the page, or sees it badly, would stumble over: by the tree that a screen reader is
 * given, by the outline of the document, and by the contrast of its texts. None when all is well.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // What is written may be there before the stylesheet is.
  await page.waitForLoadState('load');
  return [...(await unnamedIn(page)), ...((await page.evaluate(PAGE_FAULTS)) as string[])];
}

async function unnamedIn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(
      ({ ignored, role, name }) => !ignored && NAMED.has(String(role?.value)) && !String(name?.value ?? '').trim(),
    )
    .map(({ role, nodeId }) => `a ${role?.value} without a name (node ${nodeId})`);
}
