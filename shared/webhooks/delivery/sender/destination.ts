import { isIP } from 'node:net';
import { AttemptFailure } from './attempt-failure.ts';

/** Where a URL leads, without the addresses of its name. */
export interface Destination {
  /** Scheme, name and port. */
  readonly origin: string;
  readonly secure: boolean;
  readonly port: number;
  /** The name for the certificate and for `Host`, or an IP address without brackets. */
  readonly hostname: string;
  readonly path: string;
}

export interface DestinationRules {
  /** The validation used when an endpoint is saved, repeated by the sender: both must never differ. Depends on the text alone. */
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

/** Throws `blocked_address` for a URL whose form is not accepted. */
export function destinationOf(text: string, { validateUrl }: Pick<DestinationRules, 'validateUrl'>): Destination {
  const validation = validateUrl(text);
  const url = 'accepted' in validation ? new URL(validation.accepted) : blocked();
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return { origin: `${url.protocol}//${host}:${port}`, secure, port, hostname, path: url.pathname + url.search };
}

/**
 * The addresses for one new connection: a DNS look-up, whose addresses are validated together. A name with one private
 * address is refused, whichever address would have been used. Throws `blocked_address`, `dns_error`.
 */
export async function publicAddresses(
  { hostname }: Destination,
  rules: DestinationRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const local = rules.allowLocalReceivers ? LOCAL_RECEIVERS[hostname] : undefined;
  if (local) return local;
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, rules, signal);
  return addresses.every((address) => rules.isPublicAddress(address)) ? addresses : blocked();
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
