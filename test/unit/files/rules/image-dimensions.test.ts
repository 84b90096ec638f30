import fc from 'fast-check';
import { hasAllowedDimensions, LARGEST_SIDE } from '#shared/foundation/files/rules/image-dimensions';
import { IMAGE_TYPES, type ImageType } from '#shared/foundation/files/rules/image-type';
import { describe, expect, it } from '#test/support/jest';
import { aGif, aJpeg, anSvg, aPng, aWebp, bytes } from './images.ts';

const uint16 = (value: number): readonly number[] => [value & 255, value >> 8];
const uint24 = (value: number): readonly number[] => [...uint16(value & 0xffff), value >> 16];
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

/** The header of an image of this size, by format. */
const FORMATS: Readonly<Record<string, readonly [ImageType, (width: number, height: number) => Buffer]>> = {
  PNG: [
    'image/png',
    (width, height) => {
      const image = aPng();
      image.writeUInt32BE(width, 16);
      image.writeUInt32BE(height, 20);
      return image;
    },
  ],
  GIF: ['image/gif', (width, height) => bytes('GIF89a', uint16(width), uint16(height), zeros(5))],
  JPEG: ['image/jpeg', aJpeg],
  'lossy WebP': [
    'image/webp',
    (width, height) => bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(7), [0x9d, 0x01, 0x2a], uint16(width), uint16(height)),
  ],
  'extended WebP': [
    'image/webp',
    (width, height) => bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), uint24(width - 1), uint24(height - 1)),
  ],
};

describe.each(Object.entries(FORMATS))('the dimensions of a %s', (_format, [type, imageOf]) => {
  it.each([
    [1, 1, true],
    [640, 480, true],
    [LARGEST_SIDE, LARGEST_SIDE, true],
    [LARGEST_SIDE + 1, 1, false],
    [1, LARGEST_SIDE + 1, false],
  ])('of %i × %i pixels are allowed: %s', (width, height, isAllowed) => {
    expect(hasAllowedDimensions(imageOf(width, height), type)).toBe(isAllowed);
  });

  it('are refused where the header is cut', () => {
    expect(hasAllowedDimensions(imageOf(640, 480).subarray(0, 9), type)).toBe(false);
  });
});

describe('the dimensions of an image', () => {
  it.each([
    [aPng(), 'image/png'],
    [aJpeg(), 'image/jpeg'],
    [aGif(), 'image/gif'],
    [aWebp(), 'image/webp'],
    [anSvg(), 'image/svg+xml'],
  ] as const)('are allowed for a whole one', (image, type) => expect(hasAllowedDimensions(image, type)).toBe(true));

  it.each(['PNG', 'GIF', 'JPEG'])('are refused where a %s has no width', (format) => {
    const [type, imageOf] = FORMATS[format] ?? [];
    expect(type && imageOf && hasAllowedDimensions(imageOf(0, 5), type)).toBe(false);
  });

  it('are read within the bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...IMAGE_TYPES), (some, type) => {
        expect(typeof hasAllowedDimensions(some, type)).toBe('boolean');
      }),
    );
  });
});
