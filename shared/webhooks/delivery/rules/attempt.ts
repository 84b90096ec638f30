import type { Instant } from '#shared/foundation/core/time';

/** Why an attempt has no usable response: docs/limits-and-rules.md#webhooks. */
export type AttemptError =
  | 'timeout_connect'
  | 'timeout_response'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_error'
  | 'protocol_error'
  | 'blocked_address'
  | 'redirect'
  | 'render_error';

/** The result of sending one delivery once. */
export interface AttemptOutcome {
  readonly trigger: 'automatic' | 'manual';
  /** When it began, before the DNS lookup: the next gap counts from here. */
  readonly attemptedAt: Instant;
  readonly durationMs: number;
  /** Null when there was no status line. */
  readonly responseStatus: number | null;
  /** Lower-case names, cookies and credentials removed. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 1,000 characters of valid text. */
  readonly responseBody: string | null;
  readonly error: AttemptError | null;
}

/** The outcome of a delivery or a test that cannot be rendered or signed. */
export const NOT_SENT = {
  durationMs: 0,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  error: 'render_error',
} as const;

export interface Attempt extends AttemptOutcome {
  /** 1, 2, 3 … over automatic and manual attempts together, without gaps. */
  readonly number: number;
}

/** Any 2xx acknowledges, whatever happens to the connection afterwards; no other status does, 3xx and 410 included. */
export const acknowledged = ({ responseStatus }: AttemptOutcome): boolean =>
  responseStatus !== null && responseStatus >= 200 && responseStatus <= 299;

/** The class of an attempt's result, for metrics. */
export type AttemptClass =
  /** Any 2xx. */
  | 'acknowledged'
  /** Any other status, a redirect included. */
  | 'refused'
  | 'timedOut'
  /** No connection, or no parsable response: DNS, address, TLS or protocol. */
  | 'unreachable'
  /** We could not render or sign the payload. */
  | 'ownFault';

export function classOf(outcome: AttemptOutcome): AttemptClass {
  if (acknowledged(outcome)) return 'acknowledged';
  switch (outcome.error) {
    case null:
    case 'redirect':
      return 'refused';
    case 'timeout_connect':
    case 'timeout_response':
      return 'timedOut';
    case 'render_error':
      return 'ownFault';
    case 'dns_error':
    case 'connection_refused':
    case 'connection_reset':
    case 'tls_error':
    case 'protocol_error':
    case 'blocked_address':
      return 'unreachable';
  }
}
