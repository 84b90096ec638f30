import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { DeliveryId, WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import { dynamoTable } from '#shared/dynamodb/table';
import type { ConnectionEventType, DomainEvent } from '#shared/events/rules/domain-event';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { subscriptionOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { newSecret } from '#shared/webhooks/signing/new-secret';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import { aReceiver, type Receiver } from './receiver.ts';
import type { standIns } from './stand-ins.ts';

interface EndpointGiven {
  readonly receiver?: Receiver;
  readonly pin?: string;
  readonly types?: readonly string[];
  readonly enabled?: boolean;
  /** Newest first; one is made where none is given. */
  readonly secrets?: readonly { readonly secret: string; readonly until: Instant | null }[];
}

/** A workspace with its endpoints and events. No fault is injected here. */
export function partners({ dynamo, kms, clock, random, receivers }: ReturnType<typeof standIns>) {
  const table = dynamoTable(dynamo, 'main');
  const randomBytes = seededBytes(random);
  const { ids, changes } = commandContext({ table, clock, randomBytes, backoff: { pause: async () => undefined } });
  const sealer = kmsSealer(kms, 'key');
  const workspaceId = ids.make('wks');
  let endpoints: readonly WebhookEndpoint[] = [];

  const found = async (id: WebhookEndpointId) => {
    const before = await webhookEndpoints.find(table, id);
    if (!before) throw new Error(`There is no ${id}.`);
    return before;
  };

  /** Writes this event to the outbox. */
  const tell = (event: DomainEvent): Promise<void> =>
    changes.save({ at: clock.now(), events: [event], subscriptions: endpoints.map(subscriptionOf) });

  return {
    workspaceId,
    table,

    async anEndpoint(wanted: EndpointGiven = {}) {
      const { receiver = aReceiver(), pin = '2026-10-12', types = ['*'], enabled = true } = wanted;
      const id = ids.make('whe');
      const made = { secret: newSecret(randomBytes(32)), until: null };
      const secrets = wanted.secrets ?? [made];
      const context = { workspace: workspaceId, resource: id };
      const endpoint: WebhookEndpoint = {
        ...{ id, workspaceId, url: receiver.url, enabledEvents: types, pin, metadata: {} },
        status: enabled ? 'enabled' : 'disabled',
        sealedSecrets: await Promise.all(
          secrets.map(async ({ secret, until }) => ({ sealed: await sealer.seal(secret, context), until })),
        ),
        createdAt: clock.now(),
        updatedAt: clock.now(),
      };
      receivers.push(receiver);
      endpoints = [...endpoints, endpoint];
      await changes.save({ at: clock.now(), writes: [webhookEndpoints.put(undefined, endpoint)] });
      return { id, receiver, pin, secret: secrets[0]?.secret ?? made.secret };
    },

    /** Its owner changes it; earlier events keep the subscription of their time. */
    async change(id: WebhookEndpointId, changed: Partial<WebhookEndpoint>): Promise<void> {
      const before = await found(id);
      const after = { ...before.state, ...changed };
      endpoints = endpoints.map((one) => (one.id === id ? after : one));
      await changes.save({ at: clock.now(), writes: [webhookEndpoints.put(before, after)] });
    },

    endpoint: async (id: WebhookEndpointId): Promise<WebhookEndpoint> => (await found(id)).state,

    /** A secret as the endpoint's row would hold it. */
    sealedFor: (id: WebhookEndpointId, secret: string) => sealer.seal(secret, { workspace: workspaceId, resource: id }),

    async remove(id: WebhookEndpointId): Promise<void> {
      await changes.save({ at: clock.now(), writes: [webhookEndpoints.remove(await found(id))] });
    },

    /** Requests a redelivery. */
    async asksFor(deliveryId: DeliveryId): Promise<void> {
      await changes.save({ at: clock.now(), jobs: [{ type: 'job.redelivery', deliveryId }] });
    },

    /** Writes an event of a calendar connection to the outbox. */
    async happens(type: ConnectionEventType = 'calendar_connection.connected'): Promise<void> {
      await tell({ type, connection: aConnection(ids.make('cal'), workspaceId, clock.now()) });
    },

    tell,
  };
}

const aConnection = (id: CalendarConnection['id'], workspaceId: WorkspaceId, at: Instant): CalendarConnection => ({
  ...{ id, workspaceId, provider: 'google', status: 'active', accountEmail: 'ada@acme.test' },
  memberId: 'mem_01h455vb4pex5vsknk084sn02q' as CalendarConnection['memberId'],
  connectedAt: at,
  lastSyncedAt: null,
  createdAt: at,
});
