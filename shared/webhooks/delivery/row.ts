import * as v from 'valibot';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

export const AttemptRow: v.GenericSchema<unknown, Attempt> = v.object({
  number: v.number(),
  trigger: v.picklist(['automatic', 'manual']),
  attemptedAt: instant,
  durationMs: v.number(),
  responseStatus: v.nullable(v.number()),
  responseHeaders: v.record(v.string(), v.string()),
  responseBody: v.nullable(v.string()),
  error: v.nullable(
    v.picklist([
      'timeout_connect',
      'timeout_response',
      'dns_error',
      'connection_refused',
      'connection_reset',
      'tls_error',
      'protocol_error',
      'blocked_address',
      'redirect',
      'render_error',
    ]),
  ),
});

const common = {
  id: id('evt'),
  workspaceId: id('wks'),
  endpointId: id('whe'),
  outboxId: id('out'),
  type: v.string(),
  url: v.string(),
  apiVersion: v.string(),
  createdAt: instant,
  attemptsCount: v.number(),
  firstAttempt: v.exactOptional(AttemptRow),
  redelivered: v.exactOptional(v.string()),
  lease: v.exactOptional(v.object({ token: v.string(), until: instant, asking: v.exactOptional(v.string()) })),
};

export const DeliveryRow: v.GenericSchema<unknown, Delivery> = v.variant('status', [
  v.object({ ...common, status: v.literal('pending'), next: v.literal(1), dueAt: instant }),
  v.object({ ...common, status: v.literal('retrying'), next: v.number(), dueAt: instant }),
  v.object({ ...common, status: v.literal('delivered'), deliveredAt: instant }),
  v.object({ ...common, status: v.literal('failed') }),
  v.object({ ...common, status: v.literal('skipped') }),
]);
