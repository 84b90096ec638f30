import { appPages } from '#functions/pages/app/index';
import { EVERYTHING_ON } from '#shared/foundation/core/deployment';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser } from '#test/support/pages';
import { ALL_ATTEMPTS_FAILED, anOffice } from './an-office.ts';

describe('GET /app', () => {
  it('redirects to the sign-in page without a session, and back afterwards', async () => {
    const { app } = await anOffice();

    expect(await aBrowser(app).get('/app')).toMatchObject({ status: 303, location: '/sign-in?next=%2Fapp' });
  });

  it('shows each workspace with the role and the number of errors', async () => {
    const { world, ownersBrowser, aMember, aConnection, lose, anEvent } = await anOffice();
    await lose((await aConnection(await aMember())).id);
    await anEvent({ answers: ALL_ATTEMPTS_FAILED });

    const { status, text, heading } = await (await ownersBrowser()).get('/app');

    expect([status, heading]).toEqual([200, 'Your workspaces']);
    expect(text).toContain('>Acme</a>');
    expect(text).toMatch(/>Owner<\/td><td[^>]*>1<\/td>/);
    expect(text).toContain('1 with errors');
    expect(text).toContain('1 failed');
    expect(world.pageLog.at(-1)).toMatchObject({ operation: 'GET /app', status: 200 });
  });

  it('is the start page as well', async () => {
    const { ownersBrowser } = await anOffice();

    expect(await (await ownersBrowser()).get('/')).toMatchObject({ status: 200, heading: 'Your workspaces' });
  });

  it('shows no webhook failures to members', async () => {
    const { browserAs, anEvent } = await anOffice();
    await anEvent({ answers: ALL_ATTEMPTS_FAILED });

    const { text } = await (await browserAs('member')).get('/app');

    expect(text).toContain('Visible to owners and admins');
    expect(text).not.toContain('1 failed');
  });

  it('counts the failures of the last 24 hours only', async () => {
    const { world, ownersBrowser, anEvent } = await anOffice();
    await anEvent({ answers: ALL_ATTEMPTS_FAILED });
    world.clock.advance(25 * 3_600_000);
    const browser = await ownersBrowser();

    expect((await browser.get('/app')).text).toContain('No failures');
  });

  it('paginates after ten workspaces', async () => {
    const { world, ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    for (let nth = 1; nth <= 11; nth += 1) {
      await browser.get('/app');
      await browser.submit('/app/workspaces', { name: `Customer ${nth}` });
      world.clock.advance(1);
    }

    const first = await browser.get('/app');
    const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await browser.get(next);

    expect(first.text).toContain('Customer 11');
    expect(first.text).not.toContain('>Acme</a>');
    expect(second.text).toContain('>Acme</a>');
    expect(next).toMatch(/^\/app\?cursor=/);
  });
});

describe('POST /app/workspaces', () => {
  it('creates a workspace with the user as its owner, and redirects to it', async () => {
    const { ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    await browser.get('/app');

    const { status, location } = await browser.submit('/app/workspaces', {
      name: 'New',
      email_domains: 'new.io, new.com',
    });

    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/workspaces\/wks_\w+\/meetings$/)]);
    expect((await browser.get('/app')).text).toContain('>New</a>');
  });

  it.each([
    ['a blank name', { name: ' ', email_domains: '' }, 'The name must not be blank.'],
    [
      'a name that is a URL',
      { name: 'https://evil.test', email_domains: '' },
      'The name must be a name in valid Unicode, on one line, and not a URL.',
    ],
    [
      'an invalid domain',
      { name: 'New', email_domains: 'nowhere' },
      'Each email domain must be a domain such as acme.com.',
    ],
  ])('422: shows the message for %s above the form, which keeps its values', async (_what, typed, sentence) => {
    const { ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    await browser.get('/app');

    const { status, text } = await browser.submit('/app/workspaces', typed);

    expect(status).toBe(422);
    expect(text).toContain(sentence);
    expect(text).toContain(`value="${typed.email_domains}"`);
  });

  it('429: with the daily limit of the API', async () => {
    const { ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    for (let nth = 0; nth < 20; nth += 1) {
      await browser.get('/app');
      await browser.submit('/app/workspaces', { name: `Customer ${nth}` });
    }
    await browser.get('/app');

    const { status, text } = await browser.submit('/app/workspaces', { name: 'One too many' });

    expect(status).toBe(429);
    expect(text).toContain('The limit is 20 new workspaces a day');
  });

  it('403: in a deployment without workspace creation, whose page has no form', async () => {
    const { world, owner, browserOf } = await anOffice();
    const deployment = { ...EVERYTHING_ON, off: ['workspace_creation' as const] };
    const open = await browserOf(owner.userId);
    await open.get('/app');
    const closed = appPages({ ...world.pages, deployment, files: world.files });

    const page = await closed.request('https://app.example.test/app', { headers: { cookie: cookieOf(open) } });
    expect(await page.text()).toContain('an administrator creates workspaces');

    const token = /name="_token" value="([^"]*)"/.exec(open.last()?.text ?? '')?.[1] ?? '';
    const answer = await closed.request('https://app.example.test/app/workspaces', {
      method: 'POST',
      body: new URLSearchParams({ _token: token, name: 'New' }).toString(),
      headers: { cookie: cookieOf(open), 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(403);
  });
});

const cookieOf = ({ jar }: { readonly jar: ReadonlyMap<string, string> }): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
