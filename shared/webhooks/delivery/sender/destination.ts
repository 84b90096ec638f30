import { isIP } from 'node:net';
import { AttemptFailure } from './attempt-failure.ts';

/** Where a request may go: every address was judged, and no other is connected to. */
export interface Destination {
  /** Scheme, name and port. */
  readonly origin: string;
  readonly secure: boolean;
  readonly port: number;
  /** The name for the certificate and for `Host`, or an IP address without brackets. */
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly path: string;
}

export interface DestinationRules {
  /** The rule by which a URL becomes an endpoint's, asked again at each sending: both must never differ. */
  readonly judgeUrl: (url: string) => { readonly accepted: string } | { readonly fault: unknown };
  readonly judgeAddress: (address: string) => { readonly public: boolean };
  /** Every address of a name. Rejects, or answers none, where there is none. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Whether the hosts that `judgeUrl` then accepts, localhost and 127.0.0.1, are this machine's. */
  readonly allowLocalReceivers: boolean;
}

const LOCAL_RECEIVERS: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  '127.0.0.1': ['127.0.0.1'],
};

/**
 * One look-up for each attempt, and its answer judged as a whole: a name with one private address is refused,
 * whichever the address we would have taken. Throws `blocked_address`, `dns_error`.
 */
export async function findDestination(
  text: string,
  rules: DestinationRules,
  signal: AbortSignal,
): Promise<Destination> {
  const verdict = rules.judgeUrl(text);
  const url = 'accepted' in verdict ? new URL(verdict.accepted) : blocked();
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const local = rules.allowLocalReceivers ? LOCAL_RECEIVERS[hostname] : undefined;
  const addresses = local ?? (await judgedAddresses(hostname, rules, signal));
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return {
    origin: `${url.protocol}//${host}:${port}`,
    secure,
    port,
    hostname,
    addresses,
    path: url.pathname + url.search,
  };
}

async function judgedAddresses(
  hostname: string,
  rules: DestinationRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, rules, signal);
  if (!addresses.every((address) => rules.judgeAddress(address).public)) blocked();
  return addresses;
}

async function resolved(name: string, { resolve }: DestinationRules, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = await resolve(name, signal).catch((cause: unknown) => {
    throw new AttemptFailure('dns_error', { cause });
  });
  if (addresses.length === 0) throw new AttemptFailure('dns_error');
  return addresses;
}

function blocked(): never {
  throw new AttemptFailure('blocked_address');
}
