import type { Clock } from '#shared/core/clock';
import type { BotId, CalendarConnectionId } from '#shared/core/ids';
import type { DueRows } from '#shared/events/ports/due-rows';
import type { EventBus } from '#shared/events/ports/event-bus';
import type { Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { SlowEndpointList } from '#shared/webhooks/delivery/ports/slow-endpoint-list';
import type { RestOfShard } from './rest-of-shard.ts';

export interface SweepNeeds {
  readonly due: DueRows;
  readonly bots: Queue<{ readonly botId: BotId }>;
  readonly calendars: Queue<{ readonly connectionId: CalendarConnectionId }>;
  readonly retry: Queue<DeliveryMessage>;
  /** The line of endpoints whose receivers let requests wait, and which those are. */
  readonly slow: Queue<DeliveryMessage>;
  readonly slowEndpoints: Pick<SlowEndpointList, 'read'>;
  readonly bus: EventBus;
  /** Has another invocation go on, and does not wait for it. */
  readonly handOn: (rest: RestOfShard) => Promise<void>;
  readonly clock: Clock;
  /** Stages may share an account, and its metrics. */
  readonly stage: string;
  readonly log: typeof writeLog;
}
