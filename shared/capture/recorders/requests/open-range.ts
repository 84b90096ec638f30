import type { Digest } from '#shared/foundation/files/rules/copy-progress';
import { InvalidRecorderAnswer, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { Fetch } from './send-request.ts';

export interface RangeRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly firstByte: number;
  /** Included. Null: to the end. */
  readonly lastByte: number | null;
  /** The entity tag of an earlier range: a file that has changed since is opened from its first byte (`If-Range`). */
  readonly etag: string | null;
}

/** A part of a file. The stream belongs to the caller, who reads it to its end or cancels it. */
export interface OpenRange {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** 0 where the server takes no ranges, or the file has changed. */
  readonly firstByte: number;
  /** The length of the whole file; null where the server does not say. */
  readonly totalBytes: number | null;
  /** A strong entity tag (RFC 9110, section 8.8.3). */
  readonly etag: string | null;
  /** Of the whole file, where the server states it. */
  readonly digest?: Digest;
}

/** The link has expired, or the file is gone: the recorder may have a new link. */
export class LinkExpired extends Error {}

/** From the request to the last byte of the range: 64 MB at 1 MB/s, and some. */
const TIMEOUT_MS = 90_000;
/** The same for a whole file: longer than a copy waits for a source without ranges. */
const WHOLE_FILE_TIMEOUT_MS = 14 * 60_000;

/**
 * Opens a byte range of a recorded file, uncompressed, as `fetch` asks for with every range. Throws `LinkExpired` for
 * 401, 403, 404 and 410, `RecorderUnreachable` when there is no response or another status, and `InvalidRecorderAnswer`
 * when the response is another range, or a range of another version of the file.
 */
export async function openRange(fetch: Fetch, request: RangeRequest): Promise<OpenRange> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS).unref();
  const response = await begin(fetch, request, limit.signal);
  if (response.status === 200) clearTimeout(timer);
  try {
    return rangeIn(response, request);
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
}

async function begin(
  fetch: Fetch,
  { url, headers, firstByte, lastByte, etag }: RangeRequest,
  limit: AbortSignal,
): Promise<Response> {
  const sent = new Request(url, {
    headers: {
      range: `bytes=${firstByte}-${lastByte ?? ''}`,
      ...(etag !== null && { 'if-range': etag }),
      ...headers,
    },
    redirect: 'manual',
    signal: AbortSignal.any([limit, AbortSignal.timeout(WHOLE_FILE_TIMEOUT_MS)]),
  });
  try {
    return await fetch(sent);
  } catch {
    // The error is not passed on as a cause: it may hold the link, which is a credential.
    throw new RecorderUnreachable(`${new URL(url).host} did not respond.`);
  }
}

function rangeIn(response: Response, { url, firstByte, lastByte, etag }: RangeRequest): OpenRange {
  const { status, headers, body } = response;
  const { host } = new URL(url);
  if ([401, 403, 404, 410].includes(status)) throw new LinkExpired(`${host} answered ${status} to a media link.`);
  if (status !== 206 && status !== 200) throw new RecorderUnreachable(`${host} answered ${status} to a media link.`);
  const seen = strongTag(headers.get('etag'));
  const range = status === 206 ? contentRange(headers) : wholeFile(headers);
  const isAsked = range?.firstByte === firstByte && (lastByte === null || range.lastByte <= lastByte);
  const isSameFile = etag === null || seen === null || seen === etag;
  if (!body || !range || (status === 206 && !(isAsked && isSameFile)))
    throw new InvalidRecorderAnswer(`${host} sent another range of the file than ${firstByte}-${lastByte ?? ''}.`);
  const digest = digestIn(headers);
  return {
    stream: body,
    firstByte: range.firstByte,
    totalBytes: range.totalBytes,
    etag: seen,
    ...(digest && { digest }),
  };
}

const strongTag = (tag: string | null): string | null => (tag?.startsWith('"') ? tag : null);

/**
 * The digest of the whole file, whichever range was sent: `Repr-Digest` (RFC 9530), else S3's checksum. S3 writes the
 * number of parts behind a checksum of checksums, which says nothing of the file.
 */
function digestIn(headers: Headers): Digest | undefined {
  const [, representation] = /(?:^|,)\s*sha-256=:([\w+/]{43}=):/.exec(headers.get('repr-digest') ?? '') ?? [];
  const [object] = /^[\w+/]{43}=$/.exec(headers.get('x-amz-checksum-sha256') ?? '') ?? [];
  const base64 = representation ?? object;
  return base64 === undefined ? undefined : { algorithm: 'sha-256', base64 };
}

/** RFC 9110, section 14.4. */
function contentRange(headers: Headers) {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (total === undefined) return undefined;
  return { firstByte: Number(first), lastByte: Number(last), totalBytes: total === '*' ? null : Number(total) };
}

function wholeFile(headers: Headers) {
  const length = headers.get('content-length');
  return { firstByte: 0, lastByte: Number.POSITIVE_INFINITY, totalBytes: length === null ? null : Number(length) };
}
