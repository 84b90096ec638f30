import { text } from 'node:stream/consumers';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, positional, required, withDefault } from '#bin/cli/options';
import { choice, matching, wholeNumber } from '#bin/cli/value-types';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import type { ModelServer } from '#shared/model-servers/ports';
import { modelServers } from '#shared/model-servers/store';

const MEBIBYTE = 1024 * 1024;

/** npm run speech: names the server that transcribes what recorders did not, in any stage. */
export const speech = command({
  name: 'npm run speech',
  description: `Stores the speech server of a stage: OpenAI, or a server with the same POST /v1/audio/transcriptions
(docs/recorders.md). It transcribes recordings whose recorder makes no transcript, from the next one on. The API key is
read from standard input and encrypted before it is stored. ${STAGE_HELP}`,
  options: {
    action: positional(required(choice('set', 'show', 'off'), 'what to do with the speech server')),
    url: optional(matching(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*[^\s?#/])?$/, 'a URL'), 'base URL, without /v1'),
    model: withDefault('whisper-1', matching(/^[\x21-\x7e]{1,200}$/, 'a name without spaces'), 'model of the server'),
    apiKey: withDefault('stdin', choice('stdin', 'none'), 'whether the server asks for an API key'),
    maxUpload: optional(wholeNumber(1, 2_000), 'largest upload in MiB, if it is not 25'),
    key: secretsKeyOption,
    ...stageOptions,
  },
  run: async ({ action, key, ...options }) => {
    const server = action === 'set' ? await serverIn(options) : undefined;
    await withSealer(options.stage, key, (sealer) =>
      withTable(options, async (table) => {
        const servers = modelServers(table, sealer);
        if (server) await servers.save('speech', server);
        if (action === 'off') await servers.remove('speech');
        console.log(described(options.stage, action === 'show' ? await servers.find('speech') : server));
      }),
    );
  },
});

interface Given {
  readonly url: string | undefined;
  readonly model: string;
  readonly apiKey: 'stdin' | 'none';
  readonly maxUpload: number | undefined;
}

async function serverIn({ url, model, apiKey, maxUpload }: Given): Promise<ModelServer> {
  if (url === undefined) throw new CliError('--url is required: base URL of the speech server, without /v1');
  if (apiKey === 'stdin' && !isPrivate(url))
    throw new CliError('An API key is sent over https, or to this machine: use another --url, or --api-key none');
  const maxUploadBytes = maxUpload === undefined ? null : maxUpload * MEBIBYTE;
  return { baseUrl: url, model, maxUploadBytes, apiKey: apiKey === 'none' ? null : parseApiKey(await keyFromInput()) };
}

const isPrivate = (url: string): boolean => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(url);

async function keyFromInput(): Promise<string> {
  if (process.stdin.isTTY) console.error('Type the API key, then Enter and Ctrl-D:');
  return text(process.stdin);
}

/** One line without spaces. The error does not repeat the key. */
export function parseApiKey(input: string): string {
  const key = input.trim();
  if (!/^[\x21-\x7e]{1,1024}$/.test(key)) throw new CliError('An API key is required: one line without spaces');
  return key;
}

/** Without the API key. */
export const described = (stage: string, server: ModelServer | undefined): string =>
  server
    ? `The ${stage} stage transcribes by ${server.model} at ${server.baseUrl}, ${server.apiKey === null ? 'without' : 'with'} an API key.`
    : `The ${stage} stage has no speech server: recordings have the transcript of their recorder, or none.`;
