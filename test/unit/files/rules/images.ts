/** The smallest beginnings that each kind of image is known by. */
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

/** One pixel, complete. */
export const aPng = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
/** An application segment, then the header of a frame. */
export const aJpeg = (width = 1, height = 1): Buffer =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'JFIF',
    zeros(10),
    [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0],
    [0xff, 0xd9],
  );
export const aGif = (): Buffer => bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0], [0x3b]);
/** Lossless, of one pixel. */
export const aWebp = (): Buffer => bytes('RIFF', [26, 0, 0, 0], 'WEBPVP8L', [10, 0, 0, 0, 0x2f], zeros(9));
export const anSvg = (): Buffer => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>');
export { bytes };
