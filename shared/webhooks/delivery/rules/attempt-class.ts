import { type AttemptOutcome, acknowledged } from './attempt.ts';

/** What came of an attempt, as coarsely as somebody on call first asks. */
export type AttemptClass =
  /** Any 2xx. */
  | 'acknowledged'
  /** Any other status, a redirect included. */
  | 'refused'
  | 'timedOut'
  /** No connection, or nothing that could be read: name, address, TLS or protocol. */
  | 'unreachable'
  /** We could not render or sign it: nothing that its receiver did. */
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
