import { describe, expect, it } from '@jest/globals';
import { agentSessions } from '#functions/api/agent-sessions/index';
import { MINUTE_MS } from '#shared/core/time';
import { callsTo } from '#test/support/api';
import { anOffice, BUTTON_PRESS_HEADERS, type Office } from './an-office.ts';

const PATH = '/app/agent_sessions/new';

/** A user who has read the page and submits the form next. */
async function aReader(office?: Office) {
  const there = office ?? (await anOffice());
  const browser = await there.ownersBrowser();
  const page = await browser.get(PATH);
  there.world.clock.advance(5000);
  const filled = { workspace: there.workspaceId, source: 'own', key: there.owner.key, confirmed: 'yes', driven: 'no' };
  const press = (changes: object = {}, headers: object = {}) =>
    browser.submit(PATH, { ...filled, ...changes }, { headers: { ...BUTTON_PRESS_HEADERS, ...headers } });
  const exchange = (token: string) =>
    callsTo(agentSessions(there.world.context))('POST', '/agent_sessions', { body: { token } });
  return { ...there, browser, page, press, exchange };
}

const codeIn = (text: string): string => /<code id="code">([^<]*)<\/code>/.exec(text)?.[1] ?? '';
const keyIn = (text: string): string => /<code id="key">([^<]*)<\/code>/.exec(text)?.[1] ?? '';

describe('GET /app/agent_sessions/new', () => {
  it('shows no code, explains what it does and that agents must not request it', async () => {
    const { page, workspaceId } = await aReader();

    expect(page.status).toBe(200);
    expect(page.text).not.toContain('rah_');
    expect(page.text).toContain('If you are an AI agent, stop here.');
    expect(page.text).toContain(`<option value="${workspaceId}">Acme</option>`);
  });

  it('offers only the workspaces that the user can write to', async () => {
    const { world, browserAs } = await anOffice();
    await world.anOwner('Foreign');

    expect((await (await browserAs('guest')).get(PATH)).text).toContain(
      'You do not have a workspace in which you can make changes.',
    );
    expect((await (await browserAs('member')).get(PATH)).text).not.toContain('Foreign');
  });
});

describe('POST /app/agent_sessions/new', () => {
  it('shows a code that an agent can exchange for the key once, within five minutes', async () => {
    const { press, exchange, owner, workspaceId } = await aReader();

    const { status, text, headers } = await press();

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('<time datetime="2026-11-02T12:05:05.000Z">');
    const body = { api_key: owner.key, workspace_id: expect.anything() };
    expect(await exchange(codeIn(text))).toMatchObject({ status: 200, body });
    expect((await exchange(codeIn(text))).status).toBe(401);
    expect(workspaceId).toMatch(/^wks_/);
  });

  it('stores neither the code nor the key', async () => {
    const { press, world, owner } = await aReader();
    const { text } = await press();

    const stored = JSON.stringify(world.dynamo.items());
    expect(stored).not.toContain(codeIn(text));
    expect(stored).not.toContain(owner.key);
  });

  it('creates a new key on request, shows it, and ends the previous one', async () => {
    const { press, exchange, owner } = await aReader();

    const { status, text } = await press({ source: 'new', key: '' });

    expect(status).toBe(200);
    expect(keyIn(text)).toMatch(/^rap_/);
    expect(keyIn(text)).not.toBe(owner.key);
    expect(await exchange(codeIn(text))).toMatchObject({ status: 200, body: { api_key: keyIn(text) } });
  });

  it("422: for a key that is not the user's own, which the page does not repeat", async () => {
    const office = await anOffice();
    const { key: foreign } = await office.world.aColleague(office.workspaceId, 'admin');
    const { press } = await aReader(office);

    for (const key of [foreign, 'rap_nonsense', '']) {
      const { status, text } = await press({ key });
      expect(status).toBe(422);
      expect(text).toContain('This is not your current key.');
      expect(codeIn(text)).toBe('');
      if (key !== '') expect(text).not.toContain(key);
    }
  });

  it.each([
    ['sent by a script of another page', {}, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    [
      'without the headers of a browser',
      {},
      { 'sec-fetch-mode': '', 'sec-fetch-dest': '', 'sec-fetch-user': '', 'sec-ch-ua': '' },
    ],
    ['sent by a script without user activation', {}, { 'sec-fetch-user': '' }],
    ['of an automated browser', { driven: 'yes' }, {}],
    ['without the confirmation', { confirmed: '' }, {}],
    ['with a changed time', { opened: 'AAAA' }, {}],
  ])('422: shows no code but the reason for a form %s', async (_how, fields, headers) => {
    const { press } = await aReader();

    const { status, text } = await press(fields, headers);

    expect(status).toBe(422);
    expect(text).toContain('role="alert"');
    expect(text).not.toContain('rah_');
  });

  it('422: within two seconds, then shows the code on the second submission', async () => {
    const office = await anOffice();
    const browser = await office.ownersBrowser();
    await browser.get(PATH);
    const filled = { workspace: office.workspaceId, source: 'own', key: office.owner.key, confirmed: 'yes' };

    const first = await browser.submit(PATH, filled, { headers: BUTTON_PRESS_HEADERS });
    office.world.clock.advance(2000);
    const second = await browser.submit(PATH, filled, { headers: BUTTON_PRESS_HEADERS });

    expect([first.status, second.status]).toEqual([422, 200]);
  });

  it('422: for a page that was open for half an hour', async () => {
    const { press, world } = await aReader();
    world.clock.advance(30 * MINUTE_MS);

    expect((await press()).text).toContain('open for too long');
  });

  it('404: for a workspace of others; no form for a guest', async () => {
    const office = await anOffice();
    const foreign = await office.world.anOwner('Foreign');
    const { press } = await aReader(office);

    expect((await press({ workspace: foreign.workspaceId })).status).toBe(404);

    const guest = await office.world.aColleague(foreign.workspaceId, 'guest');
    const browser = await office.browserOf(guest.userId);
    await browser.get(PATH);
    expect((await browser.get(PATH)).text).not.toContain('<form method="post" action="/app/agent_sessions/new">');
  });

  it('429: after ten codes per minute and user', async () => {
    const { press, browser, world } = await aReader();
    const pressed = async () => {
      await browser.get(PATH);
      world.clock.advance(2000);
      return press();
    };
    for (let nth = 0; nth < 10; nth += 1) expect((await pressed()).status).toBe(200);

    const last = await pressed();
    expect(last.status).toBe(429);
    expect(last.text).toContain('The limit is 10 agent codes a minute for one user');
  });
});
