import { eventBridgeBus } from '#shared/events/event-bus';
import { eventBridgeClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { outboxRelay } from './relay.ts';

export const handler = lazyHandler(() =>
  outboxRelay({ bus: eventBridgeBus(eventBridgeClient(), requiredEnv('busName')), log: writeLog }),
);
