import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type PeerCertificate } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { AttemptFailure, connectFailure, exchangeFailure } from './attempt-failure.ts';
import type { Destination } from './destination.ts';

export type TlsTrust = Pick<ConnectionOptions, 'ca'>;

/** How long an idle connection is kept; a receiver may close it earlier. */
const IDLE_MS = 15_000;
const MAX_IDLE_MS = 60_000;
const MAX_HEADER_BYTES = 16_384;
/** How long connecting to an address may take before the next address is tried. */
const NEXT_ADDRESS_AFTER_MS = 2_500;
/** Informational responses that may precede the final one; any other is a violation of the protocol here. */
const ALLOWED_INFORMATIONAL = new Set([102, 103]);

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One connection to one validated address. A closed connection is never reopened, since that needs a new DNS look-up. */
export class ReceiverConnection {
  readonly origin: string;
  #client: Client;
  #socket: Socket | undefined;
  #onClose: () => void = () => {};
  closed = false;

  constructor(destination: Destination, trust: TlsTrust, onConnected: () => void) {
    this.origin = destination.origin;
    this.#client = new Client(destination.origin, {
      connect: (_options, callback) => this.#open(destination, trust, onConnected, callback),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The sender has one deadline for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', () => this.destroy());
  }

  get address(): string | undefined {
    return this.#socket?.remoteAddress;
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  /** Resolves at the status line. Rejects with an `AttemptFailure`, or with the reason given to `destroy`. */
  async post({ path, headers, body }: Post): Promise<Dispatcher.ResponseData> {
    try {
      return await this.#client.request({
        method: 'POST',
        path,
        headers,
        body,
        onInfo: ({ statusCode }) => this.#refuseInformational(statusCode),
      });
    } catch (cause) {
      throw exchangeFailure(cause);
    }
  }

  destroy(reason: Error = new AttemptFailure('connection_reset')): void {
    if (this.closed) return;
    this.closed = true;
    // In this order: destroying the socket first would hide the reason from the request.
    this.#client.destroy(reason).catch(() => {});
    this.#socket?.destroy();
    this.#onClose();
  }

  #open(destination: Destination, trust: TlsTrust, onConnected: () => void, callback: buildConnector.Callback): void {
    // undici would reconnect by itself, to addresses that were validated for an earlier attempt.
    if (this.#socket) {
      this.destroy();
      return;
    }
    const { secure, addresses } = destination;
    const socket = secure ? openTls(destination, trust) : openTcp(destination);
    this.#socket = socket.setNoDelay(true).setKeepAlive(true, MAX_IDLE_MS);
    const failed = (cause: unknown) =>
      this.destroy(connectFailure(cause, { onlyIpv6: addresses.every((address) => isIP(address) === 6) }));
    socket.on('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      onConnected();
      callback(null, socket);
    });
  }

  #refuseInformational(responseStatus: number): void {
    if (!ALLOWED_INFORMATIONAL.has(responseStatus)) {
      this.destroy(new AttemptFailure('protocol_error', { responseStatus }));
    }
  }
}

const openTls = (destination: Destination, trust: TlsTrust) =>
  connectTls({
    ...target(destination),
    ...trust,
    // An IP address has no server name; its certificate is checked against the address.
    servername: isIP(destination.hostname) ? '' : destination.hostname,
    ...(isIP(destination.hostname) === 6 && { checkServerIdentity: checkIpv6Identity }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
  });

/** Node's own check (22.23) fails for every certificate of an IPv6 address, which it takes for an empty name. */
const checkIpv6Identity = (address: string, { raw }: PeerCertificate): Error | undefined =>
  new X509Certificate(raw).checkIP(address) ? undefined : new Error('The certificate is not valid for this address.');

const openTcp = (destination: Destination) => connectTcp(target(destination));

/** Node calls `lookup` for names only. An IP address is connected to directly, and was validated as such. */
const target = ({ hostname, port, addresses }: Destination) => ({
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
