import { KMSClient } from '@aws-sdk/client-kms';
import { answers } from '#bin/ports';
import { deployedSecretsKey } from '#bin/secrets-key-for';
import { type Emulated, emulatorClient, withTable } from '#bin/table-client';
import { providerClients } from '#shared/calendars/consent/provider-clients-store';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { systemClock } from '#shared/platform/system-clock';
import { TEST_CLIENT } from '#test/calendar-providers/server/provider-parts';
import { type RunningProviders, startTestProviders } from '#test/calendar-providers/start-test-providers';

/** Stand-ins for Google and Microsoft, at the two ports after the front door's where those are free. */
export async function runTestProviders(frontDoor: number): Promise<RunningProviders> {
  const [google, microsoft] = await Promise.all([frontDoor + 1, frontDoor + 2].map(freeOrAny));
  return startTestProviders({ clock: systemClock, ports: { google: google ?? 0, microsoft: microsoft ?? 0 } });
}

const freeOrAny = async (port: number): Promise<number> =>
  port > 65_535 || (await answers(`http://127.0.0.1:${port}`)) ? 0 : port;

/** Keeps the client that both know a local stack by, as `npm run provider` keeps those of the real ones. */
export async function seedTestClients({ tableName, ...aws }: Emulated & { readonly tableName: string }): Promise<void> {
  const keyId = await deployedSecretsKey(aws);
  const kms = new KMSClient({ ...aws, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  try {
    await withTable(emulatorClient(aws), tableName, async (table) => {
      const clients = providerClients(table, kmsSealer(kms, keyId));
      for (const provider of ['google', 'microsoft'] as const) await clients.save(provider, TEST_CLIENT);
    });
  } finally {
    kms.destroy();
  }
}
