import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';

/** One attempt to hand a body to a receiver. Never throws for what a receiver or the network does. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that were signed. */
  readonly body: Uint8Array;
}

export type WebhookOutcome = Omit<AttemptOutcome, 'trigger' | 'attemptedAt'>;
