import { calendarConnections as storedConnections } from '#shared/calendars/connections/store';
import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

async function aBrokenCalendar() {
  const office = await anOffice();
  const memberId = await office.aMember('Ada');
  const connection = await office.aConnection(memberId);
  await office.lose(connection.id);
  return {
    ...office,
    memberId,
    connection,
    ofIt: (rest: string) => office.path(`connections/${connection.id}/${rest}`),
  };
}

describe('GET /app/workspaces/{wks}/connections', () => {
  it('shows account, member, status and error message of each calendar', async () => {
    const { ownersBrowser, path, ofIt } = await aBrokenCalendar();

    const { status, text, heading } = await (await ownersBrowser()).get(path('connections'));

    expect([status, heading]).toEqual([200, 'Calendars']);
    for (const said of ['ada@gmail.test', 'Google', '>Ada<', '>Error<', 'Access was revoked.', 'Never'])
      expect(text).toContain(said);
    expect(text).toContain(`action="${ofIt('reconnect')}"`);
    expect(text).toContain('aria-current="page">Calendars</a>');
  });

  it('filters by status', async () => {
    const { ownersBrowser, path } = await aBrokenCalendar();
    const browser = await ownersBrowser();

    expect((await browser.get(path('connections?status=error'))).text).toContain('ada@gmail.test');
    expect((await browser.get(path('connections?status=active'))).text).not.toContain('ada@gmail.test');
    expect((await browser.get(path('connections?status=nonsense'))).text).toContain('ada@gmail.test');
  });

  it('shows guests the calendars without actions', async () => {
    const { browserAs, path, ofIt } = await aBrokenCalendar();

    const { status, text } = await (await browserAs('guest')).get(path('connections'));

    expect(status).toBe(200);
    expect(text).toContain('ada@gmail.test');
    expect(text).not.toContain(ofIt('reconnect'));
  });

  it('404: the same page for a workspace of others, a missing one and a malformed id', async () => {
    const { strangersBrowser, path } = await aBrokenCalendar();
    const browser = await strangersBrowser();

    const [foreign, missing, broken] = [
      await browser.get(path('connections')),
      await browser.get('/app/workspaces/wks_01kcw3v9e2f3hb5wnkq8zr6m4t/connections'),
      await browser.get('/app/workspaces/nonsense/connections'),
    ];

    for (const seen of [foreign, missing, broken]) {
      expect(seen.status).toBe(404);
      expect(seen.text).toContain('This workspace does not exist, is archived, or you are not a member of it.');
    }
  });
});

describe('POST …/connections/{cal}/reconnect', () => {
  it('shows a connect link for its member and provider', async () => {
    const { ownersBrowser, path, ofIt } = await aBrokenCalendar();
    const browser = await ownersBrowser();
    await browser.get(path('connections'));

    const { status, text } = await browser.submit(ofIt('reconnect'));

    expect(status).toBe(200);
    expect(text).toMatch(/<code id="link">https:\/\/app\.example\.test\/connect\/ccl_\w+\?key=[\w-]{43}<\/code>/);
    expect(text).toContain('Send this link to <strong>Ada</strong>');
  });

  it('403: for a guest', async () => {
    const { browserAs, ofIt } = await aBrokenCalendar();
    const browser = await browserAs('guest');
    await browser.get('/app');
    const token = tokenIn(browser.last()?.text);

    const { status, text } = await browser.post(ofIt('reconnect'), { _token: token });

    expect(status).toBe(403);
    expect(text).toContain('Guests have read-only access.');
  });
});

describe('…/connections/{cal}/disconnect', () => {
  it('explains the consequences, and disconnects when the user confirms', async () => {
    const { ownersBrowser, path, ofIt, needs, connection } = await aBrokenCalendar();
    const browser = await ownersBrowser();

    const page = await browser.get(ofIt('disconnect'));
    expect(page.heading).toBe('Disconnect ada@gmail.test?');
    expect((await storedConnections.find(needs.table, connection.id))?.state.status).toBe('error');

    expect(await browser.submit(ofIt('disconnect'))).toMatchObject({ status: 303, location: path('connections') });
    expect((await storedConnections.find(needs.table, connection.id))?.state.status).toBe('disconnected');
    expect(await browser.get(ofIt('disconnect'))).toMatchObject({ status: 303, location: path('connections') });
  });

  it('404: for a connection of another workspace below a path of the own workspace', async () => {
    const { connection, world, browserOf } = await aBrokenCalendar();
    const other = await world.anOwner('Other');
    const browser = await browserOf(other.userId);

    const seen = await browser.get(`/app/workspaces/${other.workspaceId}/connections/${connection.id}/disconnect`);

    expect(seen.status).toBe(404);
  });
});

describe('POST …/connections/{cal}/sync', () => {
  it('requests a sync of an active connection, and confirms it', async () => {
    const { ownersBrowser, path, aMember, aConnection } = await anOffice();
    const { id } = await aConnection(await aMember());
    const browser = await ownersBrowser();
    await browser.get(path('connections'));

    const { status, location } = await browser.submit(path(`connections/${id}/sync`));

    expect([status, location]).toEqual([303, path('connections?asked=yes')]);
    expect((await browser.get(location ?? '')).text).toContain('Sync requested.');
  });

  it('409: for a connection in error', async () => {
    const { ownersBrowser, path, ofIt } = await aBrokenCalendar();
    const browser = await ownersBrowser();
    const { text } = await browser.get(path('connections'));

    expect((await browser.post(ofIt('sync'), { _token: tokenIn(text) })).status).toBe(409);
  });
});

const tokenIn = (text = ''): string => /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
