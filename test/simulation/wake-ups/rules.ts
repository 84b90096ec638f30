import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import type { RoutedEvent, RoutingRule } from '#test/doubles/aws/eventbridge';
import type { AnyQueue } from '#test/support/event-path/services';

/** The detail types that a rule of the bus sends to the queue of each worker, as the constructs of lib/ have them. */
const TARGETS: Readonly<Partial<Record<AnyQueue, readonly (string | { readonly prefix: string })[]>>> = {
  bots: ['bot.due'],
  calendars: ['calendar.due', 'job.connection_ending'],
  'recording-processing': [{ prefix: 'job.recording' }, 'job.summary'],
  'settings-reach': ['job.reach'],
  'bulk-redelivery': ['job.bulk_redelivery', 'job.endpoint_closing'],
  'mail-delivery': ['job.mail'],
  'export-writing': ['job.export'],
  'order-processing': ['job.order', 'job.translation'],
  'media-processing': ['job.ingestion', 'job.transcription'],
  housekeeping: [
    ...[
      'job.conversation_deletion',
      'job.conversation_indexing',
      'job.event_endings',
      'job.meeting_deletion',
      'job.usage',
    ],
    ...['member', 'people', 'person', 'workspace'].map((of) => ({ prefix: `job.${of}_` })),
  ],
};

const isOf = (types: readonly (string | { readonly prefix: string })[], type: string): boolean =>
  types.some((one) => (typeof one === 'string' ? one === type : type.startsWith(one.prefix)));

/** Types of the events of the bus that no rule sends anywhere, beside the public events, which the fan-out gets. */
export const unroutedAmong = (types: readonly string[]): readonly string[] =>
  types.filter(
    (type) =>
      type !== 'job.redelivery' &&
      !(PUBLIC_EVENTS as readonly string[]).includes(type) &&
      !Object.values(TARGETS).some((targets) => isOf(targets, type)),
  );

/** The rules of the bus beside those of webhooks. */
export const rulesOfWorkers = (send: (queue: AnyQueue, event: RoutedEvent) => Promise<void>): readonly RoutingRule[] =>
  Object.entries(TARGETS).map(([queue, types]) => ({
    name: queue,
    pattern: { source: ['rapporteur'], 'detail-type': types },
    target: (event) => send(queue as AnyQueue, event),
  }));
