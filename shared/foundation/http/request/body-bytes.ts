import { gunzipSync } from 'node:zlib';
import { badRequest } from '#shared/foundation/core/refusal';
import { addWork } from '#shared/foundation/dynamodb/request-work';

/** The part of a gateway's event that holds the body (API Gateway, payload format 2.0). */
export interface BodyEvent {
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The largest body, as sent and after decompression. */
export interface BodyLimit {
  readonly most: number;
  /** As a refusal names it: `1 MB`. */
  readonly inWords: string;
}

/** To parse, rename and validate a byte takes as long as to read some of a stored text. An assumption, on the careful side. */
const WORK_OF_A_BYTE = 3;

/**
 * The bytes of a body, decompressed where `Content-Encoding` is `gzip`; decompression stops at the limit. A gateway that
 * decompresses leaves the header, and hands on the text. 400 `bad_request` for a body over the limit, for other encodings
 * and for what is not gzip. They are part of the work of the request, whatever is answered.
 */
export function bytesOf(event: BodyEvent, limit: BodyLimit): Buffer {
  const bytes = decodedBytes(event, limit);
  addWork(WORK_OF_A_BYTE * bytes.length);
  return bytes;
}

function decodedBytes({ body = '', isBase64Encoded, headers }: BodyEvent, limit: BodyLimit): Buffer {
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(body, encoding) > limit.most) throw tooLarge(limit);
  const bytes = Buffer.from(body, encoding);
  const coding = contentEncoding(headers);
  if (coding === '' || coding === 'identity') return bytes;
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  if (isGzip && !isBase64Encoded && isText(body)) return bytes;
  if (isGzip) return decompressed(bytes, limit);
  throw badRequest('The Content-Encoding header must be gzip, or be left out.');
}

/** No gzip: it begins with a control character, and holds bytes that are no UTF-8. */
const isText = (body: string): boolean => body !== '' && !body.startsWith('\u001f');

function contentEncoding(headers: BodyEvent['headers']): string {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding');
  return (named?.[1] ?? '').trim().toLowerCase();
}

/** Bytes that deflate makes of one at most. */
const MOST_INFLATED = 1_032;

function decompressed(bytes: Buffer, limit: BodyLimit): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit.most });
  } catch (error) {
    // It may have been inflated up to the limit before it was refused, also where its end alone is wrong.
    addWork(WORK_OF_A_BYTE * Math.min(limit.most, MOST_INFLATED * bytes.length));
    throw isOverLimit(error) ? tooLarge(limit) : badRequest('The body is not valid gzip.');
  }
}

const isOverLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

const tooLarge = ({ inWords }: BodyLimit) => badRequest(`The body is larger than ${inWords}.`);
