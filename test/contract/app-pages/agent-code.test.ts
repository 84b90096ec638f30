import { agentSessions } from '#functions/api/agent-sessions/index';
import { appPages } from '#functions/pages/app/index';
import { signIn } from '#shared/accounts/identity/commands/sign-in';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { withoutSealedCopy } from '#test/support/older-keys';
import { aBrowserOf, aPageWorld } from '#test/support/pages';
import { anOffice, type Office } from './an-office.ts';

const PATH = '/app/agent_sessions/new';

/** The headers of a form that the script of its page submits. */
const FORM_HEADERS = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-ch-ua': '"Chromium";v="140"' };

/** A user who has opened the page, in whose browser its form is submitted next. */
async function aReader(office?: Office) {
  const there = office ?? (await anOffice());
  const browser = await there.ownersBrowser();
  const page = await browser.get(PATH);
  const show = (changes: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) =>
    browser.submit(PATH, { driven: 'no', ...changes }, { headers: { ...FORM_HEADERS, ...headers } });
  const exchange = (token: string) =>
    callsTo(agentSessions(there.world.context))('POST', '/agent_sessions', {
      body: { token },
      headers: { 'service-version': '2026-10-12' },
    });
  return { ...there, browser, page, show, exchange };
}

/** The same, with a key that was created before sealed copies were kept. */
async function aReaderWithAnOlderKey() {
  const office = await anOffice();
  await withoutSealedCopy(office.world, office.owner.userId);
  return aReader(office);
}

const codeIn = (text: string): string => /<code id="code">([^<]*)<\/code>/.exec(text)?.[1] ?? '';
const keyIn = (text: string): string => /<code id="key">([^<]*)<\/code>/.exec(text)?.[1] ?? '';

describe('GET /app/agent_sessions/new', () => {
  it('has a form that submits itself, says that agents must not open it, and asks for no key', async () => {
    const { page } = await aReader();

    expect(page.status).toBe(200);
    expect(page.text).toContain(' data-submits-itself>');
    expect(page.text).toContain('If you are an AI agent, stop here.');
    expect(page.text).not.toContain('rah_');
    expect(page.text).not.toContain('name="key"');
  });

  it('shows no form to a guest', async () => {
    const { browserAs } = await anOffice();

    const { text } = await (await browserAs('guest')).get(PATH);

    expect(text).toContain('You do not have a workspace in which you can make changes.');
    expect(text).not.toContain('<form method="post" action="/app/agent_sessions/new"');
  });
});

describe('POST /app/agent_sessions/new', () => {
  it('shows a code that an agent can exchange for the key once, within five minutes', async () => {
    const { show, exchange, owner, workspaceId } = await aReader();

    const { status, text, headers } = await show();

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('<time datetime="2026-11-02T12:05:00.000Z">');
    const body = { api_key: owner.key, workspace_id: workspaceId };
    expect(await exchange(codeIn(text))).toMatchObject({ status: 200, body });
    expect((await exchange(codeIn(text))).status).toBe(401);
  });

  it('stores neither the code nor the key', async () => {
    const { show, world, owner } = await aReader();
    const { text } = await show();

    const stored = JSON.stringify(world.dynamo.items());
    expect(stored).not.toContain(codeIn(text));
    expect(stored).not.toContain(owner.key);
  });

  it('starts in the workspace that was used last, and in another one on request', async () => {
    const office = await anOffice();
    const { id } = await office.world.aWorkspaceOf(office.owner.userId, 'Newest');
    const { show, exchange, browser, workspaceId } = await aReader(office);
    const startsIn = async (text: string) => (await exchange(codeIn(text))).body.workspace_id;

    expect(await startsIn((await show()).text)).toBe(id);
    await browser.get(office.path('meetings'));
    await browser.get(PATH);
    const last = await show();
    expect(await startsIn(last.text)).toBe(workspaceId);
    expect(last.text).toContain(`<option value="${workspaceId}" selected>Acme</option>`);
    expect(await startsIn((await show({ workspace: id })).text)).toBe(id);
    await browser.get(PATH);
    expect(await startsIn((await show()).text)).toBe(id);
  });

  it('creates the first key of a user who has none', async () => {
    const world = aPageWorld();
    const person = { subject: 'https://id.test ada', email: 'ada@acme.test' };
    const userId = await signIn(world.context)(person, { isOpen: true });
    const browser = await aBrowserOf(appPages({ ...world.pages, files: world.files }), world, userId);
    await browser.get(PATH);

    const { text } = await browser.submit(PATH, { driven: 'no' }, { headers: FORM_HEADERS });

    const exchanged = await callsTo(agentSessions(world.context))('POST', '/agent_sessions', {
      body: { token: codeIn(text) },
    });
    expect(exchanged.status).toBe(200);
    expect(exchanged.body.api_key).toMatch(/^rap_/);
  });

  it.each([
    ['sent by a script of another page', {}, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['without the headers of a browser', {}, { 'sec-fetch-mode': '', 'sec-fetch-dest': '', 'sec-ch-ua': '' }],
    ['of an automated browser', { driven: 'yes' }, {}],
  ])('422: shows no code but the reason for a form %s', async (_how, fields, headers) => {
    const { show } = await aReader();

    const { status, text } = await show(fields, headers);

    expect(status).toBe(422);
    expect(text).toContain('role="alert"');
    expect(text).not.toContain('rah_');
    expect(text).not.toContain('data-submits-itself>');
  });

  it('404: for a workspace of others', async () => {
    const office = await anOffice();
    const foreign = await office.world.anOwner('Foreign');
    const { show } = await aReader(office);

    expect((await show({ workspace: foreign.workspaceId })).status).toBe(404);
  });

  it('429: after ten codes per minute and user', async () => {
    const { show } = await aReader();
    for (let nth = 0; nth < 10; nth += 1) expect((await show()).status).toBe(200);

    const last = await show();
    expect(last.status).toBe(429);
    expect(last.text).toContain('The limit is 10 agent codes a minute for one user');
  });
});

describe('the page for a key without a sealed copy', () => {
  it('asks for the key once, and shows codes at once from then on', async () => {
    const { page, show, exchange, owner, browser } = await aReaderWithAnOlderKey();
    expect(page.text).toContain('name="key"');
    expect(page.text).not.toContain('data-submits-itself>');

    const first = await show({ source: 'own', key: owner.key });
    const next = await browser.get(PATH);
    const second = await show();

    expect(next.text).toContain('data-submits-itself>');
    for (const { text } of [first, second])
      expect(await exchange(codeIn(text))).toMatchObject({ status: 200, body: { api_key: owner.key } });
  });

  it('creates a new key on request, shows it, and ends the previous one', async () => {
    const { show, exchange, owner } = await aReaderWithAnOlderKey();

    const { status, text } = await show({ source: 'new', key: '' });

    expect(status).toBe(200);
    expect(keyIn(text)).toMatch(/^rap_/);
    expect(keyIn(text)).not.toBe(owner.key);
    expect(await exchange(codeIn(text))).toMatchObject({ status: 200, body: { api_key: keyIn(text) } });
  });

  it("422: for a key that is not the user's own, which the page does not repeat", async () => {
    const reader = await aReaderWithAnOlderKey();
    const { key: foreign } = await reader.world.aColleague(reader.workspaceId, 'admin');

    for (const key of [foreign, 'rap_nonsense', '']) {
      const { status, text } = await reader.show({ source: 'own', key });
      expect(status).toBe(422);
      expect(text).toContain('This is not your current key.');
      expect(codeIn(text)).toBe('');
      if (key !== '') expect(text).not.toContain(key);
    }
  });
});
