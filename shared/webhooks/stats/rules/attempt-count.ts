import { HOUR_MS, type Instant } from '#shared/foundation/core/time';
import { type AttemptOutcome, classOf } from '#shared/webhooks/delivery/rules/attempt';
import type { EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type AttemptGroup, attemptGroup, type Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { bucketOf } from '#shared/webhooks/stats/rules/histogram';

/**
 * The results of attempts, each in one class: the first digit of the status, a time-out, no connection or no readable
 * response, and requests that the service could not make.
 */
export const RESPONSE_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'unreachable', 'not_sent'] as const;
export type ResponseClass = (typeof RESPONSE_CLASSES)[number];

/** What one attempt adds to the statistics of its endpoint, or of the orders of its workspace. */
export interface AttemptCount {
  readonly group: AttemptGroup;
  /** The full hour, in UTC, in which the attempt began. */
  readonly hour: Instant;
  readonly responseClass: ResponseClass;
  /** Whether it delivered its event, which it does once. */
  readonly delivered: boolean;
  /** Whether it was the last of 21. */
  readonly failed: boolean;
  /** Of the receiver's time; undefined where there was no receiver. */
  readonly bucket: number | undefined;
}

export const hourOf = (at: Instant): Instant => (at - (at % HOUR_MS)) as Instant;

/** Of attempts at the `webhook_url` of an order, only those that delivered: they are usage, and have no statistics. */
export function countOf(before: Delivery, { delivery, attempt }: EndedAttempt): AttemptCount | undefined {
  const responseClass = responseClassOf(attempt);
  const became = (status: Delivery['status']) => before.status !== status && delivery.status === status;
  if (delivery.endpointId === null && !became('delivered')) return undefined;
  const reached = responseClass !== 'unreachable' && responseClass !== 'not_sent';
  return {
    group: attemptGroup(delivery),
    hour: hourOf(attempt.attemptedAt),
    responseClass,
    delivered: became('delivered'),
    failed: became('failed'),
    bucket: reached ? bucketOf(attempt.durationMs) : undefined,
  };
}

function responseClassOf(outcome: AttemptOutcome): ResponseClass {
  switch (classOf(outcome)) {
    case 'timedOut':
      return 'timeout';
    case 'unreachable':
      return 'unreachable';
    case 'ownFault':
      return 'not_sent';
    case 'acknowledged':
    case 'refused':
      return classOfStatus(outcome.responseStatus ?? 0);
  }
}

/** A status beyond 599 counts as 5xx, as RFC 9110 says of invalid ones. */
function classOfStatus(status: number): ResponseClass {
  if (status >= 200 && status <= 299) return '2xx';
  if (status >= 300 && status <= 399) return '3xx';
  return status >= 400 && status <= 499 ? '4xx' : '5xx';
}
