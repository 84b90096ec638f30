import type { HintRequest, Recorder, RecorderHint } from '#shared/meetings/recorders/ports';
import type { RecorderKind, RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** What a deployment knows of recorders before it opens a secret. */
export interface RecorderCatalog {
  /** The registry as long as none is stored. */
  readonly initial: RecorderRegistry;
  readonly capabilities: Readonly<Record<RecorderKind, RecorderCapabilities>>;
}

/** The recorders of the deployment, ready to be called. */
export interface Recorders extends RecorderCatalog {
  /**
   * The recorder of that name, as it is configured now, or in a registry that was read already. Throws
   * `RecorderUnreachable` where there is none of that name, or its secrets cannot be opened.
   */
  named(name: string, among?: RecorderRegistry): Promise<Recorder>;
}

/** Whether a recorder takes a bot that is to join now. */
export type Availability =
  | 'accepted'
  | 'full' // it has no capacity left
  | 'refused'; // it does not take this link

/**
 * Asks a kind of recorder whether it would accept a bot for a link now. It only asks: nothing is sent, so asking twice is
 * fine. A kind that cannot be asked has accepted: only its answer to the bot itself says more.
 * Throws `RecorderUnreachable` when the recorder does not answer, `InvalidRecorderAnswer` when its answer cannot be read.
 */
export interface RecorderAvailability {
  check(kind: RecorderKind, meetingUrl: string): Promise<Availability>;
}

/** What a request for a bot needs of the recorders, beside the context of every endpoint. */
export interface RecorderContext {
  readonly recorderCatalog: RecorderCatalog;
  readonly recorderAvailability: RecorderAvailability;
}

/** A webhook of a recorder, as it arrived at `/hooks/recorders/{name}/{token}`. */
export interface ReceivedHint {
  readonly name: string;
  readonly token: string;
  /** Names in lower case. */
  readonly headers: HintRequest['headers'];
  readonly rawBody: string;
}

/** Verifies webhooks of the recorders of the deployment; an unknown recorder's is forged. */
export interface RecorderHints {
  verify(received: ReceivedHint): Promise<RecorderHint | 'forged'>;
}
