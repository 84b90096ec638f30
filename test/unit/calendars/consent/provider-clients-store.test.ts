import { providerClients } from '#shared/calendars/consent/store';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';

const CLIENT = { clientId: '123.apps.googleusercontent.com', clientSecret: 'GOCSPX-canary' };

function aDeployment() {
  const dynamo = inMemoryMainTable();
  const sealer = kmsSealer(inMemoryKms(), 'key');
  return { dynamo, sealer, clients: providerClients(tableOver(dynamo), sealer) };
}

describe('the OAuth client of a deployment', () => {
  it('is kept for each provider', async () => {
    const { clients } = aDeployment();
    await clients.save('google', CLIENT);

    expect(await clients.find('google')).toEqual(CLIENT);
    expect(await clients.has('google')).toBe(true);
    expect(await clients.find('microsoft')).toBeUndefined();
    expect(await clients.has('microsoft')).toBe(false);
  });

  it('takes the place of the one before', async () => {
    const { clients } = aDeployment();
    await clients.save('google', CLIENT);
    await clients.save('google', { clientId: '456', clientSecret: 'another' });

    expect(await clients.find('google')).toEqual({ clientId: '456', clientSecret: 'another' });
  });

  it('seals its secret under the context of the deployment, which no connection opens', async () => {
    const { clients, dynamo, sealer } = aDeployment();
    await clients.save('google', CLIENT);

    const [row] = dynamo.items();
    expect(JSON.stringify(dynamo.items())).not.toContain('canary');
    const open = (resource: string) => sealer.open(row?.['sealed']?.S ?? '', { workspace: '-', resource });
    await expect(open('cal_1')).rejects.toThrow();
    expect(await open('provider-client')).toBe('GOCSPX-canary');
  });
});
