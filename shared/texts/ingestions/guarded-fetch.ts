import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, buildConnector, fetch } from 'undici';
import { parseUrl } from '#shared/foundation/core/url';
import { withoutInformational } from '#shared/foundation/platform/without-informational';
import { boundedWire } from '#shared/texts/ingestions/bounded-wire';

interface Options {
  /**
   * The addresses to connect to, of a URL that was accepted and of a name whose addresses are all public. `refused` for any
   * other. Rejects where the name has no address.
   */
  readonly addressesOf: (url: string, signal: AbortSignal) => Promise<readonly string[] | 'refused'>;
  /** Certificate authorities to trust instead of the platform's, for servers in tests. */
  readonly ca?: string;
  /** Of one request; five where absent. */
  readonly mostRedirects?: number;
  /** Of the body of one response as it is sent, before it is decoded; unbounded where absent. */
  readonly mostWireBytes?: number;
}

const CONNECT_MS = 10_000;
const HEADERS_MS = 20_000;
/** A response without a byte for this long breaks off. */
const SILENT_MS = 30_000;
/** Names and values of the headers of a response. */
const MAX_HEADER_BYTES = 65_536;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * `fetch` of a `GET` for URLs that others give us. Each URL is validated, those of redirects too, and its connection goes to
 * the validated addresses, never to those of a second look-up. A URL that is refused, or one redirect too many, is
 * answered as by a server that forbids it: 403.
 */
export function guardedFetch({ addressesOf, ca, mostRedirects = 5, mostWireBytes }: Options) {
  const get = async (url: string, request: Request): Promise<Response> => {
    const addresses = await addressesOf(url, request.signal);
    if (addresses === 'refused') return forbidden();
    const agent = agentTo(addresses, ca);
    try {
      const response = await fetch(url, {
        headers: Object.fromEntries(request.headers),
        redirect: 'manual',
        signal: request.signal,
        dispatcher: mostWireBytes === undefined ? agent : agent.compose(boundedWire(mostWireBytes)),
      });
      return response as unknown as Response;
    } finally {
      // Waits for the end of the response, which is read later, and of nothing else.
      agent.close().catch(() => undefined);
    }
  };
  return async (request: Request): Promise<Response> => {
    let { url } = request;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await get(url, request);
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      const target = parseUrl(location, url);
      if (!target) return forbidden();
      target.hash = '';
      url = target.href;
    }
    return forbidden();
  };
}

const forbidden = (): Response => new Response(null, { status: 403 });

/** One request, over a connection of its own. */
const agentTo = (addresses: readonly string[], ca: string | undefined): Agent =>
  new Agent({
    connections: 1,
    pipelining: 1,
    allowH2: false,
    headersTimeout: HEADERS_MS,
    bodyTimeout: SILENT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: connectTo(addresses, ca),
  });

function connectTo(addresses: readonly string[], ca: string | undefined): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    lookup: lookupReturning(addresses),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (socket) withoutInformational(socket);
      if (error) callback(error, null);
      else if (socket) callback(null, socket);
    });
}

/** Node calls it for names only. An IP address is connected to directly, and was validated as such. */
const lookupReturning =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
