import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import type { EventBus, OutboxRef } from '#shared/foundation/events/ports';
import { JOB_TYPES } from '#shared/foundation/infrastructure-names';
import { sendInBatches } from '#shared/foundation/platform/batched-sends';

type Client = Pick<EventBridgeClient, 'send'>;

/** Rules match on it. */
const SOURCE = 'rapporteur';

/** An EventBridge bus. */
export const eventBridgeBus = (client: Client, name: string): EventBus => ({
  publish: (messages) =>
    sendInBatches(entriesFor(name, messages), async (batch) => {
      const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [...batch] }));
      // Results stand in the order of the entries.
      return batch.filter((_entry, position) => !isAccepted(Entries[position]));
    }),
});

/** Events of an entry, which is billed as one up to 64 KB: as many as one invocation of fan-out has memory for, ten times. */
const EVENTS_TOGETHER = 5;

/** Events of one type share an entry; a job has one to itself, since its worker takes one job at a time. */
function entriesFor(name: string, messages: readonly OutboxRef[]): readonly PutEventsRequestEntry[] {
  const events = messages.filter(({ type }) => !isJob(type));
  const jobs = messages.filter(({ type }) => isJob(type)).map(({ id, type, subject }) => ({ id, type, subject }));
  const groups = [...Map.groupBy(events, ({ type }) => type)].flatMap(([type, alike]) =>
    inGroups(
      alike.map(({ id }) => id),
      EVENTS_TOGETHER,
    ).map(([id, ...others]) => ({ id, type, ...(others.length > 0 && { others }) })),
  );
  return [...groups, ...jobs].map((detail) => ({
    EventBusName: name,
    Source: SOURCE,
    DetailType: detail.type,
    Detail: JSON.stringify(detail),
  }));
}

/** A job, or a resource that is due by a row of its own (`DueResource`). */
const isJob = (type: string): boolean => type.startsWith('job.') || JOB_TYPES.some((job) => job === type);

const inGroups = <One>(all: readonly One[], most: number): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, nth) => all.slice(nth * most, (nth + 1) * most));

const isAccepted = (result: PutEventsResultEntry | undefined): boolean =>
  result !== undefined && result.ErrorCode === undefined;
