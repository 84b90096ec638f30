import { MINUTE_MS } from '#shared/foundation/core/time';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { describe, expect, it } from '#test/support/jest';
import { aConnectingPartner } from './a-consent.ts';

const GRANTED = { account: 'ada@gmail.test' };

type Partner = Awaited<ReturnType<typeof aConnectingPartner>>;

/** A browser that is at the provider, and the callback that follows. */
async function onTheWay(partner: Partner, more: object = {}) {
  const browser = partner.aBrowser();
  const path = await partner.link(more);
  const sentTo = await partner.begin(browser, path);
  return { browser, path, sentTo, back: partner.answered(sentTo, GRANTED) };
}

const attemptCookies = (jar: ReadonlyMap<string, string>) =>
  [...jar.keys()].filter((name) => name.startsWith('__Host-consent_'));

describe('the OAuth callback', () => {
  it('accepts a state once', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);
    const jar = new Map(browser.jar);

    const first = await browser.get(back);
    for (const [name, value] of jar) browser.jar.set(name, value);
    const second = await browser.get(back);

    expect([first.status, second.status]).toEqual([303, 410]);
    expect(await partner.connections()).toHaveLength(1);
  });

  it('accepts a state in exactly one of several simultaneous requests', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);

    const ended = await Promise.all(Array.from({ length: 20 }, () => browser.get(back)));

    expect(ended.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await partner.connections()).toHaveLength(1);
  });

  it('refuses a state in another browser, and still accepts it in its own', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);

    const other = await partner.aBrowser().get(back);

    expect([other.status, other.heading]).toEqual([403, 'This was started in another browser']);
    expect(other.text).not.toContain('partner.test');
    expect(await partner.connections()).toEqual([]);
    expect((await browser.get(back)).status).toBe(303);
  });

  it('refuses the state of another attempt, so that no account of another person is connected', async () => {
    const partner = await aConnectingPartner();
    const attacker = await onTheWay(partner);
    const victim = await onTheWay(partner);

    const ended = await victim.browser.get(attacker.back);

    expect(ended.status).toBe(403);
    expect(await partner.connections()).toEqual([]);
  });

  it('refuses the cookie of another attempt under the name of this one', async () => {
    const partner = await aConnectingPartner();
    const mine = await onTheWay(partner);
    const theirs = await onTheWay(partner);
    const [name = ''] = attemptCookies(mine.browser.jar);
    const [value] = [...theirs.browser.jar].filter(([one]) => one.startsWith('__Host-consent_')).map(([, one]) => one);
    mine.browser.jar.set(name, value ?? '');

    expect((await mine.browser.get(mine.back)).status).toBe(403);
    expect(await partner.connections()).toEqual([]);
  });

  it('ignores a planted cookie: each attempt has a secret of its own', async () => {
    const partner = await aConnectingPartner();
    const browser = partner.aBrowser();
    browser.jar.set('__Host-visitor', 'A'.repeat(43));
    const path = await partner.link();
    await partner.begin(browser, path);
    await partner.begin(browser, path);

    const secrets = attemptCookies(browser.jar).map((name) => browser.jar.get(name)?.split('.')[0]);

    expect(new Set(secrets).size).toBe(2);
    expect(secrets.join()).not.toContain('AAAA');
  });

  it.each([
    ['nothing', ''],
    ['no state', '?code=x'],
    ['an empty state', '?state=&code=x'],
    ['an unknown state', `?state=${'x'.repeat(43)}&code=x`],
    ['ten thousand characters', `?state=${'x'.repeat(10_000)}&code=x`],
    ['a line break', '?state=%0d%0aset-cookie:%20a=b&code=x'],
    ['two states', '?state=a&state=b&code=x'],
    ['broken escapes', '?state=%E0%A4%A&code=x'],
    ['an error', '?error=access_denied'],
    ['a script', '?error=%3Cscript%3Ealert(1)%3C/script%3E&state=%3Cscript%3E'],
  ])('with %s renders a page without links to others', async (_what, query) => {
    const partner = await aConnectingPartner();

    const { status, heading, text, headers } = await partner.aBrowser().get(`/connect/callback${query}`);

    expect([status, heading]).toEqual([410, 'This request has expired']);
    expect(text).not.toContain('<script>alert');
    expect([...headers.keys()].filter((name) => name === 'set-cookie')).toEqual([]);
  });

  it('uses the configured host, and ignores the host headers of a request', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);

    const { status, location } = await browser.get(back, {
      headers: { host: 'elsewhere.test', 'x-forwarded-host': 'elsewhere.test', forwarded: 'host=elsewhere.test' },
    });

    expect(status).toBe(303);
    expect(new URL(location ?? '').origin).toBe('https://partner.test');
    for (const { redirectUri } of partner.google.asked.values())
      expect(redirectUri).toBe('https://app.example.test/connect/callback');
  });

  it('adds nothing from the provider’s response to the return URL', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);

    const { location } = await browser.get(`${back}&return_url=https://elsewhere.test&next=//elsewhere.test`);

    expect(location).not.toContain('elsewhere');
    expect(location).not.toContain('code');
  });

  it.each(['\r\nset-cookie: a=b', '"><script>alert(1)</script>', 'a&member_id=mem_eve&status=connected', '#top'])(
    'returns the partner’s state unchanged: %j',
    async (state) => {
      const partner = await aConnectingPartner();
      const { browser, back } = await onTheWay(partner, { state });

      const { location, headers } = await browser.get(back);

      const query = new URL(location ?? '').searchParams;
      expect([query.getAll('state'), query.getAll('member_id')]).toEqual([[state], [partner.memberId]]);
      expect(headers.getSetCookie().join()).not.toContain('a=b');
    },
  );
});

describe('a connect link', () => {
  it('opens with its key only: without it, with another key and with an unknown id the page is the same', async () => {
    const partner = await aConnectingPartner();
    const path = await partner.link();
    const [bare = '', key = ''] = path.split('?key=');
    const addresses = [
      bare,
      `${bare}?key=`,
      `${bare}?key=${key.slice(0, -1)}`,
      `${bare}?key=${key}x`,
      `${bare}?key=${'x'.repeat(43)}`,
      `${bare.slice(0, -4)}zzzz?key=${key}`,
      `/connect/ccl_${'x'.repeat(30)}?key=${key}`,
      '/connect/ccl_x',
    ];

    const seen = await Promise.all(addresses.map((address) => partner.aBrowser().get(address)));

    const bodies = seen.map(({ status, text }) => [status, text]);
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect([seen[0]?.status, seen[0]?.heading]).toEqual([404, 'This link does not exist']);
    expect(seen[0]?.text).not.toContain('Acme');
  });

  it('starts no authorization without its key, for a provider that it does not name, or for an unknown one', async () => {
    const partner = await aConnectingPartner();
    const path = await partner.link({ provider: 'google' });
    const [bare = '', key = ''] = path.split('?key=');
    const browser = partner.aBrowser();
    const { text } = await browser.get(path);
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';

    const ended = [
      await browser.post(`${bare}/google`, { _token: token }),
      await browser.post(`${bare}/google`, { _token: token, key: 'x'.repeat(43) }),
      await browser.post(`${bare}/microsoft`, { _token: token, key }),
      await browser.post(`${bare}/apple`, { _token: token, key }),
    ];

    expect(ended.map(({ status, location }) => [status, location])).toEqual(Array(4).fill([404, undefined]));
    expect(partner.google.asked.size + partner.microsoft.asked.size).toBe(0);
  });

  it('starts no authorization for a form of another site or of another browser', async () => {
    const partner = await aConnectingPartner();
    const path = await partner.link();
    const [bare = '', key = ''] = path.split('?key=');
    const [browser, other] = [partner.aBrowser(), partner.aBrowser()];
    await other.get(path);
    const { text } = await browser.get(path);
    const _token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';

    const ended = [
      await browser.post(`${bare}/google`, { key }),
      await browser.post(`${bare}/google`, { key, _token: 'x'.repeat(43) }),
      await other.post(`${bare}/google`, { key, _token }),
      await browser.post(`${bare}/google`, { key, _token }, { headers: { 'sec-fetch-site': 'cross-site' } }),
    ];

    expect(ended.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it.each([
    ['GET', '/google'],
    ['PUT', '/google'],
    ['DELETE', ''],
  ])('refuses %s of %j', async (method, tail) => {
    const partner = await aConnectingPartner();
    const [bare = ''] = (await partner.link()).split('?');

    const { status } = await partner.app.request(`https://app.example.test${bare}${tail}`, { method });

    expect([404, 405]).toContain(status);
  });
});

describe('the cookie of an attempt', () => {
  it('is a host-only HttpOnly cookie for one hour, and is cleared by the callback', async () => {
    const partner = await aConnectingPartner();
    const browser = partner.aBrowser();
    const path = await partner.link();
    await browser.get(path);

    const { headers } = await browser.submit(`${path.split('?')[0]}/google`);

    const [line = ''] = headers.getSetCookie().filter((one) => one.startsWith('__Host-consent_'));
    const attributes = line.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure']);
    const [sentTo] = [headers.get('location') ?? ''];
    await browser.get(partner.answered(sentTo, GRANTED));
    expect(attemptCookies(browser.jar)).toEqual([]);
  });
});

describe('the stored data and the log of a consent', () => {
  /** Everything in the table, compressed values included. */
  const stored = ({ world }: Partner): string =>
    world.dynamo
      .items()
      .flatMap((item) => [JSON.stringify(item), ...Object.values(item).flatMap(({ B }) => (B ? [inflated(B)] : []))])
      .join('\n');

  it('contain no secret in plain text, before and after', async () => {
    const partner = await aConnectingPartner();
    const { browser, path, sentTo, back } = await onTheWay(partner);
    const [cookie = ''] = [...browser.jar].flatMap(([name, value]) => (name.includes('consent_') ? [value] : []));
    const [asked] = [...partner.google.asked.values()];
    const secrets = [
      path.split('key=')[1] ?? '',
      new URL(sentTo).searchParams.get('state') ?? '',
      cookie.split('.')[0] ?? '',
      asked?.codeVerifier ?? '',
      asked?.nonce ?? '',
      'refresh-token-1',
      'code-0-',
    ];
    const during = stored(partner);

    await browser.get(back);

    for (const text of [during, stored(partner), JSON.stringify(partner.world.pageLog)])
      expect(secrets.filter((secret) => secret.length < 5 || text.includes(secret))).toEqual([]);
  });

  it('have one log line per request, without email addresses', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);

    await browser.get(back);

    expect(partner.world.pageLog.map(({ operation, status }) => [operation, status])).toEqual([
      ['GET /connect/{link}', 200],
      ['POST /connect/{link}/{provider}', 303],
      ['GET /connect/callback', 303],
    ]);
    expect(JSON.stringify(partner.world.pageLog)).not.toContain('@');
  });

  it('expire after ten minutes', async () => {
    const partner = await aConnectingPartner();
    const { browser, back } = await onTheWay(partner);
    partner.world.clock.advance(10 * MINUTE_MS);

    expect((await browser.get(back)).status).toBe(410);
  });

  it.each(['/connect/callback', '/connect/ccl_x', 'the page'])('forbid framing and caching: %s', async (at) => {
    const partner = await aConnectingPartner();
    const path = at === 'the page' ? await partner.link() : at;

    const { headers } = await partner.aBrowser().get(path);

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});
