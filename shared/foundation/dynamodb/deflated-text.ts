import { deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { DEFLATE_DICTIONARY } from '#shared/foundation/dynamodb/deflate-dictionary';

const dictionary = Buffer.from(DEFLATE_DICTIONARY);

/** Texts are a few kilobytes: smaller hash tables than the default of 8 are cleared faster, and no row gets longer. */
const MEM_LEVEL = 6;

/** JSON text as rows hold it: deflated with the dictionary, in the format that names it by its checksum (RFC 1950). */
export const deflated = (text: string): Uint8Array => deflateSync(text, { dictionary, memLevel: MEM_LEVEL });

/** The text of `deflated`, or of raw deflate, which rows had before. Throws for other bytes and other dictionaries. */
export const inflated = (bytes: Uint8Array): string =>
  (namesDictionary(bytes) ? inflateSync(bytes, { dictionary }) : inflateRawSync(bytes)).toString();

/**
 * The header that zlib writes with a dictionary: deflate with a window of 32 KB, and the flag FDICT. Raw deflate of a
 * text begins with another byte, as its first block is a compressed one.
 */
const namesDictionary = ([method = 0, flags = 0]: Uint8Array): boolean => method === 0x78 && (flags & 0x20) !== 0;
