import { configuredSummarizer } from '#shared/capture/summaries/configured-summarizer';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import type { SummaryServer } from '#shared/foundation/model-servers/ports';
import { aModelServer, dutiful } from '#test/doubles/models/a-model-server';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aSummaryJob } from '#test/support/summary-jobs';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const aSummarizer = (find: () => Promise<SummaryServer | undefined>) =>
  configuredSummarizer({
    server: { find },
    fetch,
    bedrock: () => ({ engine: 'bedrock', answer: async () => ({ sections: [{ key: 'overview', text: 'We met.' }] }) }),
    extractive: extractiveSummarizer(),
  });

describe('the summarizer of a deployment', () => {
  it('is the model from the moment when it is configured, and extractive before', async () => {
    const server = await aModelServer(dutiful);
    closing.push(server.close);
    const openai = { kind: 'openai_compatible', baseUrl: server.origin, model: 'm', apiKey: 'a-key' } as const;
    let configured: SummaryServer | undefined;
    const summarizer = aSummarizer(async () => configured);

    expect(await summarizer.start(aSummaryJob())).toMatchObject({ summary: { engine: 'extractive' } });
    configured = openai;
    expect(await summarizer.check(aSummaryJob())).toMatchObject({ summary: { engine: 'openai_compatible' } });
    configured = { kind: 'bedrock', model: 'amazon.nova-lite-v1:0' };
    expect(await summarizer.start(aSummaryJob())).toMatchObject({ summary: { engine: 'bedrock' } });
  });

  it('is out of order while its API key does not decrypt', async () => {
    const summarizer = aSummarizer(async () => {
      throw new DecryptionFailed('Sealed for another deployment.');
    });

    await expect(summarizer.start(aSummaryJob())).rejects.toMatchObject({ name: 'SummarizerUnavailable' });
  });
});
