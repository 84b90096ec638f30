import { type BadgeKind, badge, type Markup } from '#shared/api/page-kit/components';
import { type Attempt, type AttemptError, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

export type Status = Delivery['status'];

export const STATUSES: Readonly<Record<Status, readonly [BadgeKind, label: string]>> = {
  pending: ['waiting', 'Pending'],
  retrying: ['waiting', 'Retrying'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  skipped: ['plain', 'Skipped'],
};

export const statusBadge = ({ status }: Pick<Delivery, 'status'>): Markup => badge(...STATUSES[status]);

export const STATUS_DESCRIPTIONS: Readonly<Record<Status, string>> = {
  pending: 'The event has not been sent yet.',
  retrying: 'The endpoint has not accepted the event. It is retried automatically.',
  delivered: 'The endpoint accepted the event.',
  failed: 'The endpoint did not accept the event in 21 attempts over 14 hours. It is not retried automatically.',
  skipped: 'The endpoint was disabled or deleted before the event was sent.',
};

const ERRORS: Readonly<Record<AttemptError, string>> = {
  timeout_connect: 'connection timed out',
  timeout_response: 'no response within 10 seconds',
  dns_error: 'host name not found',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  tls_error: 'TLS error, such as an invalid certificate',
  protocol_error: 'invalid HTTP response',
  blocked_address: 'private IP address blocked',
  redirect: 'redirects are not followed',
  render_error: 'the event could not be rendered in the API version of the endpoint',
};

/** The result of an attempt: `HTTP 200`, or what went wrong. */
export function attemptBadge(attempt: Attempt): Markup {
  const { responseStatus, error } = attempt;
  const status = responseStatus === null ? 'No response' : `HTTP ${responseStatus}`;
  return badge(acknowledged(attempt) ? 'good' : 'bad', error === null ? status : `${status}: ${ERRORS[error]}`);
}
