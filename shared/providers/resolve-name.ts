import { Resolver } from 'node:dns/promises';
import type { NameLookup } from '#shared/ports/name-lookup';

/**
 * Every address of a name, IPv4 first. Asks the name servers themselves: the system's own look-up has four threads,
 * which four receivers with dead name servers would hold, and reads the hosts file of the machine.
 * Rejects where there is no address, and when the signal says that nobody waits any more.
 */
export const resolveName: NameLookup = (name, signal) => resolveBy(newResolver(), name, signal);

/** The same of other name servers than the machine's, each an address with its port. */
export const resolveNameAt = (servers: readonly string[]): NameLookup => {
  return (name, signal) => {
    const resolver = newResolver();
    resolver.setServers(servers);
    return resolveBy(resolver, name, signal);
  };
};

const newResolver = () => new Resolver({ timeout: 2_500, tries: 3 });

async function resolveBy(resolver: Resolver, name: string, signal: AbortSignal): Promise<readonly string[]> {
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('The name has no address.', { cause: answers });
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
