import fc from 'fast-check';
import { storedBody, storedHeaders } from '#shared/webhooks/delivery/sender/stored-response';
import { describe, expect, it } from '#test/support/jest';

describe('the stored body of a response', () => {
  it('is its first thousand characters, counted in code points', () => {
    expect(storedBody(Buffer.from('😀'.repeat(1_500)))).toBe('😀'.repeat(1_000));
  });

  it('keeps HTML as text', () => {
    expect(storedBody(Buffer.from('<script>alert(1)</script>'))).toBe('<script>alert(1)</script>');
  });

  it('replaces bytes that are not UTF-8', () => {
    expect(storedBody(Buffer.from([0x61, 0xff, 0x00, 0x62]))).toBe('a\ufffdb');
  });

  it('does not contain an echoed signing secret', () => {
    expect(storedBody(Buffer.from('key: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw!'))).toBe('key: whsec_[removed]!');
  });

  it('is valid text of at most a thousand characters without NUL, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000, size: 'max' }), (bytes) => {
        const text = storedBody(bytes);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\u0000');
        expect([...text].length).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});

describe('the stored headers of a response', () => {
  it.each([
    'set-cookie',
    'cookie',
    'authorization',
    'www-authenticate',
    'proxy-authenticate',
    'authentication-info',
    'x-auth-token',
    'x-api-key',
    'x-csrf',
    'x-session-id',
    '__proto__',
  ])('leave out %s', (name) => {
    expect(storedHeaders(Object.fromEntries([[name, 'x']]))).toEqual({});
  });

  it('include the others, with repeated ones joined', () => {
    expect(storedHeaders({ 'content-type': 'text/html', via: ['a', 'b'], server: undefined })).toEqual({
      'content-type': 'text/html',
      via: 'a, b',
      server: '',
    });
  });

  it('have a limited total length', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_unused, index) => [`x-${index}`, 'v'.repeat(2_000)]));

    expect(JSON.stringify(storedHeaders(many)).length).toBeLessThan(4_200);
  });

  it('have Retry-After, however many come before it', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_unused, index) => [`x-${index}`, 'v'.repeat(2_000)]));

    expect(storedHeaders({ ...many, 'retry-after': '30' })).toMatchObject({ 'retry-after': '30' });
  });
});
