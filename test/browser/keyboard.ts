import type { Locator, Page } from 'playwright-core';

/** More tab stops than any page has before its main control. */
const STOPS = 60;

/** Presses Tab until the target has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      if (!(await showsFocus(target))) throw new Error(`The focus of ${target} is not visible.`);
      return;
    }
  }
  throw new Error(`${target} is not reached in ${STOPS} presses of Tab.`);
}

const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return style !== undefined && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
  });
