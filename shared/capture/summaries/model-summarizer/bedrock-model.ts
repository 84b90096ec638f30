import {
  type BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import type { JsonObject } from '#shared/foundation/core/json';
import type { BedrockModel } from '#shared/foundation/model-servers/ports';
import { type ModelQuestion, SummarizerUnavailable, type SummaryModel } from '#shared/meetings/summaries/ports';

/** Of all attempts together that the SDK makes. */
const TIMEOUT_MS = 90_000;

const TOOL = 'write_summary';

/**
 * A model of Amazon Bedrock by the Converse API. Its answer is the input of a tool that it has to use, whose schema is that
 * of the question. A sampling temperature is not sent: some models refuse one.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const bedrockModel = (client: Pick<BedrockRuntimeClient, 'send'>, { model }: BedrockModel): SummaryModel => ({
  engine: 'bedrock',
  async answer(question) {
    const command = new ConverseCommand({ modelId: model, ...inputFor(question) });
    try {
      return toolInputIn(await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) }));
    } catch (error) {
      const { name } = Object(error);
      // It is about this request, and stays the same however often it is sent.
      if (name === 'ValidationException') return undefined;
      // Throttling, 5xx, a missing permission, no answer. The message may name the account: it is not passed on.
      throw new SummarizerUnavailable(`Bedrock did not answer (${name}).`);
    }
  },
});

const inputFor = ({ instructions, material, schema, maxTokens }: ModelQuestion) => ({
  system: [{ text: instructions }],
  messages: [{ role: 'user' as const, content: [{ text: material }] }],
  inferenceConfig: { maxTokens },
  toolConfig: {
    tools: [{ toolSpec: { name: TOOL, description: 'Takes the summary.', inputSchema: { json: documentOf(schema) } } }],
    toolChoice: { tool: { name: TOOL } },
  },
});

/** The SDK's type of documents has no readonly arrays. */
const documentOf = (schema: JsonObject) => JSON.parse(JSON.stringify(schema));

/** Undefined where the model was cut off, was stopped by a filter, or wrote text instead. */
function toolInputIn({ output, stopReason }: ConverseCommandOutput): unknown {
  if (stopReason !== 'tool_use' && stopReason !== 'end_turn') return undefined;
  const use = output?.message?.content?.find(({ toolUse }) => toolUse?.name === TOOL);
  return use?.toolUse?.input;
}
