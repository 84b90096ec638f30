import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';

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

export interface WebhookOutcome {
  readonly durationMs: number;
  /** Null when no status line came. */
  readonly responseStatus: number | null;
  /** Lower-case names, cookies and credentials removed. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 1,000 characters of valid text. */
  readonly responseBody: string | null;
  readonly error: AttemptError | null;
}
