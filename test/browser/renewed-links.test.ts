import type { Browser, Page, Route } from 'playwright-core';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { wavHeader } from '#test/support/wav-header';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { aRecordedCall } from './a-recorded-call.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
let conversationId: string;
beforeAll(async () => {
  const [opened, call] = await Promise.all([aBrowser(), aRecordedCall('Long call')]);
  browser = opened;
  conversationId = call.conversationId;
});
afterAll(leaveBrowser);

const player = (page: Page) => page.locator('#player');
const sourceOf = (page: Page) => player(page).evaluate((element) => String(Reflect.get(element, 'src')));
const secondsOf = (page: Page) => player(page).evaluate((element) => Number(Reflect.get(element, 'currentTime')));

const BYTES_A_SECOND = 44_100;
/** A minute of silence, which any browser plays from its first bytes on. */
const SOUND = Buffer.concat([wavHeader(60 * BYTES_A_SECOND, BYTES_A_SECOND), Buffer.alloc(60 * BYTES_A_SECOND, 128)]);

/** A page whose player has the first part of its recording, by a link that answers 403 for the rest once it has expired. */
async function aPageWithALink() {
  const { page, leave } = await aVisitor(browser);
  await page.clock.install();
  const links: string[] = [];
  const waiting: Route[] = [];
  await page.route(/[?&]X-Amz-Signature=/, async (route) => {
    const url = route.request().url();
    if (!links.includes(url)) links.push(url);
    const from = Number(/^bytes=(\d+)-/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
    const isFirstLink = links.indexOf(url) === 0;
    if (isFirstLink && from > 0) return void waiting.push(route);
    const part = SOUND.subarray(from, isFirstLink ? SOUND.length / 4 : SOUND.length);
    const contentRange = `bytes ${from}-${from + part.length - 1}/${SOUND.length}`;
    const headers = { 'accept-ranges': 'bytes', 'content-range': contentRange, 'content-type': 'audio/wav' };
    return route.fulfill({ status: 206, headers, body: part });
  });
  const url = `${stack.app_url}/app/conversations/${conversationId}`;
  await page.goto(url);
  await signIn(page, stack.user_email, stack.user_password, 'Long call');
  return {
    page,
    leave,
    links,
    /** Time passes, and what the player still asks for by the first link is refused. */
    async expireAfter(minutes: number): Promise<void> {
      await page.clock.fastForward(minutes * MINUTE_MS);
      await eventually(
        async () => waiting.length,
        (count) => count > 0,
      );
      for (const route of waiting.splice(0)) await route.fulfill({ status: 403, body: 'Request has expired' });
    },
  };
}

describe('the player of a page whose link has expired', () => {
  it('goes on by a new link from where it was', async () => {
    const { page, links, expireAfter, leave } = await aPageWithALink();
    const before = await sourceOf(page);
    await player(page).evaluate((element) => Reflect.get(element, 'play').call(element));
    await eventually(
      () => secondsOf(page),
      (seconds) => seconds > 2,
    );

    await expireAfter(11);

    await eventually(
      () => sourceOf(page),
      (source) => source !== before,
    );
    expect(await secondsOf(page)).toBeGreaterThan(2);
    expect(await player(page).evaluate((element) => Reflect.get(element, 'paused'))).toBe(false);
    expect(links).toHaveLength(2);
    await leave();
  });
});
