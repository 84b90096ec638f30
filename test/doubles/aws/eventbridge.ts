import {
  type EventBridgeClient,
  EventBridgeServiceException,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import { type InMemoryClient, inMemoryClient, on } from './in-memory-client.ts';
import { atOnce, type Latency, systemTime, type TimeSource } from './latency.ts';

/** An event as a target of a rule gets it. */
export interface RoutedEvent {
  readonly version: '0';
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly account: string;
  readonly region: string;
  /** ISO 8601, whole seconds. */
  readonly time: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

/** A value, or how it begins. */
export type Matcher = string | { readonly prefix: string };

export interface RoutingRule {
  readonly name: string;
  /** What is left out matches everything. */
  readonly pattern: { readonly source?: readonly Matcher[]; readonly 'detail-type'?: readonly Matcher[] };
  readonly target: (event: RoutedEvent) => void | Promise<void>;
}

export interface InMemoryEventBridgeOptions {
  readonly time?: TimeSource;
  readonly latency?: Latency;
  /** An error code for entries that shall come back failed, such as `ThrottlingException`. */
  readonly failsEntry?: (entry: PutEventsRequestEntry, position: number) => string | undefined;
  /** When a target is called; by default before the answer to `PutEvents`, so that tests need not wait. */
  readonly deliver?: (call: () => Promise<void>) => void | Promise<void>;
}

/** An EventBridge client with one bus behind it. */
export interface InMemoryEventBridge extends InMemoryClient<EventBridgeClient['send']> {
  /** Events that reached the bus, in order, whether or not a rule matched. */
  readonly events: readonly RoutedEvent[];
  /** Targets that threw. The sender of the event never learns of it. */
  readonly failures: readonly { readonly rule: string; readonly error: unknown }[];
}

const MOST_ENTRIES = 10;
/** 256 KB for all entries together: the older, lower limit. */
const MOST_BYTES = 256 * 1_024;

export const inMemoryEventBridge = (
  rules: readonly RoutingRule[] = [],
  { time = systemTime, latency = atOnce, failsEntry, deliver = (call) => call() }: InMemoryEventBridgeOptions = {},
): InMemoryEventBridge => {
  const events: RoutedEvent[] = [];
  const failures: { rule: string; error: unknown }[] = [];
  const route = async (event: RoutedEvent) => {
    events.push(event);
    for (const { name, target } of rules.filter(({ pattern }) => matches(pattern, event)))
      await deliver(async () => {
        try {
          await target(structuredClone(event));
        } catch (error) {
          failures.push({ rule: name, error });
        }
      });
  };
  const putEvents = on(PutEventsCommand, async ({ Entries = [] }) => {
    refuseRequest(Entries);
    await latency('PutEvents');
    const results: PutEventsResultEntry[] = [];
    for (const [position, entry] of Entries.entries()) {
      const ErrorCode = failsEntry?.(entry, position);
      const failure = ErrorCode ? { ErrorCode, ErrorMessage: 'Made to fail' } : faultOf(entry);
      const EventId = `event-${events.length + 1}`;
      if (!failure) await route(eventOf(entry, EventId, time.now()));
      results.push(failure ?? { EventId });
    }
    return { Entries: results, FailedEntryCount: results.filter(({ ErrorCode }) => ErrorCode).length };
  });
  return { ...inMemoryClient<EventBridgeClient['send']>('EventBridge', [putEvents]), events, failures };
};

const matches = (pattern: RoutingRule['pattern'], event: RoutedEvent): boolean =>
  (['source', 'detail-type'] as const).every(
    (field) => pattern[field]?.some((matcher) => fits(matcher, event[field])) ?? true,
  );

const fits = (matcher: Matcher, value: string): boolean =>
  typeof matcher === 'string' ? matcher === value : value.startsWith(matcher.prefix);

const refuseRequest = (entries: readonly PutEventsRequestEntry[]): void => {
  const bytes = entries.reduce((total, entry) => total + sizeOf(entry), 0);
  if (entries.length < 1 || entries.length > MOST_ENTRIES)
    throw validation(
      `Value at 'entries' failed to satisfy constraint: Member must have length between 1 and ${MOST_ENTRIES}`,
    );
  if (bytes > MOST_BYTES) throw validation('Total size of the entries in the request is over the limit.');
};

/** As the user guide counts: 14 bytes for a time, and the text of source, detail type, detail and resources. */
const sizeOf = ({ Source = '', DetailType = '', Detail = '', Resources = [], Time }: PutEventsRequestEntry): number =>
  (Time ? 14 : 0) +
  [Source, DetailType, Detail, ...Resources].reduce((total, part) => total + Buffer.byteLength(part), 0);

const validation = (message: string) =>
  new EventBridgeServiceException({
    name: 'ValidationException',
    $fault: 'client',
    message,
    $metadata: { httpStatusCode: 400, attempts: 1 },
  });

/** What is wrong with one entry; the others are taken all the same. */
const faultOf = (entry: PutEventsRequestEntry): PutEventsResultEntry | undefined => {
  const missing = (['Source', 'DetailType', 'Detail'] as const).find((name) => !entry[name]);
  if (missing)
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  return isObject(entry.Detail ?? '')
    ? undefined
    : { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
};

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

const eventOf = (entry: PutEventsRequestEntry, id: string, now: number): RoutedEvent => ({
  version: '0',
  id,
  source: entry.Source ?? '',
  'detail-type': entry.DetailType ?? '',
  account: '000000000000',
  region: 'eu-central-1',
  time: (entry.Time ?? new Date(now)).toISOString().replace(/\.\d+Z$/, 'Z'),
  resources: entry.Resources ?? [],
  detail: JSON.parse(entry.Detail ?? '{}'),
});
