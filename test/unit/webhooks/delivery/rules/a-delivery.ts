import type { DeliveryId, OutboxId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import {
  type DeliveryIdentity,
  newDelivery,
  type PendingDelivery,
  type RetryingDelivery,
} from '#shared/webhooks/delivery/rules/delivery';

export const noon = Date.UTC(2026, 9, 12, 12) as Instant;

export const aDeliveryIdentity = (over: Partial<DeliveryIdentity> = {}): DeliveryIdentity => ({
  id: 'evt_01h455vb4pex5vsknk084sn02q' as DeliveryId,
  workspaceId: 'wks_01h455vb4pex5vsknk084sn02q' as WorkspaceId,
  endpointId: 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId,
  outboxId: 'out_01h455vb4pex5vsknk084sn02q' as OutboxId,
  type: 'meeting.updated',
  url: 'https://hooks.customer.com/x',
  apiVersion: '2026-10-12',
  createdAt: noon,
  ...over,
});

export const aPendingDelivery = (over: Partial<PendingDelivery> = {}): PendingDelivery => ({
  ...newDelivery(aDeliveryIdentity()),
  ...over,
});

export const aRetryingDelivery = (over: Partial<RetryingDelivery> = {}): RetryingDelivery => ({
  ...aDeliveryIdentity(),
  attemptsCount: 1,
  firstAttempt: { ...aFailedOutcome(), number: 1 },
  status: 'retrying',
  next: 2,
  dueAt: noon,
  ...over,
});

export const anOutcome = (over: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  trigger: 'automatic',
  attemptedAt: noon,
  durationMs: 120,
  responseStatus: 204,
  responseHeaders: {},
  responseBody: '',
  error: null,
  ...over,
});

export const aFailedOutcome = (over: Partial<AttemptOutcome> = {}): AttemptOutcome =>
  anOutcome({ responseStatus: null, responseBody: null, error: 'timeout_response', ...over });
