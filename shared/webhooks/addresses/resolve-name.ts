import { Resolver } from 'node:dns/promises';

/** Every address of a host name. Rejects if it has none, and when the signal aborts. */
export type NameLookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Every address of a name, IPv4 first. Asks the name servers themselves: the system's own look-up has four threads,
 * which four receivers with dead name servers would hold, and reads the hosts file of the machine.
 * Rejects if there is no address, and when the signal aborts. Answers are not cached.
 */
export const resolveName: NameLookup = lookUpWith(newResolver);

/** The same of other name servers than the machine's, each an address with its port. */
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
 * To make a resolver costs more than to ask it, so one that found something is asked again; by one look-up at a time,
 * since `cancel` ends all of its questions. One that found nothing may have the servers of a network that is gone.
 */
function lookUpWith(make: () => Resolver): NameLookup {
  const proven: Resolver[] = [];
  return async (name, signal) => {
    const resolver = proven.pop() ?? make();
    const addresses = await resolveBy(resolver, name, signal);
    proven.push(resolver);
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
