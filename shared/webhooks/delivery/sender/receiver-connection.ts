import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type PeerCertificate } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { AttemptFailure, connectFailure, exchangeFailure } from './attempt-failure.ts';
import type { Destination } from './destination.ts';

export type TlsTrust = Pick<ConnectionOptions, 'ca'>;

/** Receivers hang up on their own terms; this is only how long we keep a quiet connection. */
const IDLE_MS = 15_000;
const LONGEST_IDLE_MS = 60_000;
const LARGEST_HEADERS = 16_384;
/** With several addresses, how long the first may take before the next is tried. */
const NEXT_ADDRESS_AFTER_MS = 2_500;
const ONLY_EXPECTED_INTERIM = new Set([102, 103]);

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One connection to one judged address. Once closed it stays closed: a new one needs a new look-up. */
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
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      maxHeaderSize: LARGEST_HEADERS,
      // The sender has one deadline over everything.
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

  /** Resolves at the status line. Rejects with an `AttemptFailure`, or with what `destroy` was given. */
  async post({ path, headers, body }: Post): Promise<Dispatcher.ResponseData> {
    try {
      return await this.#client.request({
        method: 'POST',
        path,
        headers,
        body,
        onInfo: ({ statusCode }) => this.#refuseInterim(statusCode),
      });
    } catch (cause) {
      throw exchangeFailure(cause);
    }
  }

  destroy(reason: Error = new AttemptFailure('connection_reset')): void {
    if (this.closed) return;
    this.closed = true;
    // In this order: a socket that is gone already would hide the reason from the request.
    this.#client.destroy(reason).catch(() => {});
    this.#socket?.destroy();
    this.#onClose();
  }

  #open(destination: Destination, trust: TlsTrust, onConnected: () => void, callback: buildConnector.Callback): void {
    // undici would reconnect by itself, to addresses that were judged for an earlier attempt.
    if (this.#socket) {
      this.destroy();
      return;
    }
    const { secure, addresses } = destination;
    const socket = secure ? openTls(destination, trust) : openTcp(destination);
    this.#socket = socket.setNoDelay(true).setKeepAlive(true, LONGEST_IDLE_MS);
    const failed = (cause: unknown) =>
      this.destroy(connectFailure(cause, { onlyIpv6: addresses.every((address) => isIP(address) === 6) }));
    socket.on('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      onConnected();
      callback(null, socket);
    });
  }

  #refuseInterim(responseStatus: number): void {
    if (!ONLY_EXPECTED_INTERIM.has(responseStatus)) {
      this.destroy(new AttemptFailure('protocol_error', { responseStatus }));
    }
  }
}

const openTls = (destination: Destination, trust: TlsTrust) =>
  connectTls({
    ...place(destination),
    ...trust,
    // An address has no server name; its certificate is checked against the address itself.
    servername: isIP(destination.hostname) ? '' : destination.hostname,
    ...(isIP(destination.hostname) === 6 && { checkServerIdentity: isOfAddress }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Said aloud, for NODE_TLS_REJECT_UNAUTHORIZED could otherwise turn it off.
    rejectUnauthorized: true,
  });

/** Node's own check (22.23) makes an empty name of an IPv6 address, and then finds no certificate good for it. */
const isOfAddress = (address: string, { raw }: PeerCertificate): Error | undefined =>
  new X509Certificate(raw).checkIP(address) ? undefined : new Error('The certificate is not of this address.');

const openTcp = (destination: Destination) => connectTcp(place(destination));

/** Node asks `lookup` for names alone: an address goes through as it is, and was judged as it is. */
const place = ({ hostname, port, addresses }: Destination) => ({
  host: hostname,
  port,
  lookup: answering(addresses),
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
});

const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
