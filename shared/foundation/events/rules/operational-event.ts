/** Events about a webhook endpoint itself. */
export const ENDPOINT_EVENTS = [
  'webhook_endpoint.failing',
  'webhook_endpoint.recovered',
  'webhook_endpoint.disabled',
] as const;

/** Events about the delivery of another event. */
export const DELIVERY_EVENTS = ['webhook_event.failed'] as const;

/** Events about the webhook channel itself. */
export const OPERATIONAL_EVENTS = [...ENDPOINT_EVENTS, ...DELIVERY_EVENTS] as const;

export type EndpointEventType = (typeof ENDPOINT_EVENTS)[number];

/**
 * Whether an event is about the webhook channel itself. Such an event goes to the endpoints that name it, not to those
 * that subscribe to `*`, and never to the endpoint that it is about: docs/limits-and-rules.md#webhooks.
 */
export const isOperational = (type: string): boolean => OPERATIONAL.has(type);

const OPERATIONAL: ReadonlySet<string> = new Set(OPERATIONAL_EVENTS);
