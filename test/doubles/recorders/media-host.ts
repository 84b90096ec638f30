/** The link has expired, the response is cut halfway, or nothing strikes it. */
export type MediaFault = 'expired' | 'cut halfway' | 'none';

/** Files behind signed links, as S3 serves them: ranges, entity tags, 403 for a link that has expired. */
export interface MediaHost {
  readonly origin: string;
  put(name: string, file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string }): void;
  remove(name: string): void;
  /** A new link to the file. */
  linkTo(name: string): string;
  /** The links in the next responses about a bot have expired. */
  expireLinksOfNext(responses: number): void;
  /** A response about a bot begins, with the links that are given until the next one. */
  beginResponse(): void;
  /** What strikes the next requests for a file. */
  strike(...faults: readonly MediaFault[]): void;
  handle(request: Request): Response;
}

interface HostedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly etag: string;
}

export function aMediaHost(origin: string): MediaHost {
  const files = new Map<string, HostedFile>();
  const links = new Map<string, string>();
  const faults: MediaFault[] = [];
  let given = 0;
  let written = 0;
  let expiring = 0;
  let isExpired = false;
  return {
    origin,
    put(name, file) {
      written += 1;
      files.set(name, { ...file, etag: `"v${written}"` });
    },
    remove: (name) => files.delete(name),
    linkTo(name) {
      given += 1;
      const path = `/${encodeURIComponent(name)}?X-Amz-Signature=${given}`;
      if (!isExpired) links.set(path, name);
      return `${origin}${path}`;
    },
    expireLinksOfNext(responses) {
      expiring = responses;
    },
    beginResponse() {
      isExpired = expiring > 0;
      expiring = Math.max(0, expiring - 1);
    },
    strike: (...next) => faults.push(...next),
    handle(request) {
      const { pathname, search } = new URL(request.url);
      // S3 refuses a signed link that comes with another authorization beside it.
      if (request.headers.has('authorization')) return xml(400, 'InvalidArgument');
      const name = links.get(pathname + search);
      if (name === undefined) return xml(403, 'AccessDenied');
      const file = files.get(name);
      if (!file) return xml(404, 'NoSuchKey');
      const fault = faults.shift();
      if (fault === 'expired') return xml(403, 'AccessDenied');
      const response = fileResponse(file, request);
      return fault === 'cut halfway' ? cutHalfway(response) : response;
    },
  };
}

/** The headers of the whole response, and a body that breaks. */
function cutHalfway({ status, headers }: Response): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(100_000));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status, headers });
}

const xml = (status: number, code: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });

function fileResponse({ bytes, contentType, etag }: HostedFile, { headers }: Request): Response {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const isChanged = headers.has('if-range') && headers.get('if-range') !== etag;
  const common = { 'content-type': contentType, etag, 'accept-ranges': 'bytes' };
  if (from === undefined || isChanged)
    return new Response(bytes, { headers: { ...common, 'content-length': String(bytes.length) } });
  const first = Number(from);
  if (first >= bytes.length) return xml(416, 'InvalidRange');
  const last = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1);
  return new Response(bytes.slice(first, last + 1), {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
  });
}
