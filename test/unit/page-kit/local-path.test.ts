import fc from 'fast-check';
import { localPath } from '#shared/api/page-kit/local-path';
import { describe, expect, it } from '#test/support/jest';

describe('a redirect target from outside', () => {
  it.each(['/', '/app', '/app/workspaces/wks_1/webhooks?status=failed&page=2', '/settings/personal/api'])(
    '%s is a local path',
    (path) => {
      expect(localPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.test/',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/app/..//evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.test',
    '@evil.test',
    '/app\r\nSet-Cookie: a=b',
    '/app\u0000',
    '/ä',
    `/${'x'.repeat(500)}`,
    '',
  ])('%j is not', (path) => {
    expect(localPath(path)).toBeUndefined();
  });

  it('stays on this host however a browser resolves it, and is valid in a header', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '@',
      'evil.test',
      '%2f',
      '%5c',
      ':',
      '?',
      '#',
      '\t',
      '\r\n',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = localPath(pieces.join(''));
        if (path === undefined) return;
        expect(new URL(path, 'https://app.example.test/sign-in').origin).toBe('https://app.example.test');
        expect(path).toMatch(/^\/(?!\/)[!-~]*$/);
      }),
    );
  });
});
