import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { DomainEvent } from '#shared/events/rules/domain-event';

/**
 * The resource as it was when the event happened: in its newest shape, its phase included, with what older versions
 * still need. It is taken with the change itself and never rebuilt: docs/limits-and-rules.md#webhooks.
 */
export type EventSnapshot = (event: DomainEvent, at: Instant) => JsonObject;
