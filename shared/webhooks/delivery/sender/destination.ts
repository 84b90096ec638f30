import { isIP } from 'node:net';
import { AttemptFailure } from './attempt-failure.ts';

/** The validated destination of a request: no other address is connected to. */
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
  /** The validation used when an endpoint is saved, repeated at each attempt: both must never differ. */
  readonly validateUrl: (url: string) => { readonly accepted: string } | { readonly fault: unknown };
  readonly isPublicAddress: (address: string) => boolean;
  /** Every address of a name. Rejects, or answers none, where there is none. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Whether the hosts that `validateUrl` then accepts, localhost and 127.0.0.1, are this machine's. */
  readonly allowLocalReceivers: boolean;
}

const LOCAL_RECEIVERS: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  '127.0.0.1': ['127.0.0.1'],
};

/**
 * Makes one DNS lookup for each attempt and validates all addresses together: a name with one private address is
 * refused, whichever address would have been used. Throws `blocked_address`, `dns_error`.
 */
export async function findDestination(
  text: string,
  rules: DestinationRules,
  signal: AbortSignal,
): Promise<Destination> {
  const validation = rules.validateUrl(text);
  const url = 'accepted' in validation ? new URL(validation.accepted) : blocked();
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const local = rules.allowLocalReceivers ? LOCAL_RECEIVERS[hostname] : undefined;
  const addresses = local ?? (await publicAddresses(hostname, rules, signal));
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

async function publicAddresses(
  hostname: string,
  rules: DestinationRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, rules, signal);
  if (!addresses.every((address) => rules.isPublicAddress(address))) blocked();
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
