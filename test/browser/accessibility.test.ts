import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

const GOOD = '<!doctype html><html lang="en"><title>A page</title><body style="background: #fff; color: #111"><main>';

async function faultsIn(markup: string): Promise<readonly string[]> {
  const { page, leave } = await aVisitor(browser);
  await page.setContent(markup);
  const faults = await accessibilityFaults(page);
  await leave();
  return faults;
}

describe('the accessibility checks', () => {
  it('find nothing on an accessible page', async () => {
    expect(await faultsIn(`${GOOD}<h1>A page</h1><h2>Part</h2><button>Go on</button>`)).toEqual([]);
  });

  it.each([
    ['a control without a name', `${GOOD}<h1>A page</h1><button></button>`, /^a button without a name/],
    ['a field without a label', `${GOOD}<h1>A page</h1><input>`, /^a textbox without a name/],
    [
      'an image without alternative text',
      `${GOOD}<h1>A page</h1><img src="data:," width="9">`,
      /^a image without a name/,
    ],
    ['a second h1', `${GOOD}<h1>A page</h1><h1>Again</h1>`, /^2 h1$/],
    ['a skipped heading level', `${GOOD}<h1>A page</h1><h3>Deep</h3>`, /^a heading of level 3 under none/],
    ['a duplicate id', `${GOOD}<h1 id="a">A page</h1><p id="a">Text</p>`, /^the id a twice$/],
    [
      'text with low contrast',
      `${GOOD}<h1>A page</h1><p style="color: #999">Text</p>`,
      /^a contrast of 2\.8\d: P "Text"$/,
    ],
    ['a page that is too wide', `${GOOD}<h1>A page</h1><p style="width: 2000px">Text</p>`, /px wider than the window$/],
    ['a positive tabindex', `${GOOD}<h1>A page</h1><a href="#" tabindex="3">On</a>`, /^a tabindex of 3$/],
    ['a page without main', '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>', /^0 main$/],
    ['a page without a language', '<!doctype html><title>A page</title><main><h1>A page</h1></main>', /its language$/],
  ])('find %s', async (_what, markup, fault) => {
    expect(await faultsIn(markup)).toEqual([expect.stringMatching(fault)]);
  });
});
