import { CliError } from '#bin/cli/cli-error';
import { optional, withDefault } from '#bin/cli/options';
import { choice, wholeNumber } from '#bin/cli/value-types';
import { describedServer, modelName, modelServerCommand, openaiServerIn } from '#bin/operator/model-server';
import type { SpeechServer } from '#shared/foundation/model-servers/ports';

const MEBIBYTE = 1024 * 1024;

/** npm run ops -- speech: names the service that transcribes what recorders did not, in any stage. */
export const speech = modelServerCommand({
  name: 'speech',
  description: `Stores the speech service of a stage: OpenAI, a server with the same POST /v1/audio/transcriptions, or
Amazon Transcribe (docs/recorders.md). It transcribes recordings whose recorder makes no transcript, from the next one on.`,
  options: {
    kind: withDefault('openai_compatible', choice('openai_compatible', 'amazon_transcribe'), 'what transcribes'),
    model: withDefault('whisper-1', modelName, 'model of the server'),
    maxUpload: optional(wholeNumber(1, 2_000), 'largest upload in MiB, if it is not 25'),
  },
  row: ({ speech }) => speech,
  server: speechServerIn,
  described,
});

type Given = Parameters<typeof openaiServerIn>[0] & {
  readonly kind: SpeechServer['kind'];
  readonly stage: string;
  readonly maxUpload: number | undefined;
};

async function speechServerIn({ kind, maxUpload, ...options }: Given): Promise<SpeechServer> {
  if (kind === 'openai_compatible') {
    const maxUploadBytes = maxUpload === undefined ? null : maxUpload * MEBIBYTE;
    return { ...(await openaiServerIn(options)), maxUploadBytes };
  }
  if (options.stage === 'local') throw new CliError('The local stack has no Amazon Transcribe: use a speech server');
  if (options.url !== undefined || maxUpload !== undefined)
    throw new CliError('--url and --max-upload are for speech servers, not for Amazon Transcribe');
  return { kind };
}

/** Without the API key. */
export function described(stage: string, server: SpeechServer | undefined): string {
  if (!server)
    return `The ${stage} stage has no speech server: recordings have the transcript of their recorder, or none.`;
  const named = server.kind === 'amazon_transcribe' ? 'Amazon Transcribe' : describedServer(server);
  return `The ${stage} stage transcribes by ${named}.`;
}
