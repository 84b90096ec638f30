import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '#bin/chromium';
import { aStack } from '#test/integration/a-stack';

const { app_url, base_url } = aStack();

/** No page of ours needs a host but this machine: to any other name there is no address. */
const LOOPBACK_ALONE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost';

const QUIET = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** As a person's: a browser that says that a program drives it is shown no agent code. */
const AS_A_PERSON = '--disable-blink-features=AutomationControlled';

/** Chromium, headless, with a profile of its own that goes when it is closed. */
export const aBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    // Its sandbox asks for what containers do not have; it is shown nothing but our own pages.
    chromiumSandbox: false,
    args: [...QUIET, LOOPBACK_ALONE, AS_A_PERSON],
  });

export interface Visitor {
  readonly page: Page;
  /** What a developer would find in red: errors, refusals by the policy for content, requests that failed or left. */
  readonly problems: () => readonly string[];
  readonly leave: () => Promise<void>;
}

/** Somebody at a screen, with cookies of their own. */
export async function aVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  watch(page, (problem) => problems.push(problem));
  return { page, problems: () => problems, leave: () => context.close() };
}

function watch(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`error in the page: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // Chromium says so of a page that is a refusal, too; what the page itself answers is for the test to judge.
    const isThePage = message.text().startsWith('Failed to load resource') && url === page.url();
    // Providers' pages, and those of the pool of people, are not ours.
    const isOurs = [url, page.url()].every((one) => one === '' || one.startsWith(app_url));
    // The reference is one file and names no icon; browsers ask for one now and then.
    const isIcon = url.endsWith('/favicon.ico') && page.url().startsWith(`${base_url}/docs`);
    if (message.type() === 'error' && isOurs && !isThePage && !isIcon) report(`console: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1') report(`a request to ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A player that is left, or moved on in, stops what it was loading.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(`failed: ${request.url()}`);
  });
}
