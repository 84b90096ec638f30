import type { Clock } from '#shared/core/clock';
import type { ModelServers } from '#shared/model-servers/ports';
import type { RecorderTools, Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports';
import { type AudioFiles, openaiTranscriber } from './openai-transcriber.ts';

interface Needs {
  readonly servers: Pick<ModelServers, 'find'>;
  readonly fetch: RecorderTools['fetch'];
  readonly files: AudioFiles;
  readonly clock: Clock;
}

/** The speech server of the deployment, as it is configured at the time of each call. Fails where there is none. */
export function configuredSpeech({ servers, ...tools }: Needs): Transcriber {
  const take = async (job: TranscriptionJob): Promise<Transcription> => {
    const server = await servers.find('speech');
    if (!server) return { status: 'failed', detail: 'The recorder made no transcript, and there is no speech server.' };
    return openaiTranscriber(server, tools).start(job);
  };
  return { start: take, check: take };
}
