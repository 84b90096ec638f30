import type { Markup } from '#shared/page-kit/layout';
import { badge } from '#shared/page-kit/parts';
import type { Attempt, AttemptError } from '#shared/webhooks/delivery/rules/attempt';
import { acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

export type Status = Delivery['status'];

export const STATES: Readonly<Record<Status, string>> = {
  pending: 'Pending',
  retrying: 'Retrying',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

const LOOKS = { pending: 'waiting', retrying: 'waiting', delivered: 'good', failed: 'bad', skipped: 'plain' } as const;

export const stateOf = ({ status }: Pick<Delivery, 'status'>): Markup => badge(LOOKS[status], STATES[status]);

/** What each state means for whoever waits for the event. */
export const MEANINGS: Readonly<Record<Status, string>> = {
  pending: 'It has not been sent yet.',
  retrying: 'Its receiver has not taken it so far; it is sent again by itself.',
  delivered: 'Its receiver took it.',
  failed:
    'Its receiver did not take it in 21 attempts over 14 hours. It is sent again only when somebody asks for that.',
  skipped: 'The endpoint was disabled or deleted, so that it was not sent.',
};

const ERRORS: Readonly<Record<AttemptError, string>> = {
  timeout_connect: 'no connection in time',
  timeout_response: 'no answer within 10 seconds',
  dns_error: 'the name of the host leads nowhere',
  connection_refused: 'the host takes no connections there',
  connection_reset: 'the connection broke off',
  tls_error: 'no secure connection: the certificate or the protocol is not in order',
  protocol_error: 'the answer was no HTTP',
  blocked_address: 'the address is a private one, where nothing is sent',
  redirect: 'it answered with a redirect, which is not followed',
  render_error: 'the event could not be written in the version of the endpoint',
};

/** What came of an attempt, in a few words. */
export function outcomeOf(attempt: Attempt): Markup {
  const { responseStatus, error } = attempt;
  const status = responseStatus === null ? 'No answer' : `Answered ${responseStatus}`;
  return badge(acknowledged(attempt) ? 'good' : 'bad', error === null ? status : `${status}: ${ERRORS[error]}`);
}
