import { type ReqRes, toFetchResponse, toReqRes } from 'fetch-to-node';
import type { Provider, ProviderContext } from 'oidc-provider';
import { ADDRESS_HEADER, BLOCK_HEADER } from '#shared/accounts/oauth/authorization-server';
import { addressHash, blockHash } from '#shared/api/page-kit/page-app';
import type { PageContext } from '#shared/api/page-kit/page-kit';

/** Failures that the library answered with its own error, by the request that they befell. */
const failures = new WeakMap<ReqRes['req'], Error>();

/** Keeps a failure for `answerOf`, which throws it: the pages know how to answer and log it. */
export const keepFailure = ({ req }: ProviderContext, error: Error): void => {
  failures.set(req, error);
};

interface Changed {
  /** Another path and query than those of the request. */
  readonly url?: URL;
  /** Of a POST. */
  readonly body?: string;
}

/** The library's answer to a request of a page. */
export async function answerOf(server: Provider, c: PageContext, changed: Changed = {}): Promise<Response> {
  const { req, res } = onTls(requestFor(c, changed));
  await server.callback()(req, res);
  const failure = failures.get(req);
  if (failure) throw failure;
  const { status, headers, body } = await toFetchResponse(res);
  return new Response(body, { status, headers: withoutConnection(headers) });
}

/** The gateway has a connection, and a date, of its own. */
function withoutConnection(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['connection', 'date', 'keep-alive', 'transfer-encoding']) kept.delete(name);
  return kept;
}

/** The request and response in which the library looks for the cookie of a consent. */
export const cookiesOf = (c: PageContext) => {
  const { cookie } = c.req.header();
  return onTls(new Request(c.req.url, { headers: headersOf({ ...(cookie !== undefined && { cookie }) }, c) }));
};

/** As Node's server has them. TLS ends in front of the function, and the library asks the socket whether cookies may be `Secure`. */
function onTls(request: Request): ReqRes {
  const both = toReqRes(request);
  Object.defineProperty(both.req, 'socket', { value: { encrypted: true } });
  return both;
}

function requestFor(c: PageContext, { url, body }: Changed): Request {
  const headers = headersOf(c.req.header(), c);
  // The library reads a body by its length only.
  if (body !== undefined) headers.set('content-length', String(Buffer.byteLength(body)));
  return new Request(url ?? c.req.url, { method: c.req.method, headers, ...(body !== undefined && { body }) });
}

/** The headers, and whose address and address block it is. */
function headersOf(sent: Readonly<Record<string, string>>, c: PageContext): Headers {
  const headers = new Headers(sent);
  headers.set(ADDRESS_HEADER, addressHash(c));
  headers.set(BLOCK_HEADER, blockHash(c));
  return headers;
}
