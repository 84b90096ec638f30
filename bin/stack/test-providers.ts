import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { isListening } from '#bin/stack/ports';
import { providerClients } from '#shared/calendars/consent/store';
import { dynamoTable } from '#shared/dynamodb/table';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { systemClock } from '#shared/platform/system-clock';
import { TEST_CLIENT } from '#test/doubles/calendar-providers/server/provider-parts';
import { type RunningProviders, startTestProviders } from '#test/doubles/calendar-providers/start-test-providers';

/** Test providers for Google and Microsoft, on the two ports after the proxy's if those are free. */
export async function startLocalProviders(proxyPort: number): Promise<RunningProviders> {
  const [google, microsoft] = await Promise.all([freeOrAny(proxyPort + 1), freeOrAny(proxyPort + 2)]);
  return startTestProviders({ clock: systemClock, ports: { google, microsoft } });
}

const freeOrAny = async (port: number): Promise<number> =>
  port > 65_535 || (await isListening(`http://127.0.0.1:${port}`)) ? 0 : port;

/** Stores the OAuth client of the test providers, as `npm run provider` does for real ones. */
export const seedTestClients = (aws: AwsEndpoint, tableName: string, secretsKeyId: string): Promise<void> =>
  withClient(new KMSClient(emulatorConfig(aws)), (kms) =>
    withClient(new DynamoDBClient(emulatorConfig(aws)), async (dynamo) => {
      const clients = providerClients(dynamoTable(dynamo, tableName), kmsSealer(kms, secretsKeyId));
      for (const provider of ['google', 'microsoft'] as const) await clients.save(provider, TEST_CLIENT);
    }),
  );
