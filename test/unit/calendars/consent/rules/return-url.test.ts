import fc from 'fast-check';
import {
  readReturnUrl,
  returnConnected,
  returnFailed,
  withParameters,
} from '#shared/calendars/consent/rules/return-url';
import type { CalendarConnectionId, MemberId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';

const accepted = (text: string, allowLocal = false): string | undefined => {
  const read = readReturnUrl(text, allowLocal);
  return 'url' in read ? read.url : undefined;
};
const fault = (text: string, allowLocal = false): string | undefined => {
  const read = readReturnUrl(text, allowLocal);
  return 'fault' in read ? read.fault.code : undefined;
};

describe('the address that a person returns to', () => {
  it.each([
    ['https://partner.test', 'https://partner.test/'],
    ['https://partner.test/back', 'https://partner.test/back'],
    ['HTTPS://Partner.Test/Back', 'https://partner.test/Back'],
    ['https://partner.test:8443/back?a=1&a=2&b', 'https://partner.test:8443/back?a=1&a=2&b'],
    ['https://partner.test/?', 'https://partner.test/?'],
    ['https://partner.test/#/settings/calendar', 'https://partner.test/#/settings/calendar'],
    [
      'https://partner.test/back?next=https%3A%2F%2Felsewhere.test',
      'https://partner.test/back?next=https%3A%2F%2Felsewhere.test',
    ],
    ['https://partner.test/@ada', 'https://partner.test/@ada'],
    ['https://intranet/back', 'https://intranet/back'],
    ['https://10.0.0.7/back', 'https://10.0.0.7/back'],
    ['https://[2606:4700::1111]/back', 'https://[2606:4700::1111]/back'],
    ['https://bücher.example/zurück', 'https://xn--bcher-kva.example/zur%C3%BCck'],
    ['https://partner.test/%E0%A4%A', 'https://partner.test/%E0%A4%A'],
    ['https://partner.test/back?q=a+b%20c', 'https://partner.test/back?q=a+b%20c'],
  ])('may be %s', (text, url) => {
    expect(accepted(text)).toBe(url);
  });

  it.each([
    'http://partner.test/back',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://partner.test',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://partner.test/',
    'myapp://back',
    '//elsewhere.test/back',
    '/back',
    'back',
    '',
    'partner.test/back',
    'https:partner.test/back',
    'https:/partner.test/back',
    'https:///partner.test/back',
    'https://',
    'https://?',
    'https://user@partner.test/',
    'https://user:pass@partner.test/',
    'https://partner.test:443@elsewhere.test/',
    'https://partner.test%40elsewhere.test/',
    'https://partner.test\\@elsewhere.test/',
    'https:\\\\elsewhere.test',
    'https://elsewhere.test\\.partner.test/',
    ' https://partner.test/',
    'https://partner.test/ ',
    'https://partner.test/a b',
    'https://partner.test/\r\nset-cookie: a=b',
    'https://partner.test/\nx',
    'https://partner.test/\tx',
    'ht\ntps://partner.test/',
    'java\tscript:alert(1)',
    'https://partner.test/\u0000',
    'https://partner.test/\u0085x',
    'https://partner.test/\u00a0x',
    'https://partner.test/\u2028x',
    'https://partner.test/\ud800',
    'https://partner.test:99999/',
    'https://partner.test:port/',
    'https://par;tner.test/',
    "https://elsewhere.test;script-src'*'/",
    'https://partner.test,elsewhere.test/',
    'https://*.partner.test/',
    'https://[::1/',
    'https://[not-an-address]/',
    'https://par<tner.test/',
  ])('is not %j', (text) => {
    expect(fault(text)).toBe('invalid_format');
  });

  it.each(['http://localhost:3000/back', 'http://127.0.0.1/back', 'http://LOCALHOST/'])(
    'is %s where a local stack says so',
    (text) => {
      expect(accepted(text, true)).toBe(text.toLowerCase());
    },
  );

  it.each([
    'http://localhost.elsewhere.test/',
    'http://127.0.0.2/',
    'http://user@localhost/',
    'http://[::1]/',
    'http://0/',
  ])('is not %s even there', (text) => {
    expect(fault(text, true)).toBe('invalid_format');
  });

  it('has 2,048 characters at most, also once it is escaped', () => {
    const most = `https://a.test/${'x'.repeat(2_033)}`;

    expect([most.length, accepted(most)]).toEqual([2_048, most]);
    expect(fault(`${most}x`)).toBe('too_long');
    expect(fault(`https://a.test/${'é'.repeat(1_000)}`)).toBe('too_long');
  });
});

describe('what a return adds', () => {
  it.each([
    ['https://a.test/', 'https://a.test/?x=1'],
    ['https://a.test/?', 'https://a.test/?x=1'],
    ['https://a.test/?b=2', 'https://a.test/?b=2&x=1'],
    ['https://a.test/?b=2&', 'https://a.test/?b=2&x=1'],
    ['https://a.test/?b=a+b%2Bc&b', 'https://a.test/?b=a+b%2Bc&b&x=1'],
    ['https://a.test/#/top?b=2', 'https://a.test/?x=1#/top?b=2'],
    ['https://a.test/?b=2#top', 'https://a.test/?b=2&x=1#top'],
  ])('stands behind what was there: %s', (url, after) => {
    expect(withParameters(url, [['x', '1']])).toBe(after);
  });

  const link = { returnUrl: 'https://a.test/back?tab=mine', state: 'a b&c=d#é\r\n', returnNamesMember: true };
  const who = { memberId: 'mem_1' as MemberId, connectionId: 'cal_1' as CalendarConnectionId };

  it('names member, connection and status, and gives the state back', () => {
    expect(returnConnected(link, who)).toBe(
      'https://a.test/back?tab=mine&member_id=mem_1&calendar_connection_id=cal_1&status=connected&state=a%20b%26c%3Dd%23%C3%A9%0D%0A',
    );
  });

  it('leaves the member out where older integrations do not know of it, and the state where none was sent', () => {
    expect(returnConnected({ ...link, state: null, returnNamesMember: false }, who)).toBe(
      'https://a.test/back?tab=mine&calendar_connection_id=cal_1&status=connected',
    );
  });

  it('says that it failed, and nothing else', () => {
    expect(returnFailed({ ...link, state: '' })).toBe('https://a.test/back?tab=mine&error=connect_failed&state=');
  });

  it('is undefined for a link without a return URL', () => {
    expect([returnConnected({ ...link, returnUrl: null }, who), returnFailed({ ...link, returnUrl: null })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  const piece = fc.stringMatching(/^[A-Za-z0-9._~!$'()*+,;=:@%/-]{0,12}$/);
  const aUrl = fc
    .record({ path: piece, query: fc.option(piece), fragment: fc.option(piece) })
    .map(({ path, query, fragment }) =>
      ['https://a.test/', path, query === null ? '' : `?${query}`, fragment === null ? '' : `#${fragment}`].join(''),
    );
  const aState = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed());

  it('leads to the same place, keeps what was there to the letter, and can be read back, whatever the two are', () => {
    fc.assert(
      fc.property(aUrl, aState, (text, state) => {
        const url = accepted(text);
        fc.pre(url !== undefined);
        const back = returnConnected({ returnUrl: url ?? '', state, returnNamesMember: true }, who) ?? '';

        const [before, after] = [new URL(url ?? ''), new URL(back)];
        expect([after.origin, after.pathname, after.hash]).toEqual([before.origin, before.pathname, before.hash]);
        expect(after.search.replace(/^\?/, '').startsWith(before.search.replace(/^\?/, ''))).toBe(true);
        expect(after.searchParams.getAll('state').at(-1)).toBe(state);
        expect(after.searchParams.getAll('member_id').at(-1)).toBe('mem_1');
        expect(back).toMatch(/^[!-~]+$/);
      }),
    );
  });

  it('is accepted once more, wherever anybody accepted it before: there is nothing in it that a parser mends', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: 'binary' })),
        (text) => {
          const url = accepted(text);
          if (url === undefined) return;
          expect(url).toMatch(/^https:\/\/[a-z0-9._:[\]-]+\/[!-~]*$/);
          expect(accepted(url)).toBe(url);
        },
      ),
    );
  });
});
