import type { Reply } from './a-recorder-server.ts';

interface Asked {
  readonly range: string | undefined;
  readonly contentType: string;
  /** Of the file; absent for a server without entity tags, which ignores `If-Range`. */
  readonly etag?: string;
  readonly ifRange?: string | undefined;
}

/**
 * A file behind a link, as S3 and other servers with ranges answer for it (RFC 9110, section 14). The whole file is sent
 * where it is another one than that of `If-Range`.
 */
export function rangeReply(file: Uint8Array, { range, contentType, etag, ifRange }: Asked): Reply {
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes', ...(etag !== undefined && { etag }) };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const isChanged = etag !== undefined && ifRange !== undefined && ifRange !== etag;
  if (from === undefined || isChanged) return { status: 200, headers, body: file };
  const first = Number(from);
  const last = Math.min(to ? Number(to) : file.length - 1, file.length - 1);
  if (first >= file.length)
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${file.length}` }, body: '' };
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${file.length}` },
    body: file.subarray(first, last + 1),
  };
}
