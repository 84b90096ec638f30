/** What a model server does for a deployment. */
export type ModelUse = 'speech';

/** A server that speaks the wire of OpenAI. */
export interface ModelServer {
  /** Without `/v1` and without a slash at the end: `https://api.openai.com`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** The largest upload in bytes; null for the limit of OpenAI, 25 MB. */
  readonly maxUploadBytes: number | null;
}

/** The model servers of a deployment. Reads are strongly consistent; calls throw where the key service is out of reach. */
export interface ModelServers {
  /** Undefined where none is configured. Throws `Unopenable` when its API key does not decrypt. */
  find(use: ModelUse): Promise<ModelServer | undefined>;
  save(use: ModelUse, server: ModelServer): Promise<void>;
  remove(use: ModelUse): Promise<void>;
}
