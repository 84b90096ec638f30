import fc from 'fast-check';
import { mayRedirectTo, redirectSource } from '#shared/oauth/redirects';
import { describe, expect, it } from '#test/support/jest';

/** Schemes that browsers and operating systems run by themselves. */
const HANDLED_SCHEMES = [
  ...['about', 'blob', 'data', 'file', 'filesystem', 'ftp', 'javascript', 'vbscript', 'view-source', 'ws', 'wss'],
  ...['chrome', 'chrome-extension', 'edge', 'intent', 'jar', 'mailto', 'moz-extension', 'resource', 'tel', 'sms'],
  ...['ms-msdt', 'ms-officecmd', 'ms-settings', 'ms-word', 'search-ms', 'shell', 'ssh', 'x-apple.systempreferences'],
];

describe('a redirect of a client', () => {
  it.each([
    'https://agent.test/back',
    'https://agent.test:8443/back?a=1',
    'https://bücher.example/back',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'http://[::1]:8123/back',
    'com.example.app:/back',
    'com.example.app://back',
    'com.example-inc.app:/back',
  ])('may be %s', (uri) => {
    expect(mayRedirectTo(uri)).toBe(true);
  });

  it.each([
    ...HANDLED_SCHEMES.flatMap((scheme) => [`${scheme}:x`, `${scheme}://agent.test/`, `${scheme.toUpperCase()}:x`]),
    'http://agent.test/back',
    'http://localhost.agent.test/back',
    'https://agent.test@evil.test/back',
    'https://agent.test\\@evil.test/back',
    'https://agent.test;script-src/back',
    'https:agent.test/back',
    'com.example.app:',
    'com.example.app:/back\n',
    'com..app:/back',
    '.com.app:/back',
    'com.example.:/back',
    'java\tscript.x:alert(1)',
    ' com.example.app:/back',
    '//agent.test/back',
    '/back',
    '',
  ])('is not %j', (uri) => {
    expect(mayRedirectTo(uri)).toBe(false);
  });

  it('adds one source to the policy of the page, whatever is asked for', () => {
    const parts = fc.constantFrom(
      'https://',
      'http://localhost',
      'com.app:',
      ';',
      ' ',
      ',',
      "'",
      '"',
      '\n',
      '@',
      '/',
      'a.test',
      ':',
      '*',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (written) => {
        const uri = written.join('');
        fc.pre(mayRedirectTo(uri));
        expect(redirectSource(uri)).toMatch(/^[a-z0-9.:/[\]_-]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
