import type { ModelServerRow, SpeechServer } from '#shared/foundation/model-servers/ports';
import type { Transcriber } from '#shared/meetings/recorders/ports';

interface Needs {
  readonly server: Pick<ModelServerRow<SpeechServer>, 'find'>;
  /** The transcriber of a kind. */
  readonly make: (server: SpeechServer) => Transcriber;
}

/** The speech service of the deployment, as it is configured at the time of each call. Fails where there is none. */
export function configuredSpeech({ server, make }: Needs): Transcriber {
  const configured = async (): Promise<Transcriber> => {
    const found = await server.find();
    return found ? make(found) : NO_SERVICE;
  };
  return {
    start: async (job) => (await configured()).start(job),
    check: async (job) => (await configured()).check(job),
    deleteData: async (job) => (await configured()).deleteData(job),
  };
}

const NO_SERVER = 'The recorder made no transcript, and there is no speech server.';

const fail = async () => ({ status: 'failed', detail: NO_SERVER, reason: 'provider_unavailable' }) as const;

const NO_SERVICE: Transcriber = { start: fail, check: fail, deleteData: async () => undefined };
