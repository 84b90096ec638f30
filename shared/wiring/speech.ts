import { amazonTranscriber } from '#shared/capture/recorders/amazon-transcribe/amazon-transcriber';
import { configuredSpeech } from '#shared/capture/recorders/configured-speech';
import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import { trackByTrack } from '#shared/capture/recorders/tracks/track-by-track';
import type { Clock } from '#shared/foundation/core/clock';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';
import { transcribeJobPrefix } from '#shared/foundation/infrastructure-names';
import { audioStart } from '#shared/foundation/media/audio-start';
import { openAudio } from '#shared/foundation/media/cut-audio';
import type { ModelServers } from '#shared/foundation/model-servers/ports';
import { transcribeClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import type { Transcriber } from '#shared/meetings/recorders/ports';

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
