import type { Fetch } from '#shared/capture/recorders/requests/send-request';
import type { AcceptedBot, RecorderAdapter, RecorderConfiguration } from '#shared/meetings/recorders/ports';
import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** What happens to a bot in a call, in the words of this service. */
export type CallStep = 'lobby' | 'admitted' | 'denied' | 'crashed' | 'meeting ended';

/** What stands for the call itself, which a bot of a peer would be in: the peer's own means, behind its API. */
export interface CallMeans {
  /** A bot was accepted, with the ids that the answer gave. */
  accepts(bot: AcceptedBot): void;
  /** Takes the bot one step further. */
  happens(externalId: string, step: CallStep): Promise<void>;
  /** The bot uploads what it recorded, and its transcript has one sentence. */
  records(
    externalId: string,
    media: Uint8Array,
    sentence: { readonly speaker: string; readonly text: string },
  ): Promise<void>;
  /** Bots ended by `leave` report that they have left. */
  leaves(externalId: string): Promise<void>;
  close(): Promise<void>;
}

/** A recorder whose API is running, made by people other than us, or a server that plays one. */
export interface Peer {
  readonly name: string;
  readonly adapter: RecorderAdapter;
  readonly configuration: RecorderConfiguration;
  /** Absent: what needs a call is left out. */
  readonly means: CallMeans | undefined;
  /** How the adapter reaches it. */
  readonly send: Fetch;
  /** Where a bot is created; the response to one of these requests is lost in a check. */
  readonly createsAt: string;
  /** What the adapter calls a bot that the host denied. */
  readonly denied: RecorderFailure;
  /** Webhooks that arrived so far; undefined where the peer sends none to here. */
  readonly hooks: readonly Hook[] | undefined;
}

/** A webhook, as it arrived. Names of headers are in lower case. */
export interface Hook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}
