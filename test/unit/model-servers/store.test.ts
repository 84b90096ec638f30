import { describe, expect, it } from '@jest/globals';
import { dynamoTable } from '#shared/dynamodb/table';
import { modelServers } from '#shared/model-servers/store';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';

const SERVER = { baseUrl: 'https://api.openai.com', model: 'whisper-1', apiKey: 'sk-canary', maxUploadBytes: 1_000 };

function aDeployment() {
  const dynamo = inMemoryMainTable();
  const sealer = kmsSealer(inMemoryKms(), 'key');
  return { dynamo, sealer, servers: modelServers(dynamoTable(dynamo, 'main'), sealer) };
}

describe('the model server of a deployment', () => {
  it('is kept, replaced and removed', async () => {
    const { servers } = aDeployment();
    expect(await servers.find('speech')).toBeUndefined();

    await servers.save('speech', SERVER);
    expect(await servers.find('speech')).toEqual(SERVER);

    const other = { baseUrl: 'http://127.0.0.1:8000', model: 'tiny.en', apiKey: null, maxUploadBytes: null };
    await servers.save('speech', other);
    expect(await servers.find('speech')).toEqual(other);

    await servers.remove('speech');
    expect(await servers.find('speech')).toBeUndefined();
  });

  it('seals its API key under the context of the deployment', async () => {
    const { servers, dynamo, sealer } = aDeployment();
    await servers.save('speech', SERVER);

    const [row] = dynamo.items();
    expect(JSON.stringify(dynamo.items())).not.toContain('canary');
    const open = (resource: string) => sealer.open(row?.['sealed']?.S ?? '', { workspace: '-', resource });
    await expect(open('recorder-secrets')).rejects.toThrow();
    expect(await open('model-server')).toBe('sk-canary');
  });
});
