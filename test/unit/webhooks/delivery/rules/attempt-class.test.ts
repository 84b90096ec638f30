import type { Instant } from '#shared/foundation/core/time';
import type { AttemptError, AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import { classOf } from '#shared/webhooks/delivery/rules/attempt';
import { describe, expect, it } from '#test/support/jest';

const anOutcome = (responseStatus: number | null, error: AttemptError | null = null): AttemptOutcome => ({
  ...{ trigger: 'automatic', attemptedAt: 0 as Instant, durationMs: 1, responseHeaders: {}, responseBody: null },
  ...{ responseStatus, error },
});

describe('the class of an attempt', () => {
  it.each([
    [204, null, 'acknowledged'],
    [404, null, 'refused'],
    [302, 'redirect', 'refused'],
    [null, 'timeout_connect', 'timedOut'],
    [null, 'timeout_response', 'timedOut'],
    [null, 'dns_error', 'unreachable'],
    [null, 'connection_refused', 'unreachable'],
    [null, 'connection_reset', 'unreachable'],
    [null, 'tls_error', 'unreachable'],
    [null, 'protocol_error', 'unreachable'],
    [null, 'blocked_address', 'unreachable'],
    [null, 'render_error', 'ownFault'],
  ] as const)('status %s, error %s: %s', (status, error, expected) => {
    expect(classOf(anOutcome(status, error))).toBe(expected);
  });
});
