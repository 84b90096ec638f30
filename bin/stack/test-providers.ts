import type { AwsEndpoint } from '#bin/stack/emulator-config';
import { isListening } from '#bin/stack/ports';
import { type StackStore, withStackStore } from '#bin/stack/stack-store';
import { providerClients } from '#shared/calendars/consent/store';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { TEST_CLIENT } from '#test/doubles/calendar-providers/server/provider-parts';
import { type RunningProviders, startTestProviders } from '#test/doubles/calendar-providers/start-test-providers';

/** Test providers for Google and Microsoft, on the two ports after the proxy's if those are free. */
export async function startLocalProviders(proxyPort: number): Promise<RunningProviders> {
  const [google, microsoft] = await Promise.all([freeOrAny(proxyPort + 1), freeOrAny(proxyPort + 2)]);
  return startTestProviders({ clock: systemClock, ports: { google, microsoft } });
}

const freeOrAny = async (port: number): Promise<number> =>
  port > 65_535 || (await isListening(`http://127.0.0.1:${port}`)) ? 0 : port;

/** Stores the OAuth client of the test providers, as `npm run ops -- provider` does for real ones. */
export const seedTestClients = (aws: AwsEndpoint, stack: StackStore): Promise<void> =>
  withStackStore(aws, stack, async ({ table, sealer }) => {
    const clients = providerClients(table, sealer);
    for (const provider of ['google', 'microsoft'] as const) await clients.save(provider, TEST_CLIENT);
  });
