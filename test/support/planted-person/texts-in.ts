import { gunzipSync, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';

/** A text somewhere in a value, and the path that leads to it: `state.attendees[].email`. */
export interface TextAt {
  readonly path: string;
  readonly text: string;
}

/** The plaintext of a sealed text; undefined for any other text. */
export type Opened = (sealed: string) => string | undefined;

const BASE64 = /^[\w+/-]{24,}={0,2}$/;

/**
 * Every text in a value: of JSON the values and the keys, of bytes what they are deflated, zipped, or in base64, of a
 * sealed text its plaintext, at any depth.
 */
export function textsIn(value: unknown, path: string, opened: Opened): readonly TextAt[] {
  if (typeof value === 'string') return inText(value, path, opened);
  if (value instanceof Uint8Array) return inBytes(value, path, opened);
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, `${path}[]`, opened));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => [
      { path: `${path}.{key}`, text: name },
      ...textsIn(inner, `${path}.${name}`, opened),
    ]);
  return [];
}

function inText(text: string, path: string, opened: Opened): readonly TextAt[] {
  const parsed = /^\s*[[{"]/.test(text) ? ifItFits((): unknown => JSON.parse(text)) : undefined;
  if (parsed !== undefined && parsed !== text) return textsIn(parsed, path, opened);
  const plain = opened(text);
  const inside = [
    ...(plain === undefined ? [] : inText(plain, `${path}(sealed)`, opened)),
    ...(BASE64.test(text) ? inBytes(Buffer.from(text, 'base64'), `${path}(base64)`, opened) : []),
  ];
  return [{ path, text }, ...inside];
}

type Unpacked = string | Readonly<Record<string, Uint8Array>>;

function inBytes(bytes: Uint8Array, path: string, opened: Opened): readonly TextAt[] {
  const unpack = UNPACKINGS.find(({ fits }) => fits(bytes))?.unpack;
  const unpacked = unpack && ifItFits(() => unpack(bytes));
  return [
    ...inText(Buffer.from(bytes).toString('utf8'), path, opened),
    ...(unpacked === undefined ? [] : textsIn(unpacked, path, opened)),
  ];
}

interface Unpacking {
  /** By the first bytes. */
  readonly fits: (bytes: Uint8Array) => boolean;
  /** Throws for bytes that only look so. */
  readonly unpack: (bytes: Uint8Array) => Unpacked;
}

/** The first that fits is tried. Raw deflate has no mark of its own: rows of earlier versions have it. */
const UNPACKINGS: readonly Unpacking[] = [
  { fits: ([one, two]) => one === 0x1f && two === 0x8b, unpack: (bytes) => gunzipSync(bytes).toString('utf8') },
  { fits: ([one, two]) => one === 0x50 && two === 0x4b, unpack: (bytes) => unzipSync(bytes) },
  { fits: ([one = 0, two = 0]) => one === 0x78 && (two & 0x20) !== 0, unpack: inflated },
  {
    fits: ([one = 0, two = 0]) => (one & 15) === 8 && (one * 256 + two) % 31 === 0,
    unpack: (bytes) => inflateSync(bytes).toString('utf8'),
  },
  { fits: ({ length }) => length < 500_000, unpack: inflated },
];

function ifItFits<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
