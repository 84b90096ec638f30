import type { Locator, Page } from 'playwright-core';

/** More stops than any page of ours has before what a person came for. */
const STOPS = 60;

/** Goes on with the Tab key until the one that is meant has the focus, which must then be seen to be there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      if (!(await showsFocus(target))) throw new Error(`Nothing shows that ${target} has the focus.`);
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
