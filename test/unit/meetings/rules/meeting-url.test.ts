import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linkKeyOf, platformOf, readAnyLink, readMeetingUrl } from '#shared/meetings/rules/meeting-url';
import cases from '../../../data/meeting-urls.json';

const faultOf = (text: string) => {
  const reading = readMeetingUrl(text);
  return 'fault' in reading ? reading.fault : reading.url;
};
const accepted = cases.accepted.map(([name, text, url, platform]) => ({
  name: String(name),
  text: String(text),
  url: String(url),
  platform,
}));

describe('the link that a bot is sent to', () => {
  test.each(accepted)('$name', ({ text, url, platform }) => expect(readMeetingUrl(text)).toEqual({ url, platform }));

  test.each(accepted)('$name: read again it stays the same', ({ url, platform }) =>
    expect(readMeetingUrl(url)).toEqual({ url, platform }),
  );

  test.each(cases.invalid_format)('%s is no link', (_name, text) =>
    expect(faultOf(String(text))).toBe('invalid_format'),
  );

  test.each(cases.invalid)('%s is no call', (_name, text) => expect(faultOf(String(text))).toBe('invalid'));

  test('is never repeated in what we say about it', () => {
    const reading = readMeetingUrl('https://evil.example/j/1?pwd=hunter2');
    expect(JSON.stringify(reading)).not.toContain('hunter2');
  });

  test('is at most 2,048 characters long, before and after', () => {
    const link = (length: number) => 'https://zoom.us/j/1?pwd='.padEnd(length, 'x');
    expect(faultOf(link(2_048))).toBe(link(2_048));
    expect(faultOf(link(2_049))).toBe('invalid_format');
    expect(faultOf(`https://zoom.us/my/${'é'.repeat(1_000)}`)).toBe('invalid_format');
    expect(faultOf('%25'.repeat(1_000_000))).toBe('invalid_format');
  });

  const anEncoding = (text: string, layers: number): string =>
    layers === 0 ? text : anEncoding(encodeURIComponent(text), layers - 1);

  test('is the same under any layers of encoding, up to three', () => {
    const aPasscode = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-~=/&#+% é😀'), maxLength: 20 });
    fc.assert(
      fc.property(aPasscode, fc.integer({ min: 0, max: 3 }), (passcode, layers) => {
        const link = `https://zoom.us/j/123?pwd=${encodeURIComponent(`x${passcode}`)}`;
        expect(readMeetingUrl(anEncoding(link, layers))).toEqual(readMeetingUrl(link));
        expect(readMeetingUrl(link)).toHaveProperty('platform', 'zoom');
      }),
    );
  });

  test('never throws, and what it accepts is a link to a known host', () => {
    const part = fc.constantFrom(
      'https://',
      'http://',
      'https%3A%2F%2F',
      'zoom.us',
      'meet.google.com',
      '.evil.example',
      '@',
      ':',
      '443',
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
      '\t',
      '\u202e',
      '\ud800',
      'ſ',
      '。',
      'www.google.com/url?',
      'x.safelinks.protection.outlook.com/?',
      'teams.microsoft.com/_#/',
      '123',
    );
    const hostile = fc.oneof(
      fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const reading = readMeetingUrl(text);
        if (!('url' in reading)) return;
        expect(platformOf(reading.url)).toBe(reading.platform);
        expect(readMeetingUrl(reading.url)).toEqual(reading);
        expect(reading.url).toMatch(/^https:\/\/[a-z0-9.-]+\/[\x21-\x7e]+$/);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the platform of a stored link', () => {
  test.each([
    ['http://zoom.us/j/1', 'zoom'],
    ['https://us02web.zoom.com/j/1', 'zoom'],
    ['https://x.zoomgov.com/j/1', 'zoom'],
    ['HTTPS://MEET.GOOGLE.COM/abc-defg-hij', 'meet'],
    ['https://teams.live.com/meet/1', 'teams'],
    ['https://dod.teams.microsoft.us/meet/1', 'teams'],
    ['https://zoom.us.evil.com/j/1', null],
    ['https://evilzoom.us/j/1', null],
    ['https://zoom.us@evil.example/j/1', null],
    ['https://acme.webex.com/meet/ada', null],
    ['ftp://zoom.us/j/1', null],
    ['not a link', null],
    [null, null],
  ])('%s: %s', (url, platform) => expect(platformOf(url)).toBe(platform));
});

describe('any link of a calendar event', () => {
  test.each([
    'https://acme.webex.com/meet/ada?x=1#y',
    'http://10.0.0.1:8080/x',
    'https://ZOOM.us/j/1/?utm_source=x',
    'http://localhost',
  ])('%s is stored as it is', (url) => expect(readAnyLink(` ${url}\n`)).toEqual({ url }));

  test.each([
    '',
    'zoom.us/j/1',
    'ftp://x.example',
    'javascript:alert(1)',
    'https:x.example',
    'https://',
    'https:///x',
    'https://a b.example',
    'https://x.example/a b',
    'https://x.example/\u0000',
    'https://x.example/\ud800',
    'https://[::1',
  ])('%j is none', (text) => expect(readAnyLink(text)).toHaveProperty('fault', 'invalid_format'));

  test('is at most 2,048 characters long', () => {
    expect(readAnyLink(`https://x.example/${'a'.repeat(2_048 - 18)}`)).toHaveProperty('url');
    expect(readAnyLink(`https://x.example/${'a'.repeat(2_049 - 18)}`)).toHaveProperty('fault', 'invalid_format');
  });
});

describe('what two links have in common', () => {
  test('an event and a bot spell one call differently', () => {
    expect(linkKeyOf('http://ZOOM.com/j/1/?pwd=x&utm_source=y')).toBe(linkKeyOf('https://zoom.us/j/1?pwd=x'));
  });

  test('a link to elsewhere is its own key', () => {
    expect(linkKeyOf('https://acme.webex.com/meet/Ada/')).toBe('https://acme.webex.com/meet/Ada/');
  });
});
