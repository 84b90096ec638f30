/** A server that speaks the wire of OpenAI. */
export interface OpenaiServer {
  readonly kind: 'openai_compatible';
  /** Without `/v1` and without a slash at the end: `https://api.openai.com`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
}

/** `model`: `whisper-1` at OpenAI, whose newer models give no word times. */
export interface OpenaiSpeechServer extends OpenaiServer {
  /** The largest upload in bytes; null for the limit of OpenAI, 25 MB. */
  readonly maxUploadBytes: number | null;
}

/** Amazon Transcribe in the account and region of the deployment, whose role may use it. */
export interface AmazonTranscribeService {
  readonly kind: 'amazon_transcribe';
}

/** It transcribes what recorders did not. */
export type SpeechServer = OpenaiSpeechServer | AmazonTranscribeService;

/** A model of Amazon Bedrock, in the account and region of the deployment, whose role may invoke it. */
export interface BedrockModel {
  readonly kind: 'bedrock';
  /** Of a foundation model or a system-defined inference profile: `eu.amazon.nova-lite-v1:0`. */
  readonly model: string;
}

/** It writes summaries, in any language. */
export type SummaryServer = OpenaiServer | BedrockModel;

/** Amazon Translate in the account and region of the deployment, whose role may use it. */
export interface AmazonTranslateService {
  readonly kind: 'amazon_translate';
}

/** It translates texts. */
export type TranslationServer = OpenaiServer | AmazonTranslateService;

/** What a deployment uses models for: one server for each. */
export interface ModelServers {
  readonly speech: ModelServerRow<SpeechServer>;
  readonly summaries: ModelServerRow<SummaryServer>;
  readonly translations: ModelServerRow<TranslationServer>;
}

/** One model server of the deployment. Reads are strongly consistent; calls throw where the key service is out of reach. */
export interface ModelServerRow<Server> {
  /** Undefined where none is configured. Throws `DecryptionFailed` when its API key does not decrypt. */
  find(): Promise<Server | undefined>;
  save(server: Server): Promise<void>;
  remove(): Promise<void>;
}
