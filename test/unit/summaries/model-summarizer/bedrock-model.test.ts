import { BedrockRuntimeClient, type ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { bedrockModel } from '#shared/capture/summaries/model-summarizer/bedrock-model';
import { modelSummarizer } from '#shared/capture/summaries/model-summarizer/model-summarizer';
import { aBedrockServer } from '#test/doubles/models/a-bedrock-server';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aSummaryJob } from '#test/support/summary-jobs';

const MODEL = { kind: 'bedrock', model: 'eu.amazon.nova-lite-v1:0' } as const;
const ANSWER = {
  title: 'Release',
  sections: [{ key: 'overview', text: 'The release is on Friday.' }],
  action_items: [{ text: 'Write the notes', assignee: 'ben', seconds: 8 }],
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The summarizer of a model behind the wire of Bedrock. */
async function onTheWire(say: Parameters<typeof aBedrockServer>[0]) {
  const server = await aBedrockServer(say);
  const client = new BedrockRuntimeClient({
    region: 'eu-central-1',
    endpoint: server.origin,
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  closing.push(() => client.destroy(), server.close);
  return { summarizer: modelSummarizer(bedrockModel(client, MODEL)), requests: server.requests };
}

/** The summarizer of a model whose client answers or throws that. */
function aClientThat(answers: { readonly output: Partial<ConverseCommandOutput> } | { readonly error: string }) {
  const client = new BedrockRuntimeClient({ region: 'eu-central-1' });
  const bedrock = mockClient(client);
  if ('error' in answers) bedrock.rejects(Object.assign(new Error('Account 1111.'), { name: answers.error }));
  else bedrock.resolves(answers.output);
  return { summarizer: modelSummarizer(bedrockModel(client, MODEL)), calls: () => bedrock.calls().length };
}

describe('a summary by a model of Bedrock', () => {
  it('is the input of a tool that the model has to use, checked against the transcript', async () => {
    const { summarizer, requests } = await onTheWire(() => ANSWER);

    expect(await summarizer.start(aSummaryJob())).toMatchObject({
      status: 'done',
      summary: {
        engine: 'bedrock',
        title: 'Release',
        sections: [{ key: 'overview', markdown: 'The release is on Friday.' }, {}, {}, {}],
        actionItems: [{ text: 'Write the notes', assigneeName: 'Ben', start: 8 }],
      },
    });
    expect(requests).toMatchObject([
      {
        path: '/model/eu.amazon.nova-lite-v1%3A0/converse',
        body: {
          messages: [{ role: 'user', content: [{ text: expect.stringContaining('[0] Ada: We decided') }] }],
          inferenceConfig: { maxTokens: 4_000 },
          toolConfig: {
            tools: [{ toolSpec: { inputSchema: { json: { required: ['title', 'sections', 'action_items'] } } } }],
            toolChoice: { tool: { name: 'write_summary' } },
          },
        },
      },
    ]);
  });

  it('has no instructions of the transcript among its own', async () => {
    const { summarizer, requests } = await onTheWire(() => ANSWER);

    await summarizer.start(aSummaryJob());

    expect(JSON.stringify(requests[0]?.body.system)).not.toContain('We decided');
  });
});

describe('a model of Bedrock that fails', () => {
  it.each([
    'ThrottlingException',
    'ServiceUnavailableException',
    'InternalServerException',
    'ModelTimeoutException',
    'ModelNotReadyException',
    'ModelErrorException',
    'AccessDeniedException',
    'ResourceNotFoundException',
    'TimeoutError',
  ])('is an outage after %s, whose message is not passed on', async (error) => {
    const failing = aClientThat({ error }).summarizer.start(aSummaryJob());

    await expect(failing).rejects.toMatchObject({
      name: 'SummarizerUnavailable',
      message: `Bedrock did not answer (${error}).`,
    });
  });

  it('is an outage when the service throttles on the wire', async () => {
    const { summarizer } = await onTheWire(() => ({ error: 'ThrottlingException', status: 429 }));

    await expect(summarizer.start(aSummaryJob())).rejects.toMatchObject({
      message: 'Bedrock did not answer (ThrottlingException).',
    });
  });

  const toolUse = { toolUseId: '1', name: 'write_summary', input: ANSWER };
  const saying = (stopReason: ConverseCommandOutput['stopReason'], ...content: object[]) => ({
    output: { stopReason, output: { message: { role: 'assistant' as const, content: content as never } } },
  });
  it.each([
    ['an answer that was cut off', saying('max_tokens', { toolUse })],
    ['a filtered answer', saying('content_filtered', { toolUse })],
    ['an answer that a guardrail stopped', saying('guardrail_intervened', { text: 'No.' })],
    ['a refusal in text', saying('end_turn', { text: 'I cannot help with that.' })],
    ['another tool', saying('tool_use', { toolUse: { ...toolUse, name: 'other' } })],
    ['nothing', { output: {} }],
    ['a refused request', { error: 'ValidationException' }],
  ])('is asked once more after %s, then the summary fails for good', async (_what, answers) => {
    const { summarizer, calls } = aClientThat(answers);

    expect(await summarizer.start(aSummaryJob())).toMatchObject({ status: 'failed' });
    expect(calls()).toBe(2);
  });
});
