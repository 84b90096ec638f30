import { type AttemptOutcome, acknowledged } from './attempt.ts';

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
