import { KMSClient } from '@aws-sdk/client-kms';
import { deployedSecretsKey } from '#bin/operator/secrets-key';
import { type Emulated, emulatorClient, withTable } from '#bin/operator/table-client';
import { answers } from '#bin/stack/ports';
import { kmsSealer } from '#shared/providers/kms-sealer';
import { systemClock } from '#shared/providers/system-clock';
import { providerClients } from '#shared/storage/provider-clients';
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
