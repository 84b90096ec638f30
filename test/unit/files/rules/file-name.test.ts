import fc from 'fast-check';
import { fileNameFor } from '#shared/foundation/files/rules/stored-file';
import { describe, expect, it } from '#test/support/jest';

describe('the name of a file', () => {
  it.each([
    ['logo.png', 'logo.png'],
    ['Logo.PNG', 'Logo.PNG'],
    ['logo.jpg', 'logo.png'],
    ['logo', 'logo.png'],
    ['logo.', 'logo.png'],
    ['archive.tar.gz', 'archive.tar.png'],
    ['.png', 'image.png'],
    ['..', 'image.png'],
    ['', 'image.png'],
    [undefined, 'image.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\fakepath\\logo.gif', 'logo.png'],
    ['folder/', 'image.png'],
    ['a\r\nX-Injected: 1.png', 'aX-Injected: 1.png'],
    ['gnp.\u202elogo', 'gnp.png'],
    ['lo\u200bgo\u0000.png', 'logo.png'],
    ['a"b.png', 'a"b.png'],
    ['a%00.png', 'a%00.png'],
    ['naïve 😀.png', 'naïve 😀.png'],
    ['\ud83d.png', '\ufffd.png'],
    ['logo.svg.html', 'logo.svg.png'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(fileNameFor(sent, 'image/png')).toBe(kept);
  });

  it.each([
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['photo.jpg', 'image/jpeg', 'photo.jpg'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['photo.html', 'image/svg+xml', 'photo.svg'],
    ['photo.webp', 'image/gif', 'photo.gif'],
  ] as const)('%s that is %s is %s', (sent, type, kept) => {
    expect(fileNameFor(sent, type)).toBe(kept);
  });

  it('is at most a hundred characters long, its extension aside, and says what it is', () => {
    expect(fileNameFor(`${'😀'.repeat(4_000)}.png`, 'image/png')).toBe(`${'😀'.repeat(100)}.png`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (sent) => {
        const name = fileNameFor(sent, 'image/webp');
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}/\\]+\.webp$/iu);
        expect([...name].length).toBeLessThanOrEqual(105);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
