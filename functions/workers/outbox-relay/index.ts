import { given } from '#shared/platform/environment';
import { eventBridgeClient } from '#shared/platform/eventbridge-client';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { eventBridgeBus } from '#shared/providers/event-bus';
import { outboxRelay } from './relay.ts';

export const handler = onceMade(() =>
  outboxRelay({ bus: eventBridgeBus(eventBridgeClient(), given('busName')), log: writeLog }),
);
