import { textOf } from '#shared/calendars/feeds/ical/feed-bytes';
import { describe, expect, it } from '#test/support/jest';

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
const swapped = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes).swap16();

/** Each line of a text folded by bytes, so that the pieces have that many. */
const foldedAt = (text: string, bytes: number): Uint8Array => {
  const all = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < all.length; at += bytes) pieces.push(all.subarray(at, at + bytes), Buffer.from('\r\n '));
  return Buffer.concat(pieces.slice(0, -1));
};

const unfolded = (text: string): string => text.replace(/\r\n /g, '');

describe('the text of a feed', () => {
  it.each([
    ['UTF-8', utf8('Kraków 💙'), null, 'Kraków 💙'],
    ['UTF-8 with a byte order mark', utf8('\uFEFFKraków'), null, 'Kraków'],
    ['UTF-8 that its server calls Latin-1', utf8('Kraków'), 'iso-8859-1', 'Kraków'],
    ['Latin-1, declared', latin1('Café'), 'ISO-8859-1', 'Café'],
    ['Latin-1, undeclared', latin1('Café\nBéarn'), null, 'Café\nBéarn'],
    ['Latin-1 in one line, UTF-8 in another', Buffer.concat([latin1('Café\n'), utf8('Łódź')]), 'utf-8', 'Café\nŁódź'],
    ['UTF-8 with a broken character', Buffer.concat([utf8('Łódź '), Buffer.from([0xc3])]), null, 'Łódź \uFFFD'],
    ['Latin-2, declared', Buffer.from([0xa3, 0xf3, 0x64, 0xbc]), 'iso-8859-2', 'Łódź'],
    ['Shift_JIS, declared', Buffer.from([0x89, 0xef, 0x8b, 0x63]), 'Shift_JIS', '会議'],
    ['UTF-16 with a byte order mark', utf16('\uFEFFKraków'), null, 'Kraków'],
    ['UTF-16, big-endian', swapped(utf16('\uFEFFKraków')), 'utf-16', 'Kraków'],
    ['UTF-16 without a byte order mark', utf16('Kraków'), null, 'Kraków'],
    ['an unknown charset', utf8('Kraków'), 'x-none', 'Kraków'],
    ['with control characters', utf8('a\0b\u0007c\td'), null, 'abc\td'],
    ['with line ends of old Macs', utf8('a\rb'), null, 'a\nb'],
    ['of nothing', utf8(''), null, ''],
  ])('is read from %s', (_what, bytes, charset, text) => {
    expect(textOf({ bytes, charset })).toBe(text);
  });

  it.each([1, 2, 3, 4, 5, 7, 75])('is whole where it is folded every %d bytes', (bytes) => {
    const text = 'SUMMARY:aé€💙 Łódź 会議 end';

    expect(unfolded(textOf({ bytes: foldedAt(text, bytes), charset: null }))).toBe(text);
  });

  it('keeps the number of its lines where folds are moved', () => {
    const bytes = foldedAt('é€💙é€💙', 1);

    expect(textOf({ bytes, charset: null }).split('\n')).toHaveLength(
      Buffer.from(bytes).toString('latin1').split('\n').length,
    );
  });
});
