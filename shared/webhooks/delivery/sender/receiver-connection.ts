import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type PeerCertificate } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import { type FinalResponses, withoutInformational } from '#shared/foundation/platform/without-informational';
import { AttemptFailure, connectFailure, exchangeFailure } from './attempt-failure.ts';
import type { Destination } from './destination.ts';
import { Exchange, type ReceiverResponse } from './exchange.ts';

export type TlsTrust = Pick<ConnectionOptions, 'ca'>;

/** How long an idle connection is kept; a receiver may close it earlier. */
const IDLE_MS = 15_000;
/** No request begins on a connection later than this after its look-up: docs/decisions/webhook-url-validation.md. */
const LONGEST_LIFE_MS = 60_000;
/** Names and values of the headers of a response: docs/limits-and-rules.md#webhooks. */
const MAX_HEADER_BYTES = 65_536;
/** How long connecting to an address may take before the next address is tried. */
const NEXT_ADDRESS_AFTER_MS = 2_500;

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The timeout of the response body in milliseconds. */
  readonly bodyMs: number;
  /** Called at the status line. */
  readonly onStatus: () => void;
}

interface Opening {
  readonly destination: Destination;
  /** All validated. */
  readonly addresses: readonly string[];
  /** When the look-up began, by `performance.now()`. */
  readonly lookedUpAt: number;
  readonly trust: TlsTrust;
  readonly onConnected: () => void;
  readonly onClosed: (connection: ReceiverConnection) => void;
}

/** One connection to one validated address. A closed connection is never reopened, since that needs a new DNS look-up. */
export class ReceiverConnection {
  readonly origin: string;
  readonly #opening: Opening;
  readonly #client: Client;
  #socket: Socket | undefined;
  #isClosed = false;
  #exchange: Exchange | undefined;
  #responses: FinalResponses | undefined;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.origin = opening.destination.origin;
    this.#client = new Client(this.origin, {
      connect: (_options, callback) => this.#open(callback),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_LIFE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The sender has one deadline for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', () => this.destroy());
  }

  /** Whether another request may begin on it. */
  get isUsable(): boolean {
    const age = performance.now() - this.#opening.lookedUpAt;
    return !this.#isClosed && this.#socket?.destroyed === false && age < LONGEST_LIFE_MS;
  }

  /** Whether a byte of the response to the last request arrived. */
  get hasResponded(): boolean {
    return this.#exchange?.hasBegun ?? false;
  }

  /**
   * Resolves at the end of the body, or where it is cut off. Rejects with an `AttemptFailure`, or with the reason given
   * to `destroy`.
   */
  async post({ path, headers, body, ...reading }: Post): Promise<ReceiverResponse> {
    const exchange = new Exchange({ ...reading, onInvalidStatus: (status) => this.#refuse(status) });
    this.#exchange = exchange;
    this.#responses?.expectResponse();
    this.#client.dispatch({ method: 'POST', path, headers, body }, exchange);
    try {
      return await exchange.response;
    } catch (cause) {
      throw exchangeFailure(cause);
    }
  }

  destroy(reason: Error = new AttemptFailure('connection_reset')): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // In this order: destroying the socket first would hide the reason from the request.
    this.#client.destroy(reason).catch(() => {});
    this.#socket?.destroy();
    this.#opening.onClosed(this);
  }

  #open(callback: buildConnector.Callback): void {
    // undici would reconnect by itself, to addresses that were validated for the earlier connection.
    if (this.#socket) {
      this.destroy();
      return;
    }
    const { addresses, onConnected } = this.#opening;
    const { secure } = this.#opening.destination;
    const socket = secure ? openTls(this.#opening) : connectTcp(target(this.#opening));
    this.#socket = socket.setNoDelay(true).setKeepAlive(true, LONGEST_LIFE_MS);
    const failed = (cause: unknown) =>
      this.destroy(connectFailure(cause, { onlyIpv6: addresses.every((address) => isIP(address) === 6) }));
    socket.on('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      onConnected();
      this.#responses = withoutInformational(socket, () => this.#exchange?.onResponseStarted());
      callback(null, socket);
    });
  }

  #refuse(responseStatus: number): void {
    this.destroy(new AttemptFailure('protocol_error', { responseStatus }));
  }
}

const openTls = (opening: Opening) =>
  connectTls({
    ...target(opening),
    ...opening.trust,
    ...serverIdentity(opening.destination),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
  });

/** An IP address has no server name; its certificate is checked against the address. */
const serverIdentity = ({ hostname }: Destination) => ({
  servername: isIP(hostname) ? '' : hostname,
  ...(isIP(hostname) === 6 && { checkServerIdentity: checkIpv6Identity }),
});

/** Node's own check fails in some releases (24.18.1) for every certificate of an IPv6 address, which it takes for an empty name. */
const checkIpv6Identity = (address: string, { raw }: PeerCertificate): Error | undefined =>
  new X509Certificate(raw).checkIP(address) ? undefined : new Error('The certificate is not valid for this address.');

/** Node calls `lookup` for names only. An IP address is connected to directly, and was validated as such. */
const target = ({ destination: { hostname, port }, addresses }: Opening) => ({
  host: hostname,
  port,
  lookup: lookupReturning(addresses),
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
});

const lookupReturning =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
