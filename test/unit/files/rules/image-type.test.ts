import fc from 'fast-check';
import { imageTypeOf } from '#shared/foundation/files/rules/image-type';
import { describe, expect, it } from '#test/support/jest';
import { aGif, aJpeg, anSvg, aPng, aWebp, bytes } from './images.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the type of an image', () => {
  it.each([
    ['a PNG', aPng(), 'image/png'],
    ['a JPEG', aJpeg(), 'image/jpeg'],
    ['a JPEG of a camera', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 16], 'Exif'), 'image/jpeg'],
    ['a JPEG without any application data', bytes([0xff, 0xd8, 0xff, 0xdb, 0, 67]), 'image/jpeg'],
    ['a GIF', aGif(), 'image/gif'],
    ['an old GIF', bytes('GIF87a', [1, 0, 1, 0, 0, 0, 0, 0x3b]), 'image/gif'],
    ['a WebP', aWebp(), 'image/webp'],
    ['a lossy WebP', bytes('RIFF', [26, 0, 0, 0], 'WEBPVP8 ', [10, 0, 0, 0]), 'image/webp'],
    ['an animated WebP', bytes('RIFF', [26, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0]), 'image/webp'],
    ['an SVG', anSvg(), 'image/svg+xml'],
    ['a GIF that is a script, too', bytes('GIF89a/*', [0, 0, 0, 0, 0], '*/=1;alert(1)//;'), 'image/gif'],
    ['a PNG with a page behind it', bytes([...aPng()], '<html><script>alert(1)</script>'), 'image/png'],
    ['a JPEG with a page in its comment', bytes([0xff, 0xd8, 0xff, 0xfe, 0, 40], '<html><script>'), 'image/jpeg'],
    ['a PNG with an SVG behind it', bytes([...aPng()], SVG), 'image/png'],
    ['an SVG behind a byte order mark', Buffer.from(`\ufeff${SVG}`), 'image/svg+xml'],
    ['an SVG in UTF-16, little end first', utf16(SVG), 'image/svg+xml'],
    ['an SVG in UTF-16, big end first', utf16(SVG).swap16(), 'image/svg+xml'],
    ['an SVG behind a note', Buffer.from(`<!-- <html> > -- made by hand -->\n${SVG}`), 'image/svg+xml'],
    ['an SVG behind its declaration', Buffer.from(`<?xml version="1.0"?>\r\n${SVG}`), 'image/svg+xml'],
    [
      'an SVG in Latin-1',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><!-- ', [0xe9], ` -->${SVG}`),
      'image/svg+xml',
    ],
    ['an SVG with a style sheet', Buffer.from(`<?xml-stylesheet href="https://x.test/a.xsl"?>${SVG}`), 'image/svg+xml'],
    [
      'an SVG with a document type',
      Buffer.from(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">${SVG}`),
      'image/svg+xml',
    ],
    [
      'an SVG with entities',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`),
      'image/svg+xml',
    ],
    ['an SVG with a billion laughs', Buffer.from(`${LAUGHS}${SVG}`), 'image/svg+xml'],
    ['an SVG with a script', Buffer.from('<svg onload="alert(1)"><script>alert(2)</script></svg>'), 'image/svg+xml'],
    ['an SVG under a prefix', Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['an SVG behind spaces', Buffer.from(`\n\t  ${SVG}`), 'image/svg+xml'],
  ])('is read from its bytes: %s', (_what, content, type) => {
    expect(imageTypeOf(content)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('brand kit')],
    ['a page', Buffer.from('<!DOCTYPE html><html><svg></svg></html>')],
    ['a page that begins with a note', Buffer.from('<!-- <svg> --><html></html>')],
    ['a page with an SVG in it', Buffer.from(`<html>${SVG}</html>`)],
    ['a script', Buffer.from('alert(1)')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a ZIP', bytes([0x50, 0x4b, 3, 4])],
    ['a BMP', bytes('BM', [0, 0, 0, 0])],
    ['an icon', bytes([0, 0, 1, 0, 1, 0])],
    ['a TIFF', bytes('II*', [0])],
    ['a sound in RIFF', bytes('RIFF', [26, 0, 0, 0], 'WAVEfmt ', [16, 0, 0, 0])],
    ['an AVIF', bytes([0, 0, 0, 28], 'ftypavif')],
    ['the first eight bytes of a PNG', aPng().subarray(0, 8)],
    [
      'a PNG that does not begin with its header',
      bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'tEXt', [...aPng()]),
    ],
    ['the first three bytes of a JPEG', aJpeg().subarray(0, 3)],
    ['a JPEG that ends where it begins', bytes([0xff, 0xd8, 0xff, 0xd9])],
    ['a GIF without a screen', Buffer.from('GIF89a')],
    ['a GIF of no known kind', bytes('GIF90a', [1, 0, 1, 0, 0, 0, 0])],
    ['an element that only begins so', Buffer.from('<svgfoo/>')],
    ['a note that never ends', Buffer.from(`<!-- ${SVG}`)],
    ['an SVG with a zero in it', Buffer.from(`\0${SVG}`)],
    ['spaces alone', Buffer.from(' '.repeat(1_000))],
    ['openings alone', Buffer.from('<!--'.repeat(50_000))],
    ['document types alone', Buffer.from('<!DOCTYPE svg '.repeat(20_000))],
  ])('is none of the five: %s', (_what, content) => {
    expect(imageTypeOf(content)).toBeUndefined();
  });

  it('is found of whatever bytes there are, without a fault', () => {
    const starts = fc.constantFrom('<svg', '<?', '<!--', '<!DOCTYPE svg [', 'GIF89a', 'RIFF', '\ufeff', '\xff\xd8\xff');
    const any = fc.tuple(fc.array(starts, { maxLength: 3 }), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(any, ([texts, rest]) => {
        const type = imageTypeOf(bytes(...texts, [...rest]));
        expect([undefined, 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']).toContain(type);
      }),
    );
  });
});
