import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { signIn } from './user-actions.ts';

const { app_url, user_email, user_password, call } = stackClient();
const KEY_PAGE = `${app_url}/settings/personal/api`;
let browser: Browser;
let stranger: Server;
let origin: string;

/** Another site that frames a page and submits its form. */
const TRAP = `<!doctype html><title>A prize</title>
<iframe id="frame" src="${KEY_PAGE}" width="600" height="400"></iframe>
<form method="post" action="${KEY_PAGE}"><button>Take it</button></form>`;

beforeAll(async () => {
  browser = await aBrowser();
  stranger = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(TRAP),
  );
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  // Another port of the same host is same-site: the browser sends our cookies, so only our own checks refuse it.
  origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  leaveBrowser();
  stranger.closeAllConnections();
  await new Promise<void>((closed) => stranger.close(() => closed()));
});

describe('another site in the browser of a signed-in user', () => {
  it('can neither frame a page nor submit its form', async () => {
    const { page, leave } = await aVisitor(browser);
    await page.goto(KEY_PAGE);
    await signIn(page, user_email, user_password, 'Your API key');

    await page.goto(origin);

    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    // Chromium shows this in place of a page that forbids framing.
    expect(framed?.url()).toMatch(/^chrome-error:/);
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.waitForURL(`${app_url}/**`);
    expect(await page.locator('#key').count()).toBe(0);
    expect((await call('GET', '/workspaces')).status).toBe(200);
    await leave();
  });

  it('can neither read nor set the session cookie', async () => {
    const { page, leave } = await aVisitor(browser);
    await page.goto(KEY_PAGE);
    await signIn(page, user_email, user_password, 'Your API key');

    const cookies = await page.context().cookies();
    expect(await page.evaluate('document.cookie')).toBe('');
    const ours = cookies.filter(({ domain }) => domain === new URL(app_url).hostname);
    const session = ours.find(({ name }) => name === '__Host-session');
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    await leave();
  });
});
