import type { DomainEvent } from '#shared/domain/events';
import type { JsonObject } from '#shared/domain/json';
import type { Instant } from '#shared/domain/time';

/**
 * The resource as it was when the event happened: in its newest shape, its phase included, with what older versions
 * still need. It is taken with the change itself and never rebuilt: docs/limits-and-rules.md#webhooks.
 */
export type EventSnapshot = (event: DomainEvent, at: Instant) => JsonObject;
