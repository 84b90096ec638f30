import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '#bin/chromium';
import { stackClient } from '#test/integration/stack-client';

const { app_url, base_url } = stackClient();

/** Only loopback addresses resolve: our pages load nothing from other hosts. */
const LOOPBACK_ALONE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost';

const QUIET = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Hides `navigator.webdriver`: the agent code page refuses automated browsers. */
const AS_A_PERSON = '--disable-blink-features=AutomationControlled';

/** Bounds what hangs, and decides no test: a busy machine may take long for anything. */
const MOST_MS = 300_000;

/** Long enough for the next file of tests to begin. */
const CLOSES_AFTER_MS = 500;

let started: Promise<Browser> | undefined;
let closing: NodeJS.Timeout | undefined;

/** The headless Chromium of this thread, with a temporary profile: a start takes a second of CPU. */
export function aBrowser(): Promise<Browser> {
  clearTimeout(closing);
  started ??= launched();
  return started;
}

/** Closes it, unless another file of tests takes it. */
export function leaveBrowser(): void {
  closing = setTimeout(async () => {
    const left = started;
    started = undefined;
    await (await left)?.close();
  }, CLOSES_AFTER_MS);
}

const launched = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    // Containers lack what the sandbox needs; the browser loads our own pages only.
    chromiumSandbox: false,
    timeout: MOST_MS,
    args: [...QUIET, LOOPBACK_ALONE, AS_A_PERSON],
  });

export interface Visitor {
  readonly page: Page;
  /** Errors of the console: exceptions, CSP violations, failed requests, requests to other hosts. */
  readonly problems: () => readonly string[];
  readonly leave: () => Promise<void>;
}

/** A page in a browser context with its own cookies. */
export async function aVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  const problems: string[] = [];
  watch(page, (problem) => problems.push(problem));
  return { page, problems: () => problems, leave: () => context.close() };
}

function watch(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`error in the page: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // Chromium reports the status of an error page as well, which is up to the test.
    const isThePage = message.text().startsWith('Failed to load resource') && url === page.url();
    // The pages of calendar and identity providers are not ours.
    const isOurs = [url, page.url()].every((one) => one === '' || one.startsWith(app_url));
    // The reference names no icon, so browsers may request the default one.
    const isIcon = url.endsWith('/favicon.ico') && page.url().startsWith(`${base_url}/docs`);
    if (message.type() === 'error' && isOurs && !isThePage && !isIcon) report(`console: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1') report(`a request to ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A player cancels its requests when the user seeks or leaves the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(`failed: ${request.url()}`);
  });
}
