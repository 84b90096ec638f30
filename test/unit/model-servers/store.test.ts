import { hasSummaryServer, hearsTracks, modelServers } from '#shared/foundation/model-servers/store';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';

const OPENAI = {
  kind: 'openai_compatible',
  baseUrl: 'https://api.openai.com',
  model: 'a-model',
  apiKey: 'sk-canary',
} as const;
const SPEECH = { ...OPENAI, maxUploadBytes: 1_000 };

function aDeployment() {
  const dynamo = inMemoryMainTable();
  const sealer = kmsSealer(inMemoryKms(), 'key');
  const table = tableOver(dynamo);
  return { dynamo, sealer, table, servers: modelServers(table, sealer) };
}

describe('the model server of a deployment', () => {
  it('is kept, replaced and removed', async () => {
    const { speech } = aDeployment().servers;
    expect(await speech.find()).toBeUndefined();

    await speech.save(SPEECH);
    expect(await speech.find()).toEqual(SPEECH);

    const other = { ...SPEECH, baseUrl: 'http://127.0.0.1:8000', apiKey: null, maxUploadBytes: null };
    await speech.save(other);
    expect(await speech.find()).toEqual(other);

    await speech.save({ kind: 'amazon_transcribe' });
    expect(await speech.find()).toEqual({ kind: 'amazon_transcribe' });

    await speech.remove();
    expect(await speech.find()).toBeUndefined();
  });

  it('hears any track of a file, but for Amazon Transcribe', async () => {
    const { servers, table } = aDeployment();
    const hears = [await hearsTracks(table)];

    for (const server of [SPEECH, { kind: 'amazon_transcribe' }] as const) {
      await servers.speech.save(server);
      hears.push(await hearsTracks(table));
    }

    expect(hears).toEqual([true, true, false]);
  });

  it('is one for each use', async () => {
    const { servers, table } = aDeployment();
    await servers.speech.save(SPEECH);
    expect([await servers.summaries.find(), await hasSummaryServer(table)]).toEqual([undefined, false]);

    await servers.summaries.save(OPENAI);

    expect([await servers.summaries.find(), await hasSummaryServer(table)]).toEqual([OPENAI, true]);

    const bedrock = { kind: 'bedrock', model: 'amazon.nova-lite-v1:0' } as const;
    await servers.summaries.save(bedrock);

    expect(await servers.summaries.find()).toEqual(bedrock);

    await servers.translations.save({ kind: 'amazon_translate' });
    expect(await servers.translations.find()).toEqual({ kind: 'amazon_translate' });
    await servers.translations.save(OPENAI);
    expect(await servers.translations.find()).toEqual(OPENAI);
  });

  it('seals its API key under the context of the deployment', async () => {
    const { servers, dynamo, sealer } = aDeployment();
    await servers.speech.save(SPEECH);

    const [row] = dynamo.items();
    expect(JSON.stringify(dynamo.items())).not.toContain('canary');
    const open = (resource: string) => sealer.open(row?.['sealed']?.S ?? '', { workspace: '-', resource });
    await expect(open('recorder-secrets')).rejects.toThrow();
    expect(await open('model-server')).toBe('sk-canary');
  });
});
