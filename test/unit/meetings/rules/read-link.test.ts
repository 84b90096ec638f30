import fc from 'fast-check';
import { callIn, callKeyOf, platformOf, readLink } from '#shared/meetings/meetings/rules/read-link';
import { describe, expect, it } from '#test/support/jest';
import { calls, elsewhere, noLinks, notCalls } from '../../../data/link-cases.ts';

/** The fault of a link that leads to no call; its normalised form otherwise. */
const verdictOf = (text: string): string => {
  const reading = readLink(text);
  return reading.kind === 'call' ? reading.call.url : reading.fault.code;
};

describe('reading a link', () => {
  it.each(calls)('$name: a call', ({ text, url, platform, identity }) =>
    expect(readLink(text)).toEqual({ kind: 'call', call: { url, platform, identity } }),
  );

  it.each(calls)('$name: its normalised form reads the same', ({ text, url }) =>
    expect(readLink(url)).toEqual(readLink(text)),
  );

  it.each(notCalls)('$name: a page of a platform that joins no call', ({ text }) =>
    expect(readLink(text)).toMatchObject({ kind: 'invalid', fault: { code: 'invalid' } }),
  );

  it.each(elsewhere)('$name: a link to another host', ({ text, url, code }) =>
    expect(readLink(text)).toMatchObject({ kind: 'other_link', url, fault: { code } }),
  );

  it.each(noLinks)('$name: no link', ({ text, code }) =>
    expect(readLink(text)).toMatchObject({ kind: 'invalid', fault: { code } }),
  );

  it('a refusal does not repeat the link', () => {
    const texts = ['https://evil.example/j/1?pwd=hunter2', 'https://zoom.us/pricing?pwd=hunter2', 'hunter2'];
    expect(
      JSON.stringify(texts.map((text) => readLink(text)).map((reading) => 'fault' in reading && reading.fault)),
    ).not.toContain('hunter2');
  });

  it('a link has at most 2,048 characters, before and after', () => {
    const link = (length: number) => 'https://zoom.us/j/1234567890?pwd='.padEnd(length, 'x');
    expect(verdictOf(link(2_048))).toBe(link(2_048));
    expect(verdictOf(link(2_049))).toBe('invalid_format');
    expect(verdictOf(`https://zoom.us/my/${'é'.repeat(1_000)}`)).toBe('invalid_format');
    expect(verdictOf(`https://acme.example/${'x'.repeat(2_048)}`)).toBe('invalid_format');
    expect(verdictOf('%25'.repeat(1_000_000))).toBe('invalid_format');
  });

  const anEncoding = (text: string, layers: number): string =>
    layers === 0 ? text : anEncoding(encodeURIComponent(text), layers - 1);

  it('a passcode survives any layers of encoding, up to three', () => {
    const aPasscode = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-~=/&#+% é😀'), maxLength: 20 });
    fc.assert(
      fc.property(aPasscode, fc.integer({ min: 0, max: 3 }), (passcode, layers) => {
        const link = `https://zoom.us/j/1234567890?pwd=${encodeURIComponent(`x${passcode}`)}`;
        expect(readLink(anEncoding(link, layers))).toEqual(readLink(link));
        expect(callIn(link)?.identity).toBe('zoom/1234567890');
      }),
    );
  });

  it('a call is found behind three wrappings and no more', () => {
    const wrapped = (link: string, times: number): string =>
      times === 0 ? link : wrapped(`https://click.acme.example/?to=${encodeURIComponent(link)}`, times - 1);
    const link = 'https://zoom.us/j/1234567890';
    expect(verdictOf(wrapped(link, 3))).toBe(link);
    expect(verdictOf(wrapped(link, 4))).toBe('invalid');
  });

  it('no text throws, and a call is always a link to a known host', () => {
    const part = fc.constantFrom(
      ...[
        'https://',
        'http://',
        'https%3A%2F%2F',
        'zoom.us',
        'www.',
        'meet.google.com',
        '.evil.example',
        '@',
        ':',
        '443',
      ],
      ...[
        '/',
        '//',
        '\\',
        '?',
        '#',
        '&',
        '=',
        'pwd',
        'q=',
        'url=',
        '%',
        '%25',
        '%2F',
        '%3F',
        '%00',
        '..',
        '[::1]',
        ' ',
      ],
      ...['\t', '\u202e', '\ud800', 'ſ', '。', 'www.google.com/url?', 'x.safelinks.protection.outlook.com/?', '/j/'],
      ...['teams.microsoft.com/_#/', '1234567890', '/abc-defg-hij', 'l/meetup-join/19:a@b', 'meet/2123456789012'],
      ...['urldefense.com/v3/__', '__;JSU!!', 'zoommtg://', 'msteams:', 'g.co/meet/'],
    );
    const hostile = fc.oneof(
      fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const call = callIn(text);
        if (!call) return;
        expect(callIn(call.url)).toEqual(call);
        expect(call.url).toMatch(
          /^https:\/\/(?:[a-z0-9-]+\.)*(?:zoom\.us|zoomgov\.com|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|[a-z]+\.microsoft(?:\.us)?|teams\.microsoftonline\.cn)\/[\x21-\x7e]+$/,
        );
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the platform of a stored link', () => {
  it.each([
    ['http://zoom.us/j/1234567890', 'zoom'],
    ['HTTPS://MEET.GOOGLE.COM/abc-defg-hij', 'meet'],
    ['https://dod.teams.microsoft.us/meet/2123456789012', 'teams'],
    ['https://zoom.us.evil.com/j/1234567890', null],
    ['https://zoom.us/pricing', null],
    ['https://acme.webex.com/meet/ada', null],
    ['not a link', null],
    [null, null],
  ])('%s: %s', (url, platform) => expect(platformOf(url)).toBe(platform));
});

describe('the key of a link', () => {
  it('a call has one key with and without its passcode', () => {
    expect(callKeyOf('https://acme.zoom.us/j/1234567890')).toBe(callKeyOf('http://ZOOM.com/j/123-456-7890/?pwd=x'));
  });

  it('a link to elsewhere is its own key', () => {
    expect(callKeyOf('https://acme.webex.com/meet/Ada/')).toBe('https://acme.webex.com/meet/Ada/');
  });

  it('a key holds no passcode', () => {
    for (const { text } of calls) expect(callKeyOf(text)).not.toMatch(/pwd|abc123|AbCdEf/);
  });
});
