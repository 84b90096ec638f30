import { eventBridgeBus } from '#shared/events/event-bus';
import { given } from '#shared/platform/environment';
import { eventBridgeClient } from '#shared/platform/eventbridge-client';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { outboxRelay } from './relay.ts';

export const handler = onceMade(() =>
  outboxRelay({ bus: eventBridgeBus(eventBridgeClient(), given('busName')), log: writeLog }),
);
