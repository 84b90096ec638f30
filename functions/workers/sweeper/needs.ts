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
  /** The queue of slow endpoints, and the list of them. */
  readonly slow: Queue<DeliveryMessage>;
  readonly slowEndpoints: Pick<SlowEndpointList, 'read'>;
  readonly bus: EventBus;
  /** Invokes the sweeper again asynchronously for the rest of a shard. */
  readonly handOn: (rest: RestOfShard) => Promise<void>;
  readonly clock: Clock;
  /** A dimension of the metrics: stages may share an account. */
  readonly stage: string;
  readonly log: typeof writeLog;
}
