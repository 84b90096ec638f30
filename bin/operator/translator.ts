import { CliError } from '#bin/cli/cli-error';
import { optional, withDefault } from '#bin/cli/options';
import { choice } from '#bin/cli/value-types';
import { describedServer, modelName, modelServerCommand, openaiServerIn } from '#bin/operator/model-server';
import type { TranslationServer } from '#shared/foundation/model-servers/ports';

/** npm run ops -- translator: names the engine that translates, in any stage. */
export const translator = modelServerCommand({
  name: 'translator',
  description: `Stores the engine that translates for a stage: Amazon Translate, OpenAI, or a server with the same
POST /v1/chat/completions (docs/translation.md). It translates from the next request on.`,
  options: {
    kind: withDefault('openai_compatible', choice('openai_compatible', 'amazon_translate'), 'what translates'),
    model: optional(modelName, 'model of the server'),
  },
  row: ({ translations }) => translations,
  server: translationServerIn,
  described,
});

interface Given extends Omit<Parameters<typeof openaiServerIn>[0], 'model'> {
  readonly kind: TranslationServer['kind'];
  readonly stage: string;
  readonly model: string | undefined;
}

async function translationServerIn({ kind, model, ...options }: Given): Promise<TranslationServer> {
  if (kind === 'openai_compatible') {
    if (model === undefined) throw new CliError('--model is required: model that translates');
    return openaiServerIn({ ...options, model });
  }
  if (options.stage === 'local') throw new CliError('The local stack has no Amazon Translate: use a server');
  if (options.url !== undefined || model !== undefined)
    throw new CliError('--url and --model are for servers with the wire of OpenAI, not for Amazon Translate');
  return { kind };
}

/** Without the API key. */
export function described(stage: string, server: TranslationServer | undefined): string {
  if (!server) return `The ${stage} stage has no translator: with the simulator texts are pseudo-localized.`;
  const named = server.kind === 'amazon_translate' ? 'Amazon Translate' : describedServer(server);
  return `The ${stage} stage translates by ${named}.`;
}
