import { HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { subscribersOf } from '#shared/foundation/events/rules/subscription';
import { LEASE_MS } from '#shared/webhooks/delivery/rules/lease';
import {
  disableFailing,
  FAILING_ATTEMPTS,
  isFailing,
  isToBeDisabled,
  recover,
  startFailing,
} from '#shared/webhooks/endpoints/rules/endpoint-health';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { endpoint } from '#test/unit/versions/golden/builders';

const REAL = { scaled: (milliseconds: number) => milliseconds };
const plus = (milliseconds: number): Instant => later(noon, milliseconds);

describe('an endpoint with a streak of failures', () => {
  it.each([
    ['is failing after ten attempts in an hour and a lease', FAILING_ATTEMPTS, HOUR_MS + LEASE_MS],
    ['is not failing a moment earlier', FAILING_ATTEMPTS, HOUR_MS + LEASE_MS - 1],
    ['is not failing after nine attempts in a day', FAILING_ATTEMPTS - 1, 24 * HOUR_MS],
    ['is not failing after a thousand attempts in half an hour', 1_000, 30 * MINUTE_MS],
  ])('%s', (name, attempts, time) => {
    expect(isFailing({ since: noon, attempts }, plus(time), REAL)).toBe(name.startsWith('is failing'));
  });

  it('is failing sooner in a deployment with a faster schedule', () => {
    const timeScale = { scaled: (milliseconds: number) => milliseconds / 60 };

    expect(isFailing({ since: noon, attempts: FAILING_ATTEMPTS }, plus(MINUTE_MS + LEASE_MS), timeScale)).toBe(true);
  });

  it('shows since when, until it recovers', () => {
    const failing = startFailing(endpoint, { since: noon, attempts: FAILING_ATTEMPTS });

    expect(failing.failingSince).toBe(noon);
    expect(recover(failing)).toEqual(endpoint);
  });
});

describe('an endpoint that asks to be disabled after 24 hours', () => {
  const failing = { ...startFailing(endpoint, { since: noon, attempts: 10 }), disableAfterHours: 24 };

  it('is to be disabled when it has been failing for so long, and not before', () => {
    expect(isToBeDisabled(failing, plus(24 * HOUR_MS), REAL)).toBe(true);
    expect(isToBeDisabled(failing, plus(24 * HOUR_MS - 1), REAL)).toBe(false);
  });

  it('is not to be disabled while it is not failing, nor again', () => {
    expect(isToBeDisabled(recover(failing), plus(99 * HOUR_MS), REAL)).toBe(false);
    expect(isToBeDisabled(disableFailing(failing), plus(99 * HOUR_MS), REAL)).toBe(false);
  });

  it('says why it was disabled, and since when it was failing', () => {
    expect(disableFailing(failing)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
      failingSince: noon,
    });
  });

  it('is never disabled where it does not ask', () => {
    expect(isToBeDisabled({ ...failing, disableAfterHours: null }, plus(9_999 * HOUR_MS), REAL)).toBe(false);
  });
});

describe('the subscribers of an event', () => {
  const subscription = (types: readonly string[]) => ({ id: endpoint.id, types, enabled: true, pin: '2026-10-12' });
  const all = subscription(['*']);
  const named = subscription(['webhook_endpoint.failing']);
  const both = subscription(['*', 'webhook_endpoint.failing']);

  it('are those that name its type or every type', () => {
    expect(subscribersOf('meeting.created', [all, named, both])).toEqual([all, both]);
  });

  it('are those that name its type alone where it is operational', () => {
    expect(subscribersOf('webhook_endpoint.failing', [all, named, both])).toEqual([named, both]);
  });
});
