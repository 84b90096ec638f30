import { Resolver } from 'node:dns/promises';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';

/**
 * Every address of a name, IPv4 first. Queries the name servers directly: `dns.lookup` reads the hosts file of the
 * machine and has four threads, which four receivers with unresponsive name servers would block. Rejects when there is
 * no address and when the signal aborts. No result is cached.
 */
export const resolveName: NameLookup = lookUpWith(newResolver);

/** The same with other name servers than the machine's, each an address with its port. */
export const resolveNameAt = (servers: readonly string[]): NameLookup =>
  lookUpWith(() => {
    const resolver = newResolver();
    resolver.setServers(servers);
    return resolver;
  });

function newResolver(): Resolver {
  return new Resolver({ timeout: 2_500, tries: 3 });
}

/**
 * Creating a resolver costs more than a query, so a resolver is reused after a successful query; for one query at a time,
 * since `cancel` ends all queries of a resolver. After a failure it is dropped, since its name servers may be those of a
 * network that is no longer there.
 */
function lookUpWith(make: () => Resolver): NameLookup {
  const reusable: Resolver[] = [];
  return async (name, signal) => {
    const resolver = reusable.pop() ?? make();
    const addresses = await resolveBy(resolver, name, signal);
    reusable.push(resolver);
    return addresses;
  };
}

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
