import { USAGE_EVENTS } from '#shared/accounts/usage/rules/usage-limits';
import { CONNECTION_EVENTS } from '#shared/calendars/connections/rules/transitions';
import { FEED_EVENTS } from '#shared/calendars/feeds/rules/calendar-feed';
import type { EventTypes } from '#shared/foundation/events/rules/domain-event';
import { OPERATIONAL_EVENTS } from '#shared/foundation/events/rules/operational-event';
import { BOT_EVENTS } from '#shared/meetings/bots/rules/transitions';
import { MEETING_EVENTS } from '#shared/meetings/meetings/rules/meeting-events';
import { CONVERSATION_EVENTS } from '#shared/texts/conversations/rules/conversation';
import { EXPORT_EVENTS } from '#shared/texts/exports/rules/export';
import { ORDER_EVENTS } from '#shared/texts/orders/rules/order-events';

/** Every event type that a webhook endpoint can subscribe to. */
export const PUBLIC_EVENTS = [
  ...BOT_EVENTS,
  ...MEETING_EVENTS,
  ...CONNECTION_EVENTS,
  ...FEED_EVENTS,
  ...CONVERSATION_EVENTS,
  ...EXPORT_EVENTS,
  ...ORDER_EVENTS,
  ...USAGE_EVENTS,
  ...OPERATIONAL_EVENTS,
] as const satisfies readonly (keyof EventTypes)[];
