import { CliError } from '#bin/cli/cli-error';
import { optional, withDefault } from '#bin/cli/options';
import { choice } from '#bin/cli/value-types';
import { describedServer, modelName, modelServerCommand, openaiServerIn } from '#bin/operator/model-server';
import type { SummaryServer } from '#shared/foundation/model-servers/ports';

/** npm run ops -- summarizer: names the model that writes summaries, in any stage. */
export const summarizer = modelServerCommand({
  name: 'summarizer',
  description: `Stores the model that writes the summaries of a stage: at OpenAI, at a server with the same
POST /v1/chat/completions, or of Amazon Bedrock (docs/summaries.md). It writes from the next summary on; without one,
summaries are extractive.`,
  options: {
    kind: withDefault('openai_compatible', choice('openai_compatible', 'bedrock'), 'where the model is'),
    model: optional(modelName, 'model of the server, or the id of a model or inference profile of Bedrock'),
  },
  row: ({ summaries }) => summaries,
  server: summaryServerIn,
  described,
});

interface Given extends Omit<Parameters<typeof openaiServerIn>[0], 'model'> {
  readonly kind: SummaryServer['kind'];
  readonly model: string | undefined;
}

async function summaryServerIn({ kind, model, ...options }: Given): Promise<SummaryServer> {
  if (model === undefined) throw new CliError('--model is required: model that writes summaries');
  if (kind === 'openai_compatible') return openaiServerIn({ ...options, model });
  if (options.url !== undefined) throw new CliError('--url is for servers with the wire of OpenAI, not for Bedrock');
  return { kind, model };
}

/** Without the API key. */
export function described(stage: string, server: SummaryServer | undefined): string {
  if (!server)
    return `The ${stage} stage has no model for summaries: they are extractive, in the language of the transcript.`;
  const named = server.kind === 'bedrock' ? `${server.model} of Amazon Bedrock` : describedServer(server);
  return `The ${stage} stage summarizes by ${named}.`;
}
