import type { Clock } from '#shared/core/clock';
import type { FileStorage, MultipartStorage } from '#shared/files/ports';
import { transcribeJobPrefix } from '#shared/infrastructure-names';
import { audioStart } from '#shared/media/audio-start';
import { openAudio } from '#shared/media/cut-audio';
import type { ModelServers } from '#shared/model-servers/ports';
import { transcribeClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { amazonTranscriber } from '#shared/recorders/amazon-transcribe/amazon-transcriber';
import { configuredSpeech } from '#shared/recorders/configured-speech';
import { openaiTranscriber } from '#shared/recorders/openai-speech/openai-transcriber';
import type { Transcriber } from '#shared/recorders/ports';
import { trackByTrack } from '#shared/recorders/tracks/track-by-track';

interface Needs {
  readonly servers: ModelServers;
  readonly clock: Clock;
  readonly files: FileStorage;
  readonly uploads: Pick<MultipartStorage, 'sizeOf' | 'readRange'>;
}

/** The speech service of this deployment, which `npm run ops -- speech` configures. */
export function speechFromEnvironment({
  servers,
  clock,
  files: stored,
  uploads: { sizeOf, readRange },
}: Needs): Transcriber {
  const files = { ...stored, sizeOf, readRange };
  const amazon = () =>
    amazonTranscriber({
      client: transcribeClient(),
      files,
      bucket: requiredEnv('filesBucket'),
      keyArn: requiredEnv('filesKeyArn'),
      namePrefix: transcribeJobPrefix(requiredEnv('stage')),
      clock,
      audioStart,
    });
  const speech = configuredSpeech({
    server: servers.speech,
    make: (server) =>
      server.kind === 'amazon_transcribe'
        ? amazon()
        : openaiTranscriber(server, { fetch: globalThis.fetch, files, clock, openAudio }),
  });
  return trackByTrack(speech, { files, clock });
}
