import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';
import { aLiveLink } from '#test/support/live-reader';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { signIn } from './user-actions.ts';

const stack = stackClient();
let browser: Browser;
beforeAll(async () => {
  browser = await aBrowser();
});
afterAll(leaveBrowser);

/** The id of a meeting whose bot is on its way into a call that takes its own time. */
async function aLiveMeeting(): Promise<string> {
  const { body } = await stack.call('POST', '/bots', {
    workspace_id: stack.workspace_id,
    meeting_url: aLiveLink(),
    title: 'Live',
  });
  await eventually(
    () => stack.call('GET', `/meetings/${body.meeting_id}/live`),
    ({ status }) => status === 200,
  );
  return body.meeting_id;
}

/** How long the page waits for the first message of a connection. */
const LONGEST_OPENING_MS = 15_000;

/** Notes when each segment is on the page, by its number. The clock of the page is ahead by the time that was skipped. */
const noteArrivals = (page: Page, skippedMs: number): Promise<unknown> =>
  page.evaluate(`{
    const log = document.querySelector('[data-live-log]');
    globalThis.arrivals = {};
    new MutationObserver(() => {
      for (const item of log.children) globalThis.arrivals[item.dataset.number] ??= Date.now() - ${skippedMs};
    }).observe(log, { childList: true });
  }`);

/** How long after its end each line was on the page; it decides nothing. */
async function delaysOf(id: string, arrivals: Readonly<Record<string, number>>): Promise<string> {
  const { transcript, media } = (await stack.call('GET', `/meetings/${id}/results`)).body;
  const [bot] = (await stack.call('GET', `/bots?workspace_id=${stack.workspace_id}&meeting_id=${id}`)).body.data;
  const startedAt = Date.parse(bot.ended_at) - media.duration_seconds * 1_000;
  const delays = Object.entries(arrivals)
    .map(([number, at]) => Math.round(at - startedAt - transcript.segments[Number(number) - 1].end * 1_000))
    .sort((one, other) => one - other);
  const median = delays[Math.floor(delays.length / 2)];
  return `From a line of the simulator to the page: median ${median} ms, longest ${delays.at(-1)} ms, of ${delays.length} lines.`;
}

it('the page of a meeting shows the words while they are said, and then the transcript', async () => {
  const { page, problems, leave } = await aVisitor(browser);
  await page.goto(`${stack.app_url}/app`);
  await signIn(page, stack.user_email, stack.user_password);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/live\?/, (socket) => {
    // The first one opens, and sends nothing.
    if (sockets.length > 0) socket.connectToServer();
    sockets.push(socket);
  });
  const opened = (wanted: number) =>
    eventually(
      () => sockets.length,
      (count) => count >= wanted,
    );
  const id = await aLiveMeeting();

  await page.clock.install();
  await page.goto(`${stack.app_url}/app/meetings/${id}`);
  await noteArrivals(page, LONGEST_OPENING_MS);
  await opened(1);
  await page.clock.fastForward(LONGEST_OPENING_MS);
  await opened(2);
  const said = page.locator('[data-live-log] li');
  await said.first().waitFor();
  expect(await page.getByRole('heading', { level: 2, name: 'Live transcript' }).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);

  // The connection ends in the middle of the call.
  await sockets[1]?.close();
  await opened(3);
  const before = await said.count();
  await eventually(
    () => said.count(),
    (count) => count > before + 1,
  );
  const numbers = await said.evaluateAll((items) => items.map((item) => Number(item.getAttribute('data-number'))));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const words = await said.evaluateAll((items) => items.map((item) => item.textContent));

  const arrivals = await page.evaluate(() => Reflect.get(globalThis, 'arrivals') as Record<string, number>);
  const transcript = page.locator('#results .transcript li');
  await transcript.first().waitFor();
  const final = await transcript.allTextContents();
  for (const [at, text] of words.entries()) expect(final[at]).toContain(text);
  expect(await page.locator('[data-live]').count()).toBe(0);
  process.stdout.write(`${await delaysOf(id, arrivals)}\n`);
  expect(problems()).toEqual([]);
  await leave();
});
